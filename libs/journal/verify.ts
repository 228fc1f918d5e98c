// Recomputes what the store claims: hashes, links, contiguity, row bindings, positions, stream ends, and what was signed.
import type { StreamHead } from '#domain/kernel';
import { isHashSound, isRowSound, ZERO_HASH } from '#contracts/codec';
import type { StoredEvent } from '#contracts/codec';
import { SignedEvidence } from './heads/index.js';
import type { SignedSource } from './heads/index.js';
import type { Journal } from './journal.js';

/**
 * What does not fit: the event's own hash, its link to the one before, its revision, its row's place, the store's count, the stream's
 * end, the signature of a head, what a head signed, the signed index of all heads.
 */
export type BreakKind = 'hash' | 'link' | 'revision' | 'row' | 'position' | 'end' | 'signature' | 'signed' | 'index';

export interface Break {
  readonly kind: BreakKind;
  /** null for a position that no event holds, and for an index. */
  readonly streamId: string | null;
  /** The revision that is wrong or missing; null for a position. */
  readonly revision: number | null;
  readonly globalPosition: number | null;
}

export interface Verification {
  readonly sound: boolean;
  readonly events: number;
  readonly streams: number;
  /** The first break of each broken stream, and each position that is missing. */
  readonly breaks: readonly Break[];
}

export interface VerifyOptions {
  /** One stream only. */
  readonly streamId?: string;
  /** Only events with a greater globalPosition; their links to what lies before are checked as well. */
  readonly after?: number;
  /** Signed heads to hold the events against. */
  readonly signed?: SignedSource;
}

const NOTHING: StreamHead = { revision: -1, hash: ZERO_HASH };

class Audit {
  readonly ends = new Map<string, StreamHead>();
  readonly #broken = new Map<string, Break>();
  readonly #missing: Break[] = [];
  readonly #signed: SignedEvidence | undefined;
  #events = 0;

  constructor(
    readonly journal: Journal,
    signed: SignedSource | undefined,
  ) {
    if (signed) this.#signed = new SignedEvidence(signed, (...found) => this.#breaks(...found));
  }

  result(): Verification {
    const breaks = [...this.#broken.values(), ...this.#missing];
    return { sound: breaks.length === 0, events: this.#events, streams: this.ends.size, breaks };
  }

  async store(after: number): Promise<void> {
    const claimed = await this.journal.position();
    const { densePositions } = this.journal.capabilities;
    let position = after;
    await this.#signed?.load();
    for await (const page of this.journal.readAll({ after })) {
      for (const event of page) {
        if (after === 0 && this.#signed?.isDue(event.globalPosition)) this.#checkIndex();
        if (densePositions && event.globalPosition !== position + 1) this.#misses(position + 1);
        position = event.globalPosition;
        if (event.revision > 0 && after > 0 && !this.ends.has(event.streamId)) await this.#standOnBefore(event);
        this.#check(event);
      }
    }
    if (densePositions && position < claimed) this.#misses(position + 1);
    if (after === 0) {
      this.#checkIndex();
      this.#signed?.checkEnds(this.ends);
    }
    await this.#checkEnds(after === 0);
  }

  async stream(streamId: string): Promise<void> {
    await this.#signed?.load(streamId);
    await this.#readOn(streamId);
    this.#signed?.checkEnds(this.ends);
    await this.#checkEnd(streamId);
  }

  #checkIndex(): void {
    const globalPosition = this.#signed?.compareIndex(this.ends) ?? null;
    if (globalPosition !== null) this.#missing.push({ kind: 'index', streamId: null, revision: null, globalPosition });
  }

  #misses(globalPosition: number): void {
    this.#missing.push({ kind: 'position', streamId: null, revision: null, globalPosition });
  }

  #breaks(kind: BreakKind, streamId: string, revision: number, globalPosition: number | null): void {
    if (!this.#broken.has(streamId)) this.#broken.set(streamId, { kind, streamId, revision, globalPosition });
  }

  async #standOnBefore({ streamId, revision }: StoredEvent): Promise<void> {
    for await (const [before] of this.journal.readStream(streamId, { from: revision - 1, limit: 1 })) {
      if (before) this.ends.set(streamId, { revision: before.revision, hash: before.hash });
    }
  }

  #check(event: StoredEvent): void {
    const { streamId, revision, hash, prevHash, globalPosition } = event;
    const before = this.ends.get(streamId) ?? NOTHING;
    this.#events += 1;
    this.ends.set(streamId, { revision, hash });
    if (revision !== before.revision + 1) this.#breaks('revision', streamId, before.revision + 1, globalPosition);
    else if (!isHashSound(event)) this.#breaks('hash', streamId, revision, globalPosition);
    else if (prevHash !== before.hash) this.#breaks('link', streamId, revision, globalPosition);
    else if (!isRowSound(event)) this.#breaks('row', streamId, revision, globalPosition);
    this.#signed?.check(event);
  }

  async #readOn(streamId: string): Promise<void> {
    const from = (this.ends.get(streamId)?.revision ?? -1) + 1;
    for await (const page of this.journal.readStream(streamId, { from })) for (const event of page) this.#check(event);
  }

  async #checkEnds(withUnseen: boolean): Promise<void> {
    const unlisted = new Set(this.ends.keys());
    for await (const page of this.journal.heads()) {
      for (const { streamId, revision, hash } of page) {
        const seen = this.ends.get(streamId);
        unlisted.delete(streamId);
        if (!seen && !withUnseen) continue;
        if (seen?.revision !== revision || seen.hash !== hash) await this.#checkEnd(streamId);
      }
    }
    for (const streamId of unlisted) await this.#checkEnd(streamId);
  }

  /** The stream may have grown since it was read: reads on, then compares with the ends kept before and after. */
  async #checkEnd(streamId: string): Promise<void> {
    const before = await this.journal.head(streamId);
    await this.#readOn(streamId);
    const seen = this.ends.get(streamId) ?? NOTHING;
    const after = await this.journal.head(streamId);
    const fits = before.revision <= seen.revision && seen.revision <= after.revision;
    const same = seen.revision !== after.revision || seen.hash === after.hash;
    if (!fits || !same) this.#breaks('end', streamId, Math.min(seen.revision, after.revision) + (fits ? 0 : 1), null);
  }
}

/** Every break is recorded in the store: appends to a broken stream are refused JOURNAL_TAMPERED from then on. */
export async function verify(journal: Journal, { streamId, after = 0, signed }: VerifyOptions = {}): Promise<Verification> {
  const audit = new Audit(journal, signed);
  await (streamId === undefined ? audit.store(after) : audit.stream(streamId));
  const result = audit.result();
  for (const { streamId: broken, revision } of result.breaks) {
    if (broken !== null && revision !== null) await journal.markBroken(broken, revision);
  }
  return result;
}
