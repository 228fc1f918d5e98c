// A segment: one batch of one stream in one file, one event a line. It never changes.
import { canonicalJson, digest, isId, sha256Hex } from '#domain/kernel';
import { isHashSound, rowOf, storedEvent } from '#contracts/codec';
import type { Envelope, EventRow } from '#contracts/codec';
import type { PrincipalOperation } from '../journal.js';

const NAME = /^([0-9a-f]{64})\.(\d{16})\.json$/;
const OPENING = ',"events":[';

export interface SegmentHead {
  readonly version: 1;
  readonly streamId: string;
  /** Of the first event. */
  readonly globalPosition: number;
  readonly operation: PrincipalOperation | null;
  /** Digest of the `events` array. */
  readonly payloadDigest: string;
}

export interface Segment {
  readonly operation: PrincipalOperation | null;
  /** At least one; a line that cannot be read stands in its place, unsound. */
  readonly rows: readonly EventRow[];
}

export const segmentName = (streamId: string, firstRevision: number): string =>
  `${sha256Hex(streamId)}.${String(firstRevision).padStart(16, '0')}.json`;

export const isSegmentName = (name: string): boolean => NAME.test(name);

/** The file's text: valid JSON, one event a line, each line the canonical JSON of its envelope. */
export function segmentText(events: readonly Envelope[], globalPosition: number, operation: PrincipalOperation | null): string {
  const envelopes = events.map((event) => ({ ...event }));
  const head: SegmentHead = {
    version: 1,
    streamId: events[0]!.streamId,
    globalPosition,
    operation,
    payloadDigest: digest(envelopes),
  };
  return `${JSON.stringify(head).slice(0, -1)}${OPENING}\n${envelopes.map(canonicalJson).join(',\n')}\n]}\n`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Envelope versions in a file of another time, whose layout is its own. */
export function foreignVersions(text: string): readonly number[] {
  const events = (parsed(text) as { events?: unknown } | undefined)?.events;
  if (!Array.isArray(events)) return [];
  return events.map((event) => Number((event as { envelopeVersion?: unknown } | null)?.envelopeVersion ?? 1));
}

interface Place {
  readonly streamId: string;
  readonly revision: number;
  readonly globalPosition: number;
}

const unreadable = (place: Place, line: string): EventRow => ({
  ...place,
  eventId: '',
  envelopeVersion: 3,
  type: 'unreadable',
  schemaVersion: 1,
  dataJson: line,
  metadataJson: '',
  prevHash: '',
  hash: '',
  rowBindingDigest: null,
});

function rowFromLine(place: Place, line: string): EventRow {
  const envelope = parsed(line) as Envelope | undefined;
  if (typeof envelope !== 'object' || envelope === null || typeof envelope.data !== 'object') return unreadable(place, line);
  const row: EventRow = { ...rowOf(envelope, place.globalPosition), rowBindingDigest: null };
  const asWritten =
    canonicalJson(envelope) === line && envelope.streamId === place.streamId && envelope.revision === place.revision;
  return asWritten ? row : { ...row, ...place, dataJson: `${row.dataJson} ` };
}

/** What other segments tell about one that can no longer tell itself. */
export interface SegmentContext {
  /** The stream whose id has this hash. */
  streamOf(hash: string): string | undefined;
  /** A segment without a readable position is put behind this one. */
  readonly lastPosition: number;
}

type Head = Omit<SegmentHead, 'version' | 'payloadDigest'> & { readonly payloadDigest: string | null };

/** A head whose line is damaged is told as far as its text shows; the file's name vouches for the stream. */
function headOf(lines: readonly string[], hash: string, { streamOf, lastPosition }: SegmentContext): Head {
  const head = parsed(`${lines[0]!.slice(0, -OPENING.length)}}`) as SegmentHead | undefined;
  if (head && sha256Hex(head.streamId) === hash && lines[0]!.endsWith(OPENING)) return head;
  const text = lines.join('\n');
  const shown = [...text.matchAll(/"streamId":"([^"]+)"/g)].map(([, id]) => id!).find((id) => isId(id) && sha256Hex(id) === hash);
  const position = /"globalPosition":(\d+)[,}]/.exec(text)?.[1];
  return {
    streamId: shown ?? streamOf(hash) ?? `sha256:${hash}`,
    globalPosition: position ? Number(position) : lastPosition + 1,
    operation: null,
    payloadDigest: null,
  };
}

/** The hash in the name, and the stream id where the first line tells it. */
export function streamNamed(name: string, text: string): readonly [string, string] | undefined {
  const [, hash] = NAME.exec(name)!;
  const shown = /"streamId":"([^"]+)"/.exec(text.slice(0, text.indexOf('\n')))?.[1];
  return shown && sha256Hex(shown) === hash ? [hash, shown] : undefined;
}

/** Reads what is there. */
export function readSegment(name: string, text: string, context: SegmentContext): Segment {
  const [, hash, revision] = NAME.exec(name)!;
  const lines = text.split('\n');
  const head = headOf(lines, hash!, context);
  const whole = lines.at(-1) === '' && lines.at(-2) === ']}' && lines.length > 3;
  const eventLines = whole ? lines.slice(1, -2) : lines.slice(1);
  const placeOf = (ordinal: number): Place => ({
    streamId: head.streamId,
    revision: Number(revision) + ordinal,
    globalPosition: head.globalPosition + ordinal,
  });
  const texts = (eventLines.length > 0 ? eventLines : ['']).map((line, ordinal) =>
    ordinal < eventLines.length - 1 && line.endsWith(',') ? line.slice(0, -1) : line,
  );
  const rows = texts.map((line, ordinal) => rowFromLine(placeOf(ordinal), line));
  if (!rows.every((row) => isHashSound(storedEvent(row)))) return { operation: head.operation, rows };
  const payload = digest(texts.map(parsed));
  if (payload === head.payloadDigest) return { operation: head.operation, rows };
  return { operation: head.operation, rows: rows.map((row) => ({ ...row, rowBindingDigest: '' })) };
}
