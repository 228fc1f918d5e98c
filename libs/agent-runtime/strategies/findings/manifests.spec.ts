import { recogniseLicence } from './licence-findings.js';
import { readManifest } from './manifests.js';

describe('package manifests', () => {
  it.each([
    [
      'package.json',
      '{"dependencies":{"a":"^1"},"peerDependencies":{"b":""},"devDependencies":{"c":"2"},"license":"MIT"}',
      ['a ^1', 'b'],
      ['c 2'],
      'MIT',
    ],
    [
      'composer.json',
      '{"require":{"php":">=8"},"require-dev":{"unit":"9"},"license":["MIT","GPL"]}',
      ['php >=8'],
      ['unit 9'],
      'MIT OR GPL',
    ],
    ['requirements-dev.txt', '# all\nrequests>=2 # http\n-r other.txt\n\nflask\n', ['requests>=2', 'flask'], [], null],
    [
      'Cargo.toml',
      '[package]\nlicense = "MIT"\n[dependencies]\nserde = { version = "1", features = [] }\nlog = "0.4"\n[dev-dependencies]\nx = "1"\n',
      ['serde 1', 'log 0.4'],
      ['x 1'],
      'MIT',
    ],
    [
      'pyproject.toml',
      '[project]\nlicense = { text = "BSD" }\ndependencies = [\n  "httpx[http2]>=0.2",\n  \'rich\',\n]\n[tool.x]\ndependencies = ["no"]\n',
      ['httpx[http2]>=0.2', 'rich'],
      [],
      'BSD',
    ],
    [
      'pyproject.toml',
      '[tool.poetry.dependencies]\npython = "^3"\ndjango = "^4"\n[tool.poetry.group.dev.dependencies]\npytest = "*"\n',
      ['django ^4'],
      ['pytest *'],
      null,
    ],
    [
      'go.mod',
      'module x\nrequire github.com/a/b v1.2.0\nrequire (\n\tgolang.org/x/net v0.1.0\n\tgithub.com/c/d v1.0.0 // indirect\n)\n',
      ['github.com/a/b v1.2.0', 'golang.org/x/net v0.1.0'],
      [],
      null,
    ],
    ['Gemfile', 'gem "rails", "~> 7"\ngem \'pg\'\n', ['rails ~> 7', 'pg'], [], null],
    [
      'pom.xml',
      '<dependency><groupId>g</groupId><artifactId>a</artifactId><version>1</version></dependency><dependency><groupId>j</groupId><artifactId>u</artifactId><scope>test</scope></dependency>',
      ['g:a 1'],
      ['j:u'],
      null,
    ],
  ])('%s', (path, text, runtime, development, licence) =>
    expect(readManifest(`some/where/${path}`, text)).toEqual({ runtime, development, licence }),
  );

  it.each([
    ['package.json', ''],
    ['package.json', 'null'],
    ['package.json', '[1]'],
    ['unknown.txt', 'x'],
  ])('%s with %j is not understood', (path, text) => expect(readManifest(path, text)).toBeNull());

  it.each([
    ['package.json', '{"dependencies":7,"devDependencies":null,"license":{}}'],
    ['Cargo.toml', '\0\0 = ]['],
    ['pom.xml', '<dependency>'],
  ])('%s with %j declares nothing', (path, text) =>
    expect(readManifest(path, text)).toEqual({ runtime: [], development: [], licence: null }),
  );
});

describe('licence texts', () => {
  it.each([
    ['Apache License\n   Version 2.0, January 2004', 'Apache-2.0'],
    ['GNU GENERAL PUBLIC LICENSE\nVersion 3, 29 June 2007', 'GPL-3.0'],
    ['GNU LESSER GENERAL PUBLIC LICENSE Version 3', 'LGPL-3.0'],
    ['Permission is hereby granted,\nfree of charge, to any person obtaining a copy', 'MIT'],
    ['Redistribution and use in source and binary forms ... Neither the name of', 'BSD-3-Clause'],
    ['Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee', 'ISC'],
    ['All rights reserved.', null],
  ])('%j', (text, spdx) => expect(recogniseLicence(text)).toBe(spdx));
});
