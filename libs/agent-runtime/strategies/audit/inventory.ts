// Takes stock: files, folders, languages, manifests.
import type { Desk } from '../desk.js';
import { EXTENSIONS, FOLDERS, MANIFESTS, READMES } from '../findings/inventory-findings.js';
import { bullets, code, counted, document, size } from '../markdown.js';
import type { StrategyProgress } from '../strategy-agent.js';

export async function* inventory(desk: Desk): AsyncGenerator<StrategyProgress, string> {
  yield { summary: 'Counting files by extension and folder', completedUnits: 0, totalUnits: 2 };
  const extensions = (await desk.find(EXTENSIONS))?.value;
  const folders = (await desk.find(FOLDERS))?.value;
  yield { summary: 'Looking for read-me files and package manifests', completedUnits: 1, totalUnits: 2 };
  const readmes = (await desk.find(READMES))?.value;
  const manifests = (await desk.find(MANIFESTS))?.value;
  const row = ({ name, files, bytes }: { name: string; files: number; bytes: number }, shown: string) =>
    `${name === '' ? shown : code(name)}: ${counted(files, 'file')}, ${size(bytes)}`;
  return document(
    '# Inventory',
    `The repository holds ${counted(extensions?.files ?? 0, 'file')} of ${size(extensions?.bytes ?? 0)} in all.`,
    '## By extension',
    bullets((extensions?.most ?? []).map((count) => row(count, 'no extension'))),
    '## By folder',
    bullets((folders?.most ?? []).map((count) => row(count, 'at the root'))),
    '## Read-me files and manifests',
    bullets([...(readmes?.paths ?? []), ...(manifests?.paths ?? [])].map((path) => code(path))) || 'There is none.',
  );
}
