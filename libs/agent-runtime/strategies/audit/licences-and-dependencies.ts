// Lists licence texts and what the manifests declare.
import type { Desk } from '../desk.js';
import { DEPENDENCIES, LOCK_FILES } from '../findings/dependency-findings.js';
import type { DependenciesDeclared } from '../findings/dependency-findings.js';
import { MANIFESTS } from '../findings/inventory-findings.js';
import { LICENCE_FILES, LICENCE_TEXT } from '../findings/licence-findings.js';
import { bullets, code, document } from '../markdown.js';
import type { StrategyProgress } from '../strategy-agent.js';

const MAX_LICENCES = 10;
const MAX_MANIFESTS = 25;

const shownList = (names: readonly string[], count: number): string =>
  names
    .slice(0, 20)
    .map((name) => code(name))
    .join(', ') + (count > 20 ? `, and ${count - 20} more` : '');

function manifestSection(path: string, declared: DependenciesDeclared): string {
  if (!declared.understood) return `### ${code(path)}\n\nThis file could not be understood as a manifest.`;
  return [
    `### ${code(path)}`,
    bullets([
      `Licence stated: ${declared.licence === null ? 'none' : code(declared.licence)}`,
      `Dependencies (${declared.runtimeCount}): ${shownList(declared.runtime, declared.runtimeCount) || 'none'}`,
      `For development (${declared.developmentCount}): ${shownList(declared.development, declared.developmentCount) || 'none'}`,
    ]),
  ].join('\n\n');
}

export async function* licencesAndDependencies(desk: Desk): AsyncGenerator<StrategyProgress, string> {
  yield { summary: 'Reading licence files', completedUnits: 0, totalUnits: 2 };
  const licences = (await desk.find(LICENCE_FILES))?.value.paths ?? [];
  const texts: string[] = [];
  for (const path of licences.slice(0, MAX_LICENCES)) {
    const found = await desk.find(LICENCE_TEXT, path);
    if (found) texts.push(`${code(path)}: ${found.value.spdx ?? 'not a well-known text'}`);
  }
  yield { summary: 'Reading package manifests', completedUnits: 1, totalUnits: 2 };
  const manifests = desk.accepted('inventory', MANIFESTS);
  const sections: string[] = [];
  for (const path of manifests.paths.slice(0, MAX_MANIFESTS)) {
    const found = await desk.find(DEPENDENCIES, path);
    if (found) sections.push(manifestSection(path, found.value));
  }
  const unread = manifests.count - Math.min(manifests.paths.length, MAX_MANIFESTS);
  const locks = (await desk.find(LOCK_FILES))?.value.paths ?? [];
  return document(
    '# Licences and dependencies',
    '## Licence files',
    bullets(texts) || (licences.length > 0 ? 'The licence files could not be read as text.' : 'There is no licence file.'),
    '## Manifests',
    sections.join('\n\n') || 'There is no package manifest of a known kind.',
    unread > 0 ? `${unread} more manifests were listed but not read.` : '',
    '## Lock files',
    bullets(locks.map((path) => code(path))) || 'There is no lock file.',
    ...leftOut(desk),
  );
}

export const leftOut = (desk: Desk): readonly string[] =>
  desk.leftOut.length === 0 ? [] : ['## Left out', bullets(desk.leftOut.map(({ path, code: why }) => `${code(path)}: ${why}`))];
