// A golden journal: envelopes as a store held them, and what they folded to when they were recorded, by version of the fold.
import { canonicalJson, sha256Hex } from '#domain/kernel';
import type { Recorded, DomainEvent } from '#domain/kernel';
import { envelopeText, storedEvent } from '#contracts/codec';
import type { EventRow, StoredEvent } from '#contracts/codec';
import type { Projection } from '#read-models';
import type { Code, Fold } from './code.js';

/** Digest of a state by `<decider>@<version>`, and of all rows and entries of a view by `<view>@<version>`. */
export type Digests = Readonly<Record<string, string>>;

export interface GoldenDigests {
  readonly streams: Readonly<Record<string, Digests>>;
  readonly views: Digests;
}

export interface Golden {
  readonly name: string;
  readonly events: readonly StoredEvent[];
  readonly digests: GoldenDigests;
}

/** What is not there (undefined) has no place in JSON; what JSON would lose is a defect of the state. */
function plain(value: unknown): unknown {
  if (value instanceof Map || value instanceof Set) throw new Error('A state or row holds a Map or a Set: it has no digest.');
  if (Array.isArray(value)) return value.map((part: unknown) => plain(part) ?? null);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, part]) => (part === undefined ? [] : [[key, plain(part)] as const])),
  );
}

const digestOf = (value: unknown): string => `sha256:${sha256Hex(canonicalJson(plain(value)))}`;

export function foldOf({ folds }: Code, streamId: string): Fold {
  const found = Object.entries(folds).find(([start]) => streamId.startsWith(start));
  if (!found) throw new Error(`No decider folds the stream ${streamId}: name it in test/replay/code.ts.`);
  return found[1];
}

const versioned = ({ name, version }: { readonly name: string; readonly version: number }): string => `${name}@${version}`;

function rowsOf(view: Projection<unknown>, events: readonly StoredEvent[]): unknown {
  const rows = new Map<string, unknown>();
  for (const event of events) {
    const key = view.handles.includes(event.type) ? view.key(event) : null;
    if (key === null) continue;
    const row = view.project(rows.get(key), event);
    if (row === null) rows.delete(key);
    else rows.set(key, row);
  }
  return [...rows].map(([key, row]) => ({ key, row, entries: view.entries(row) }));
}

/** What this code makes of these events; throws where it cannot read one. */
export function digestsOf(events: readonly StoredEvent[], code: Code): GoldenDigests {
  const states = new Map<string, unknown>();
  for (const event of events) {
    const { initial, evolve } = foldOf(code, event.streamId);
    const state = states.has(event.streamId) ? states.get(event.streamId) : initial;
    states.set(event.streamId, evolve(state, code.codec.open(event) as Recorded<DomainEvent>));
  }
  const streams = [...states].map(([streamId, state]) => {
    return [streamId, { [versioned(foldOf(code, streamId))]: digestOf(state) }] as const;
  });
  const views = code.views.map((view) => [versioned(view), digestOf(rowsOf(view, events))] as const);
  return { streams: Object.fromEntries(streams), views: Object.fromEntries(views) };
}

const LINE = /^\{"globalPosition":(\d+),"hash":"([0-9a-f]{64})","envelope":(\{.*\})\}$/;

/** One line an envelope; the text that was hashed stands in it as it is. */
export const linesOf = (events: readonly StoredEvent[]): string =>
  events
    .map((event) => `{"globalPosition":${event.globalPosition},"hash":"${event.hash}","envelope":${envelopeText(event)}}\n`)
    .join('');

export const rowsOfLines = (text: string): readonly EventRow[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [, globalPosition, hash, envelope] = LINE.exec(line) ?? [];
      if (!globalPosition || !hash || !envelope) throw new Error(`This is no line of a golden journal: ${line.slice(0, 80)}`);
      const { data, metadata, ...rest } = JSON.parse(envelope) as Omit<EventRow, 'globalPosition' | 'hash'> & {
        readonly data: unknown;
        readonly metadata: unknown;
      };
      return {
        ...rest,
        globalPosition: Number(globalPosition),
        hash,
        dataJson: canonicalJson(data),
        metadataJson: canonicalJson(metadata),
        rowBindingDigest: null,
      };
    });

export const eventsOfLines = (text: string): readonly StoredEvent[] => rowsOfLines(text).map(storedEvent);
