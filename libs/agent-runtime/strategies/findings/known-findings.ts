// Every finding, by its name.
import { DEPENDENCIES, LOCK_FILES } from './dependency-findings.js';
import type { Finding } from './finding.js';
import { EXTENSIONS, FOLDERS, MANIFESTS, READMES } from './inventory-findings.js';
import { LICENCE_FILES, LICENCE_TEXT } from './licence-findings.js';
import { LARGEST_FILES, OPEN_NOTES } from './note-findings.js';
import { TEST_COMMAND, TEST_MANIFESTS, TEST_OUTCOME } from './test-findings.js';

const KNOWN = new Map<string, Finding<never>>(
  [
    ...[EXTENSIONS, FOLDERS, READMES, MANIFESTS, LICENCE_FILES, LICENCE_TEXT, LOCK_FILES, DEPENDENCIES],
    ...[OPEN_NOTES, LARGEST_FILES, TEST_MANIFESTS, TEST_COMMAND, TEST_OUTCOME],
  ].map((finding) => [finding.name, finding as Finding<never>]),
);

export const findingNamed = (name: string): Finding | undefined => KNOWN.get(name) as Finding | undefined;
