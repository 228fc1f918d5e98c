// Under which terms a repository stands.
import { code } from '../markdown.js';
import { textOf } from './finding.js';
import type { Finding } from './finding.js';
import { pathFinding } from './path-finding.js';

const NAMES = ['LICENSE', 'LICENCE', 'License', 'Licence', 'license', 'licence', 'COPYING', 'UNLICENSE'];

export const LICENCE_FILES = pathFinding(
  'licence.files',
  [...NAMES.flatMap((name) => [name, `${name}.*`, `${name}-*`]), 'LICENSES/*', '*/LICENSE', '*/LICENCE', '*/COPYING'],
  'licence file',
);

/** First match wins: the narrower texts come before those that they quote. */
const TEXTS: readonly (readonly [id: string, marks: readonly RegExp[]])[] = [
  ['AGPL-3.0', [/gnu affero general public license/, /version 3/]],
  ['LGPL-3.0', [/gnu lesser general public license/, /version 3/]],
  ['LGPL-2.1', [/gnu lesser general public license/, /version 2\.1/]],
  ['GPL-3.0', [/gnu general public license/, /version 3/]],
  ['GPL-2.0', [/gnu general public license/, /version 2/]],
  ['Apache-2.0', [/apache license/, /version 2\.0/]],
  ['MPL-2.0', [/mozilla public license/, /2\.0/]],
  ['EPL-2.0', [/eclipse public license/, /2\.0/]],
  ['CC0-1.0', [/cc0 1\.0 universal/]],
  ['Unlicense', [/this is free and unencumbered software released into the public domain/]],
  ['BSD-3-Clause', [/redistribution and use in source and binary forms/, /neither the name of/]],
  ['BSD-2-Clause', [/redistribution and use in source and binary forms/]],
  ['ISC', [/permission to use, copy, modify, and\/?(or)? distribute this software for any purpose with or without fee/]],
  ['MIT', [/permission is hereby granted, free of charge, to any person obtaining a copy/]],
];

/** An SPDX id; null for a text that is none of the well-known ones. */
export function recogniseLicence(text: string): string | null {
  const plain = text.toLowerCase().replaceAll(/\s+/g, ' ');
  return TEXTS.find(([, marks]) => marks.every((mark) => mark.test(plain)))?.[0] ?? null;
}

export const LICENCE_TEXT: Finding<{ readonly spdx: string | null }> = {
  name: 'licence.text',
  ask: (path) => [{ kind: 'file', path }],
  derive: ([opened]) => ({ spdx: recogniseLicence(textOf(opened) ?? '') }),
  kindOf: () => 'observation',
  phrase: ({ spdx }, path) =>
    spdx === null ? `The text in ${code(path)} is none of the well-known licences.` : `${code(path)} holds the text of ${spdx}.`,
};
