// The recorded journals as files: `<name>.jsonl` with the envelopes, `<name>.json` beside it with the digests.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventsOfLines, linesOf } from './golden.js';
import type { Golden, GoldenDigests } from './golden.js';

export const JOURNALS = join(import.meta.dirname, 'journals');

const linesFile = (folder: string, name: string): string => join(folder, `${name}.jsonl`);
const digestsFile = (folder: string, name: string): string => join(folder, `${name}.json`);

export function readGolden(folder: string, name: string): Golden | null {
  if (!existsSync(linesFile(folder, name))) return null;
  const digests = existsSync(digestsFile(folder, name))
    ? (JSON.parse(readFileSync(digestsFile(folder, name), 'utf8')) as GoldenDigests)
    : { streams: {}, views: {} };
  return { name, events: eventsOfLines(readFileSync(linesFile(folder, name), 'utf8')), digests };
}

export const readAllGolden = (folder: string): readonly Golden[] =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .filter((file) => file.endsWith('.jsonl'))
    .toSorted()
    .map((file) => readGolden(folder, file.slice(0, -'.jsonl'.length)) as Golden);

export function writeGolden(folder: string, { name, events, digests }: Golden): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(linesFile(folder, name), linesOf(events));
  writeFileSync(digestsFile(folder, name), `${JSON.stringify(digests, null, 2)}\n`);
}
