// Handles one command: fold → admit → idempotency → decide → seal → append, with bounded retry. The only way that facts come to be.
import { Conflict, eventIdOf, Rejection } from '#domain/kernel';
import type { Command, Decider, DomainEvent, Recorded } from '#domain/kernel';
import { checkUuidV7, plainCodec } from '#contracts/codec';
import type { Codec, Envelope, Receipt } from '#contracts/codec';
import { repeatReceipt } from './admission.js';
import { foldCacheOf } from './fold-cache.js';
import type { CachedFold, FoldCache } from './fold-cache.js';
import { emptyFold, foldStream } from './fold.js';
import type { Folded } from './fold.js';
import type { Journal, PrincipalOperation, RememberedOperation } from './journal.js';
import type { Snapshots } from './snapshots.js';

const RETRIES = 3;
const CLOCK_TOLERANCE_MS = 5000;

export interface HandleOptions {
  /** Default: the plain codec, which knows any type at version 1. */
  readonly codec?: Codec;
  /** How often a lost compare-and-swap is tried again. */
  readonly retries?: number;
  /** The refusal for a known operation of the same principal with other content; default OPERATION_PAYLOAD_CONFLICT. */
  readonly drift?: (known: RememberedOperation) => Error;
  /** Where long streams are folded from and kept. */
  readonly snapshots?: Snapshots;
}

interface Handling<State, Cmd extends Command, Event extends DomainEvent> {
  readonly journal: Journal;
  readonly decider: Decider<State, Cmd, Event>;
  readonly streamId: string;
  readonly command: Cmd;
  readonly operation: PrincipalOperation;
  readonly codec: Codec;
  readonly drift: HandleOptions['drift'];
  readonly snapshots: Snapshots | undefined;
  readonly cache: FoldCache;
  readonly key: string;
}

interface Attempt {
  readonly receipt: Receipt;
  /** Whether the answer rests on a compare-and-swap or a stored receipt, and so holds even if the fold was old. */
  readonly certain: boolean;
}

const operationKey = ({ kind, key }: PrincipalOperation): string => `${kind} ${key}`;

const isSequenceConflict = (error: unknown): boolean => error instanceof Conflict && error.code === 'SEQUENCE_CONFLICT';

async function remembered<State>(
  { journal, streamId, operation, drift }: Pick<Handling<State, never, never>, 'journal' | 'streamId' | 'operation' | 'drift'>,
  { operations }: CachedFold<State>,
): Promise<Receipt | undefined> {
  if (operations && !operations.has(operationKey(operation))) return undefined;
  const known = await journal.findOperation(streamId, operation.kind, operation.key);
  if (!known) return undefined;
  const { digest, principalId } = known.operation;
  if (drift && digest !== operation.digest && principalId === operation.principalId) throw drift(known);
  return repeatReceipt(streamId, known, operation);
}

function timeOf(journal: Journal, streamId: string, { at }: Folded<unknown>): number {
  const now = journal.now();
  if (now >= at - CLOCK_TOLERANCE_MS) return Math.max(now, at);
  throw new Rejection(
    'CLOCK_BACKWARDS',
    `The store's clock (${now}) is ${at - now} ms before the last fact of ${streamId}; set the clock right, then retry.`,
    { streamId, now, lastRecordedAt: at },
  );
}

function sealed(
  handling: Handling<unknown, Command, DomainEvent>,
  events: readonly DomainEvent[],
  recordedAt: number,
  folded: Folded<unknown>,
) {
  const { commandId, actor, correlationId, causationId, projectId, traceparent } = handling.command.meta;
  return handling.codec.seal(events, {
    streamId: handling.streamId,
    head: folded.head,
    metadata: { recordedAt, actor, commandId, correlationId: correlationId ?? commandId, causationId, projectId, traceparent },
    eventId: (ordinal) => eventIdOf(commandId, ordinal),
  });
}

async function attempt<State, Cmd extends Command, Event extends DomainEvent>(
  handling: Handling<State, Cmd, Event>,
  entry: CachedFold<State>,
): Promise<Attempt> {
  const { journal, decider, streamId, command, operation, snapshots, cache, key } = handling;
  const { folded, operations } = entry;
  decider.admit(folded.state, command);
  const repeat = await remembered(handling, entry);
  if (repeat) return { receipt: repeat, certain: true };
  const now = timeOf(journal, streamId, folded);
  const events = decider.decide(folded.state, command, { now, head: folded.head });
  if (events.length === 0) {
    const receipt: Receipt = { outcome: 'committed', streamId, revision: folded.head.revision, eventIds: [], position: null };
    return { receipt, certain: false };
  }
  const envelopes: readonly Envelope[] = sealed(handling as never, events, now, folded);
  const state = events.reduce(
    (before, { type, data }) => decider.evolve(before, { type, data, at: now } as unknown as Recorded<Event>),
    folded.state,
  );
  const receipt = await journal.append({ streamId, expected: folded.head, events: envelopes, operation });
  if (receipt.outcome === 'committed') {
    const last = envelopes.at(-1)!;
    const after = { state, head: { revision: last.revision, hash: last.hash }, at: now };
    operations?.add(operationKey(operation));
    cache.set(key, { folded: after, operations });
    snapshots?.keep(decider, streamId, folded, after);
  } else cache.drop(key);
  return { receipt, certain: true };
}

/** Reads what came after `entry`; from a snapshot or the beginning when there is none. */
async function refresh<State, Cmd extends Command, Event extends DomainEvent>(
  { journal, decider, streamId, codec, snapshots, cache, key }: Handling<State, Cmd, Event>,
  entry: CachedFold<State> | undefined,
): Promise<CachedFold<State>> {
  const restored = entry?.folded ?? (await snapshots?.restore(journal, decider, streamId));
  const base = restored ?? emptyFold(decider.initial);
  const folded = await foldStream(journal, decider, streamId, codec, base);
  if (!entry) snapshots?.keep(decider, streamId, restored, folded);
  const unchanged = entry && folded.head.revision === base.head.revision;
  const operations = unchanged ? entry.operations : folded.head.revision === -1 ? new Set<string>() : null;
  const fresh = { folded, operations };
  cache.set(key, fresh);
  return fresh;
}

type FirstAnswer = Attempt | { readonly refusal: Rejection };

/** The answer from the cached fold: a refusal, or that nothing is to be said, holds only if the cache is not old. */
async function answerFromCache<State, Cmd extends Command, Event extends DomainEvent>(
  handling: Handling<State, Cmd, Event>,
  cached: CachedFold<State>,
): Promise<FirstAnswer | undefined> {
  try {
    return await attempt(handling, cached);
  } catch (error) {
    if (error instanceof Rejection) return { refusal: error };
    if (isSequenceConflict(error)) return undefined;
    throw error;
  }
}

function standing(answer: FirstAnswer): Receipt {
  if ('refusal' in answer) throw answer.refusal;
  return answer.receipt;
}

async function settle<State, Cmd extends Command, Event extends DomainEvent>(
  handling: Handling<State, Cmd, Event>,
  retries: number,
): Promise<Receipt> {
  const cached = handling.cache.get<State>(handling.key);
  const first = cached && (await answerFromCache(handling, cached));
  if (first && 'certain' in first && first.certain) return first.receipt;
  let entry = await refresh(handling, cached);
  if (first && entry.folded.head.revision === cached.folded.head.revision) return standing(first);
  for (let left = retries; ; left -= 1) {
    try {
      return (await attempt(handling, entry)).receipt;
    } catch (error) {
      if (!isSequenceConflict(error) || left === 0) throw error;
    }
    const newer = await refresh(handling, entry);
    // A fold that conflicts and has nothing to read on is not one of this store: it is made anew.
    entry = newer.folded.head.revision > entry.folded.head.revision ? newer : await refresh(handling, undefined);
  }
}

/**
 * Returns the Receipt; a command that needs no fact gets the stream's present revision. Throws what the decider refuses (Rejection),
 * Conflict SEQUENCE_CONFLICT after the last retry, Rejection OPERATION_PAYLOAD_CONFLICT, CLOCK_BACKWARDS, VALUE_INVALID, EVENT_UNKNOWN,
 * JOURNAL_TAMPERED, and what Journal.append throws.
 */
export async function handle<State, Cmd extends Command, Event extends DomainEvent>(
  journal: Journal,
  decider: Decider<State, Cmd, Event>,
  streamId: string,
  command: Cmd,
  options: HandleOptions = {},
): Promise<Receipt> {
  checkUuidV7(command.meta.commandId, 'commandId');
  const cache = foldCacheOf(journal);
  const key = `${decider.name} ${decider.version} ${streamId}`;
  const operation = { ...decider.operation(command), principalId: command.meta.actor.principalId };
  const { codec = plainCodec, retries = RETRIES, drift, snapshots } = options;
  const handling = { journal, decider, streamId, command, operation, codec, drift, snapshots, cache, key };
  return cache.inTurn(key, () => settle(handling, retries));
}
