// The log of the EventStoreDB double: streams, the total order with its gaps, expected versions, idempotent writes, size limits.

export interface LoggedEvent {
  readonly streamName: string;
  readonly revision: number;
  /** Commit and prepare position: rising, never dense. */
  readonly position: number;
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Buffer;
  readonly metadata: Buffer;
}

export type ProposedEvent = Pick<LoggedEvent, 'id' | 'type' | 'contentType' | 'data' | 'metadata'>;

export type ExpectedVersion = 'any' | 'no_stream' | 'stream_exists' | number;

export type AppendResult =
  | { readonly kind: 'success'; readonly revision: number; readonly position: number }
  | { readonly kind: 'wrong_expected_version'; readonly current: number }
  | { readonly kind: 'too_large'; readonly limit: number }
  | { readonly kind: 'deleted' };

/** A server counts data, metadata and two bytes a letter of the type. */
const sizeOf = ({ data, metadata, type }: ProposedEvent): number => data.length + metadata.length + 2 * type.length;

export class EventLogDouble {
  readonly events: LoggedEvent[] = [];
  readonly streams = new Map<string, LoggedEvent[]>();
  readonly deleted = new Set<string>();
  readonly #listeners = new Set<(event: LoggedEvent) => void>();
  maxAppendSize = 1024 * 1024;

  constructor() {
    for (const revision of [0, 1, 2]) {
      this.append('$stats-127.0.0.1:2113', revision - 1 < 0 ? 'no_stream' : revision - 1, [
        {
          id: `00000000-0000-4000-8000-00000000000${revision}`,
          type: '$statsCollected',
          contentType: 'application/json',
          data: Buffer.from('{}'),
          metadata: Buffer.alloc(0),
        },
      ]);
    }
  }

  append(streamName: string, expected: ExpectedVersion, proposed: readonly ProposedEvent[]): AppendResult {
    if (this.deleted.has(streamName)) return { kind: 'deleted' };
    if (proposed.reduce((sum, event) => sum + sizeOf(event), 0) > this.maxAppendSize)
      return { kind: 'too_large', limit: this.maxAppendSize };
    const stream = this.streams.get(streamName) ?? [];
    const current = stream.length - 1;
    const base = expected === 'no_stream' ? -1 : typeof expected === 'number' ? expected : current;
    if (base !== current) return this.#repeat(stream, base, proposed) ?? { kind: 'wrong_expected_version', current };
    if (expected === 'stream_exists' && current === -1) return { kind: 'wrong_expected_version', current };
    for (const event of proposed) this.#put(streamName, event);
    return { kind: 'success', revision: current + proposed.length, position: this.events.at(-1)!.position };
  }

  onAppend(listener: (event: LoggedEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Writes an event as it is, whatever it claims: another program, or an attacker with access to the server. */
  replace(streamName: string, revision: number, change: Partial<LoggedEvent>): void {
    const stream = this.streams.get(streamName)!;
    const changed = { ...stream[revision]!, ...change };
    this.events[this.events.indexOf(stream[revision]!)] = changed;
    stream[revision] = changed;
  }

  #repeat(stream: readonly LoggedEvent[], base: number, proposed: readonly ProposedEvent[]): AppendResult | undefined {
    const written = stream.slice(base + 1, base + 1 + proposed.length);
    if (written.length !== proposed.length || written.some(({ id }, index) => id !== proposed[index]!.id)) return undefined;
    const last = written.at(-1)!;
    return { kind: 'success', revision: last.revision, position: last.position };
  }

  #put(streamName: string, proposed: ProposedEvent): void {
    const stream = this.streams.get(streamName) ?? [];
    const position = (this.events.at(-1)?.position ?? 0) + 100 + sizeOf(proposed);
    const event = { ...proposed, streamName, revision: stream.length, position };
    stream.push(event);
    this.streams.set(streamName, stream);
    this.events.push(event);
    for (const listener of this.#listeners) listener(event);
  }
}
