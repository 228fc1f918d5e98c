// The Journal's only writer, put together. Killed at any instant, it finds everything that it needs in the Journal.
import type { Caller, CatalogSnapshot, PlanningDiagnostics } from '#contracts/commands';
import { ReviewPort } from './acceptance/review-port.js';
import { makeCore } from './assembly/core.js';
import type { Core } from './assembly/core.js';
import { makeInboxWork } from './assembly/inbox-work.js';
import type { InboxWork } from './assembly/inbox-work.js';
import type { OrchestratorPorts } from './assembly/ports.js';
import { makeRunWork } from './assembly/run-work.js';
import type { RunWork } from './assembly/run-work.js';
import { bootstrapDemo } from './bootstrap/demo-project.js';
import { ControlPort } from './control/control-port.js';
import type { Intake } from './intake/intake.js';
import { Loop } from './loops/loop.js';
import { PayloadPort } from './payloads/payload-port.js';
import { sweepUnreferenced } from './payloads/sweep.js';
import { readCatalog } from './queries/catalog-query.js';
import { diagnose } from './queries/diagnostics.js';
import { readRoom } from './queries/room-query.js';
import type { RoomRequest } from './queries/room-query.js';
import { ExecutionPort } from './supply/execution-port.js';
import { recordWorkspace } from './supply/workspace-records.js';

const SWEEP_MS = 3_600_000;

export class Orchestrator {
  readonly intake: Intake;
  readonly execution: ExecutionPort;
  readonly review: ReviewPort;
  readonly control: ControlPort;
  readonly payloads: PayloadPort;
  readonly #core: Core;
  readonly #inbox: InboxWork;
  readonly #work: RunWork;
  readonly #loops: readonly Loop[];

  constructor(ports: OrchestratorPorts) {
    const core = makeCore(ports);
    const { commands, runs, tail, catalog, now, newId, bodies, initializer, authorities } = core;
    this.#core = core;
    this.#work = makeRunWork(core);
    this.#inbox = makeInboxWork(core, this.#work);
    const { executors, reviewers, offers, candidates } = this.#work;
    const authority = (projectId: string, principalId: string) => authorities.of(projectId, principalId);
    this.intake = this.#inbox.intake;
    const caughtUp = async (): Promise<void> => tail.reached(await ports.journal.position());
    this.execution = new ExecutionPort({
      ...{ commands, board: runs, tail, caughtUp, pulls: executors, offers, candidates, now, newId },
    });
    this.review = new ReviewPort({ commands, board: runs, catalog, candidates, pulls: reviewers, authority, now });
    this.control = new ControlPort({ people: this.#inbox.people, initializer, now, newId });
    this.payloads = new PayloadPort({
      ...{ vault: ports.vault, bodies, now, newId },
      isSponsor: (projectId, principalId) => authority(projectId, principalId).isSponsor,
      run: (runId) => runs.current(runId),
    });
    const keeper = new Loop({ name: 'working-set', work: () => runs.save(), onDefect: ports.onDefect });
    const sweep = async (): Promise<void> => void (await sweepUnreferenced(ports));
    const sweeper = new Loop({ name: 'sweep', work: sweep, tickMs: SWEEP_MS, onDefect: ports.onDefect });
    this.#loops = [this.#inbox.loop, ...this.#work.loops, keeper, sweeper];
  }

  /** Throws the Rejection that refuses the start. */
  async start(): Promise<void> {
    const { ports, runs, inboxes, catalog, registry, tail } = this.#core;
    const { demoWorkspace } = ports.settings;
    const position = await runs.load();
    await Promise.all([inboxes.load(), catalog.refresh(), registry.refreshAuthorities()]);
    if (demoWorkspace !== null) {
      await ports.resolveBaseRevision({ path: demoWorkspace });
      await bootstrapDemo(this.#bootstrapPorts(), demoWorkspace);
    }
    tail.start(position);
    this.#inbox.worker.adopt();
    this.#work.wakeAll();
    for (const loop of this.#loops) loop.start();
  }

  /** Ends what is in hand and starts nothing more; the stores are closed by who opened them. */
  async stop(): Promise<void> {
    await Promise.all([this.#inbox.worker.stop(), ...this.#loops.map((loop) => loop.stop())]);
    await this.#core.tail.stop();
    await this.#core.runs.save();
  }

  /** Resolves when every fact was read and nothing is left to do before a host, a person or the clock comes. */
  async settled(): Promise<void> {
    const { ports, tail } = this.#core;
    for (;;) {
      const position = await ports.journal.position();
      await tail.reached(position);
      await this.#inbox.worker.settled();
      await Promise.all(this.#loops.map((loop) => loop.settled()));
      const idle = this.#loops.every((loop) => loop.idle) && this.#inbox.worker.isIdle;
      if (idle && (await ports.journal.position()) === position) return;
    }
  }

  /** Looks at the clock now instead of at the next tick. */
  tick(): void {
    for (const loop of this.#loops) loop.wake();
  }

  recordWorkspace(...[caller, target, record]: RecordArguments) {
    const { commands, runs, now, newId } = this.#core;
    return recordWorkspace({ commands, board: runs, now, newId }, caller, target, record);
  }

  catalog(caller: Caller): CatalogSnapshot {
    const { catalog, available, now } = this.#core;
    const agents = available.agents.map(({ agent }) => agent);
    return readCatalog(catalog, agents, caller, now());
  }

  messages(caller: Caller, request: RoomRequest) {
    const { ports, bodies, catalog, now } = this.#core;
    return readRoom({ events: ports.conversations, bodies, catalog, now }, caller, request);
  }

  diagnostics(caller: Caller, projectId: string): Promise<PlanningDiagnostics> {
    const { ports, catalog, registry, available, hasAuthority, declaration, now } = this.#core;
    const { trustedPublishers, provider, contractHint } = ports.settings;
    const about = { catalog, registry, available, trustedPublishers, hasAuthority, provider, declaration, contractHint, now };
    return diagnose(about, caller, projectId);
  }

  #bootstrapPorts() {
    const { ports, codec, newId, catalog, registry, commands, initializer, catalogContext } = this.#core;
    const { journal, vault, conversations } = ports;
    const lastSequence = (key: string): Promise<number> => conversations.lastSequence(key);
    return { journal, codec, newId, catalog, registry, commands, vault, initializer, context: catalogContext, lastSequence };
  }
}

type RecordArguments = Parameters<typeof recordWorkspace> extends [unknown, ...infer Rest] ? Rest : never;
