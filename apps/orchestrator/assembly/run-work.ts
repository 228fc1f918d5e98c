// The loops that move Runs on: acceptance, scheduler, supply, review, clock. Each looks at a Run when a fact or a host concerns it.
import type { Rejection } from '#domain/kernel';
import type { AssignmentOffer, ReviewOffer } from '#contracts/commands';
import type { Receipt } from '#contracts/codec';
import { AcceptanceWork } from '../acceptance/acceptance-work.js';
import { CandidateBook } from '../acceptance/candidate-book.js';
import { ReviewWork } from '../acceptance/review-work.js';
import { ClockWork } from '../clock/clock-work.js';
import { RunWorker } from '../facts/run-worker.js';
import type { OpenRun } from '../facts/run-board.js';
import { Loop } from '../loops/loop.js';
import type { AgentSettings } from '../registry/available.js';
import { SchedulerWork } from '../scheduler/scheduler-work.js';
import { Offers } from '../supply/offers.js';
import { Pulls } from '../supply/pulls.js';
import { SupplyWork } from '../supply/supply-work.js';
import type { Core } from './core.js';

export interface RunWork {
  readonly loops: readonly Loop[];
  readonly executors: Pulls<AssignmentOffer>;
  readonly reviewers: Pulls<ReviewOffer>;
  readonly offers: Offers;
  readonly candidates: CandidateBook;
  readonly acceptance: AcceptanceWork;
  /** Looks at every open Run. */
  wakeAll(): void;
}

/** An agent without a named model runs whatever its provider lists first: it counts as the provider's every model. */
function runsModel(agent: AgentSettings | undefined, model: string | null): boolean | null {
  if (!agent || agent.provider === null) return null;
  return agent.model === null ? (model?.startsWith(`${agent.provider}/`) ?? false) : model === `${agent.provider}/${agent.model}`;
}

interface Working {
  readonly worker: RunWorker;
  readonly loop: Loop;
}

export function makeRunWork(core: Core): RunWork {
  const { ports, commands, catalog, registry, runs, tail, bodies, available, now, newId } = core;
  const { vault, journal, log, settings } = ports;
  const candidates = new CandidateBook(vault);
  const offers = new Offers({ board: runs, journal, vault, catalog, registry, available, newId });
  const wakeSupply = (): void => [scheduler, supply].forEach(look);
  const executors = new Pulls<AssignmentOffer>(wakeSupply);
  const reviewers = new Pulls<ReviewOffer>(() => look(review));

  const look = ({ worker, loop }: Working): void => {
    worker.markAll();
    loop.wake();
  };
  const working = (name: string, react: (run: OpenRun) => Promise<readonly Receipt[]>): Working => {
    const onRefused = (runId: string, { code }: Rejection): void =>
      log('warn', 'A reaction was refused; the Run waits until it changes.', { loop: name, runId, code });
    const worker = new RunWorker({ board: runs, tail, react, onRefused });
    return { worker, loop: new Loop({ name, work: () => worker.work(), onDefect: ports.onDefect }) };
  };

  const acceptanceWork = new AcceptanceWork({ commands, registry, vault, bodies, available });
  const supplyWork = new SupplyWork({ commands, catalog, registry, available, pulls: executors, offers, tail, now });
  const schedulerWork = new SchedulerWork({ commands, catalog, registry, board: runs, supply: supplyWork });
  const reviewWork = new ReviewWork({
    ...{ commands, board: runs, catalog, candidates, vault, pulls: reviewers, tail, now, newId },
    runsModel: (agent, model) => runsModel(settings.agents.get(agent), model),
  });
  const clockWork = new ClockWork({ commands, board: runs, now });

  const acceptance = working('acceptance', (run) => acceptanceWork.react(run));
  const scheduler = working('scheduler', (run) => schedulerWork.react(run));
  const supply = working('supply', (run) => supplyWork.react(run));
  const review = working('review', (run) => reviewWork.react(run));
  const { worker: ticker } = working('clock', (run) => clockWork.react(run));
  const clock = new Loop({
    name: 'clock',
    work: () => {
      ticker.mark(clockWork.due());
      return ticker.work();
    },
    onDefect: ports.onDefect,
  });
  const all = [acceptance, scheduler, supply, review];
  runs.onChange((runIds) => {
    for (const { worker, loop } of all) {
      worker.mark(runIds);
      loop.wake();
    }
  });
  return {
    loops: [...all.map(({ loop }) => loop), clock],
    ...{ executors, reviewers, offers, candidates, acceptance: acceptanceWork },
    wakeAll: () => all.forEach(look),
  };
}
