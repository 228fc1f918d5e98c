// What a driver gives to join the suite.
import type { EventRow, StoredEvent } from '#contracts/codec';
import type { Journal, ReadAllOptions, ReadStreamOptions } from '../journal.js';

export type TamperedColumns = Partial<Omit<EventRow, 'streamId' | 'revision'>>;

export interface JournalHarness {
  /** Opens the store to write; after `close` this is a restart. */
  open(): Promise<Journal>;
  /** Opens the store as a process that takes the writer lease over from one that hangs. */
  takeOver(): Promise<Journal>;
  /** Changes a stored event behind the store's back. */
  tamper(streamId: string, revision: number, change: (row: EventRow) => TamperedColumns): Promise<void>;
  /** Puts an event of another envelope version into the closed store. */
  plantVersion(envelopeVersion: number): Promise<void>;
  /** Changes whenever the stored bytes do. */
  fingerprint(): Promise<string>;
  dispose(): Promise<void>;
}

export interface SuiteOptions {
  /** What an attacker can change behind the store's back: every byte (default), values only, or nothing. */
  readonly tampering?: 'bytes' | 'values' | 'none';
}

export async function streamOf(journal: Journal, streamId: string, options?: ReadStreamOptions): Promise<readonly StoredEvent[]> {
  const events: StoredEvent[] = [];
  for await (const page of journal.readStream(streamId, options)) events.push(...page);
  return events;
}

export async function allOf(journal: Journal, options: ReadAllOptions = { after: 0 }): Promise<readonly StoredEvent[]> {
  const events: StoredEvent[] = [];
  for await (const page of journal.readAll(options)) events.push(...page);
  return events;
}

export const refused = (code: string, details: object = {}): Error =>
  expect.objectContaining({ code, details: expect.objectContaining(details) as object }) as Error;

/** The codes of those that failed, 'ok' for those that did not. */
export const outcomes = (settled: readonly PromiseSettledResult<unknown>[]): readonly string[] =>
  settled.map((one) => (one.status === 'fulfilled' ? 'ok' : ((one.reason as { code?: string }).code ?? String(one.reason))));
