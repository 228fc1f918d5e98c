// The folder of segments: what is in it, and the making of one more.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rowOf } from '#contracts/codec';
import type { EventRow } from '#contracts/codec';
import type { AppendBatch } from '../journal.js';
import { checkVersions } from '../legacy.js';
import { createFile, replaceFile, TEMPORARY } from './atomic-file.js';
import { SegmentIndex } from './segment-index.js';
import type { IndexedSegment } from './segment-index.js';
import { foreignVersions, isSegmentName, readSegment, segmentName, segmentText, streamNamed } from './segment.js';
import type { Segment } from './segment.js';

const BROKEN = 'broken.json';
const AT_ONCE = 32;

interface Found {
  readonly name: string;
  readonly segment: Segment;
}

const positionOf = ({ segment }: Found): number => segment.rows[0]!.globalPosition;

export class SegmentFolder {
  readonly index = new SegmentIndex();
  readonly #path: string;
  readonly #seen = new Set<string>();
  /** Stream ids by the hash in their segments' names. */
  readonly #streams = new Map<string, string>();
  readonly #streamOf = (hash: string): string | undefined => this.#streams.get(hash);

  private constructor(path: string) {
    this.#path = path;
  }

  /** Changes nothing in a folder that is refused. Throws Rejection LEGACY_JOURNAL or STORE_VERSION. */
  static async open(path: string): Promise<SegmentFolder> {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const folder = new SegmentFolder(path);
    folder.#add(await folder.#read());
    folder.readBroken();
    return folder;
  }

  /** What a crash left half-written goes; only the writer may say that. */
  sweep(): void {
    for (const name of readdirSync(this.#path)) if (name.startsWith(TEMPORARY)) rmSync(join(this.#path, name), { force: true });
  }

  /** Takes up what another process has written since. A gap may be a file that was just being made: it is looked at twice. */
  async refresh(): Promise<void> {
    let found = await this.#read();
    if (!this.#follows(found)) found = await this.#read();
    this.#add(found);
    this.readBroken();
  }

  async rows({ name, globalPosition }: IndexedSegment): Promise<readonly EventRow[]> {
    const text = await readFile(join(this.#path, name), 'utf8');
    return readSegment(name, text, { streamOf: this.#streamOf, lastPosition: globalPosition - 1 }).rows;
  }

  /** Durable when it resolves; undefined when another process has written that revision. */
  async write(batch: AppendBatch): Promise<number | undefined> {
    const { streamId, expected, events, operation } = batch;
    const globalPosition = this.index.position + 1;
    const name = segmentName(streamId, expected.revision + 1);
    if (!(await createFile(join(this.#path, name), segmentText(events, globalPosition, operation)))) return undefined;
    this.#seen.add(name);
    this.index.add(name, { operation, rows: events.map((event, ordinal) => rowOf(event, globalPosition + ordinal)) });
    return this.index.position;
  }

  async markBroken(streamId: string, revision: number): Promise<void> {
    this.readBroken();
    this.index.broken = new Map(this.index.broken).set(streamId, revision);
    await replaceFile(join(this.#path, BROKEN), JSON.stringify(Object.fromEntries(this.index.broken)));
  }

  /** Another process may have found a break. */
  readBroken(): void {
    const path = join(this.#path, BROKEN);
    if (!existsSync(path)) return;
    this.index.broken = new Map(Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, number>));
  }

  async #read(): Promise<readonly Found[]> {
    const names = readdirSync(this.#path).filter((name) => isSegmentName(name) && !this.#seen.has(name));
    const texts: string[] = [];
    for (let from = 0; from < names.length; from += AT_ONCE) {
      const part = names.slice(from, from + AT_ONCE);
      texts.push(...(await Promise.all(part.map((name) => readFile(join(this.#path, name), 'utf8')))));
    }
    const files = names.map((name, index) => ({ name, text: texts[index]!, named: streamNamed(name, texts[index]!) }));
    for (const { text, named } of files) {
      checkVersions(foreignVersions(text));
      if (named) this.#streams.set(...named);
    }
    let lastPosition = this.index.position;
    return files
      .toSorted((a, b) => Number(!a.named) - Number(!b.named))
      .map(({ name, text }) => {
        const segment = readSegment(name, text, { streamOf: this.#streamOf, lastPosition });
        lastPosition = Math.max(lastPosition, segment.rows.at(-1)!.globalPosition);
        return { name, segment };
      })
      .toSorted((a, b) => positionOf(a) - positionOf(b));
  }

  #follows(found: readonly Found[]): boolean {
    let next = this.index.position + 1;
    return found.every((one) => {
      const follows = positionOf(one) === next;
      next += one.segment.rows.length;
      return follows;
    });
  }

  #add(found: readonly Found[]): void {
    for (const { name, segment } of found) {
      this.#seen.add(name);
      this.index.add(name, segment);
    }
  }
}
