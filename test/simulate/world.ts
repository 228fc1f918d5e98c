// One simulated world: a store that survives, a process that does not, a network, agents, and the Runs as their stored facts show them.
import { Conflict, Rejection, Unavailable } from '#domain/kernel';
import type { Decider } from '#domain/kernel';
import { initialRun, runDecider, runEventCatalogue, runStreamOf } from '#domain/run';
import type { AssignmentEnvelope, RecordedRunEvent, RunCommand, RunEvent, RunState } from '#domain/run';
import { createCodec } from '#contracts/codec';
import { handle, Snapshots } from '#journal';
import type { Journal, SnapshotStore } from '#journal';
import { MemorySnapshotStore, MemoryStore } from '#journal/memory';
import { T0 } from '#testing/run';
import type { Climate } from './climate.js';
import { Counts } from './counts.js';
import { Crash, FaultyJournal, ParsedRows, SecondDoor } from './faulty-journal.js';
import type { CrashPlace } from './faulty-journal.js';
import type { Answer, Batch, Fact, Message, Outcome } from './message.js';
import { READINGS } from './readings.js';
import type { Readings } from './readings.js';
import type { Sent } from './script.js';

export const runCodec = createCodec([runEventCatalogue]);
export type RunRules = Decider<RunState, RunCommand, RunEvent>;

/** How many old states, messages and agents a world remembers. */
const PAST = 12;
const ARCHIVED = 96;
const AGENTS = 48;
/** A snapshot of a Run is kept every so many facts. */
const SNAPSHOT_EVERY = 48;

export interface WorldOptions {
  /** The decider to try; default: the Kernel's. */
  readonly rules?: RunRules;
  /** What is read from the facts; default: what the product reads. */
  readonly readings?: Partial<Readings>;
  /** Whether to write down what happened: in words, and message by message. */
  readonly log?: boolean;
  readonly store?: MemoryStore;
  readonly snapshotStore?: SnapshotStore;
  /** From where on commands, operations and words are numbered. */
  readonly firstNumber?: number;
}

export interface LiveRun {
  readonly runId: string;
  readonly streamId: string;
  state: RunState;
  /** States before the present one, newest last: what a sender with an old view sees. */
  readonly past: RunState[];
}

/** An executor's end of one Assignment; it outlives its lease, as real ones do. */
export interface FakeAgent {
  readonly runId: string;
  readonly envelope: AssignmentEnvelope;
  /** Observations made so far: each has an id of its own. */
  said: number;
  gone: boolean;
}

/** Something that is neither an answer nor a refusal. */
export class Defect extends Error {
  override readonly name = 'Defect';
}

export class World {
  readonly rules: RunRules;
  readonly readings: Readings;
  readonly store: MemoryStore;
  readonly snapshots: Snapshots;
  readonly counts = new Counts();
  readonly runs = new Map<string, LiveRun>();
  readonly delayed: Message[] = [];
  readonly archive: Message[] = [];
  readonly agents: FakeAgent[] = [];
  readonly log: string[] | null;
  /** Every delivery, to be sent again as it was; null where nothing is written down. */
  readonly script: Sent[] | null;
  /** The store's clock. */
  now = T0;
  /** How far the store's clock stands back for the next command. */
  wobble = 0;
  operations: number;
  /** Rises when the members' routes change. */
  route = 1;
  journal: FaultyJournal;
  door: Journal;
  /** The Journal of a process that died: it may still try to write. */
  old: FaultyJournal | null = null;
  climate: Climate;
  private readonly commands = new Map<string, RunCommand>();
  private readonly parsed = new ParsedRows();
  private readonly firstNumber: number;
  private sent: number;
  private seen = 0;

  constructor(climate: Climate, options: WorldOptions = {}) {
    this.climate = climate;
    this.rules = options.rules ?? runDecider;
    this.readings = { ...READINGS, ...options.readings };
    this.store = options.store ?? new MemoryStore();
    this.snapshots = new Snapshots(options.snapshotStore ?? new MemorySnapshotStore(), { every: SNAPSHOT_EVERY });
    this.log = options.log ? [] : null;
    this.script = options.log ? [] : null;
    this.firstNumber = this.sent = this.operations = options.firstNumber ?? 0;
    this.journal = this.open();
    this.door = new SecondDoor(this.journal);
  }

  private open(): FaultyJournal {
    return new FaultyJournal({ store: this.store, clock: () => this.now - this.wobble }, this.parsed);
  }

  nextCommand(): number {
    return (this.sent += 1);
  }

  liveRuns(): readonly LiveRun[] {
    return [...this.runs.values()];
  }

  /** The process dies and another one takes over. */
  restart(): void {
    this.old = this.journal;
    this.journal = this.open();
    this.door = new SecondDoor(this.journal);
  }

  /** Hands messages in at once, each through a door of its own; answers come with the facts that each left. */
  async deliver(messages: readonly Message[], journal?: Journal): Promise<readonly Answer[]> {
    const doors = journal
      ? [journal]
      : messages.length > 1
        ? [this.journal, this.door]
        : [this.sent % 3 ? this.journal : this.door];
    this.script?.push(this.sentNow(messages, doors[0] as Journal));
    const outcomes = await Promise.all(messages.map((message, index) => this.submit(message, doors[index] as Journal)));
    this.wobble = 0;
    const batches = this.absorb();
    return messages.map((message, index) => {
      const { commandId } = message.command.meta;
      const batch = batches.find((one) => one.commandId === commandId) ?? null;
      const outcome = outcomes[index] as Outcome;
      if (this.log) this.note(message, outcome, batch);
      return { message, outcome, batch };
    });
  }

  /** Dies at the write of this message; the sender gets no answer. */
  async dieAt(place: CrashPlace, message: Message): Promise<readonly Answer[]> {
    this.journal.crashAt = place;
    const answers = await this.deliver([message], this.journal);
    this.restart();
    return answers;
  }

  private async submit({ command }: Message, journal: Journal): Promise<Outcome> {
    this.commands.set(command.meta.commandId, command);
    try {
      return {
        kind: 'receipt',
        receipt: await handle(journal, this.rules, runStreamOf(command.data.runId), command, {
          codec: runCodec,
          snapshots: this.snapshots,
        }),
      };
    } catch (error) {
      if (error instanceof Crash) return { kind: 'crashed', place: error.place };
      if (error instanceof Rejection || error instanceof Conflict || error instanceof Unavailable) {
        return { kind: 'refused', code: error.code, why: error.message };
      }
      throw new Defect(`${command.type} ended in a defect: ${String(error)}`, { cause: error });
    }
  }

  /** Folds what was stored since last time, from the stored bytes, batch by batch. */
  private absorb(): readonly Batch[] {
    const batches: Batch[] = [];
    const { rows } = this.store;
    while (this.seen < rows.length) {
      const first = this.parsed.eventOf(rows[this.seen] as (typeof rows)[number]);
      const { commandId } = first.metadata;
      const run = this.runOf(first.streamId);
      const before = run.state;
      const facts: Fact[] = [];
      for (; this.seen < rows.length; this.seen += 1) {
        const stored = this.parsed.eventOf(rows[this.seen] as (typeof rows)[number]);
        if (stored.metadata.commandId !== commandId || stored.streamId !== run.streamId) break;
        const event = runCodec.open(stored) as RecordedRunEvent;
        run.state = this.rules.evolve(run.state, event);
        facts.push({ ...event, revision: stored.revision, actor: stored.metadata.actor });
        this.welcome(run, event);
      }
      run.past.push(before);
      if (run.past.length > PAST) run.past.shift();
      const command = this.commands.get(commandId) ?? null;
      batches.push({ runId: run.runId, commandId, command, before, after: run.state, facts });
    }
    return batches;
  }

  private runOf(streamId: string): LiveRun {
    const runId = streamId.slice('run-'.length);
    let run = this.runs.get(runId);
    if (!run) this.runs.set(runId, (run = { runId, streamId, state: initialRun, past: [] }));
    return run;
  }

  /** A claim reaches an agent, wherever it runs. */
  private welcome({ runId }: LiveRun, event: RecordedRunEvent): void {
    if (event.type !== 'local_execution.requested' && event.type !== 'remote_dispatch.requested') return;
    this.agents.push({ runId, envelope: event.data.envelope, said: this.firstNumber, gone: false });
    if (this.agents.length > AGENTS) this.agents.shift();
  }

  private sentNow(messages: readonly Message[], by: Journal): Sent {
    const door = messages.length > 1 ? 'both' : by === this.door ? 'second' : by === this.old ? 'old' : 'first';
    return { at: this.now - this.wobble, door, dies: this.journal.crashAt, messages };
  }

  remember(message: Message): void {
    this.archive.push(message);
    if (this.archive.length > ARCHIVED) this.archive.shift();
  }

  private note({ command, lie }: Message, outcome: Outcome, batch: Batch | null): void {
    const said =
      outcome.kind === 'receipt'
        ? outcome.receipt.outcome
        : outcome.kind === 'refused'
          ? `${outcome.code} (${outcome.why})`
          : outcome.place;
    const facts = batch?.facts.map((fact) => fact.type).join(', ') ?? '';
    const by = `${command.meta.actor.principalId} as ${command.meta.actor.role}`;
    this.log?.push(
      `  +${this.now - T0} ms ${command.data.runId.slice(0, 10)} ${command.type}${lie ? ` (lie: ${lie})` : ''} by ${by}: ${said}${facts ? ` → ${facts}` : ''}`,
    );
  }
}
