// Runs Assignments in its slots. After a restart it takes back what it had only leased; what was running runs out.
import type { AssignmentOffer, Caller } from '#contracts/commands';
import { PullHost } from '#platform/hosting';
import { AssignmentRun } from './assignment-run.js';
import type { AssignmentHost } from './assignment-run.js';

export interface ExecutorHostOptions {
  /** Made once and kept in the data directory. */
  readonly hostId: string;
  /** Principals that this host can run. */
  readonly agents: readonly string[];
  readonly slots: number;
  readonly drainMs: number;
}

export function executorHost(host: AssignmentHost, caller: Caller, options: ExecutorHostOptions): PullHost<AssignmentOffer> {
  const { hostId, agents, slots, drainMs } = options;
  const { execution } = host.client;
  return new PullHost<AssignmentOffer>(
    {
      resume: async () => {
        await host.workspaces.recover();
        return execution.resume(caller, hostId);
      },
      pull: (freeSlots, signal) => execution.pull(caller, { hostId, agents, freeSlots }, signal),
      begin: (offer) => {
        const { assignmentId, runId, taskKey } = offer.envelope;
        const run = new AssignmentRun(host, offer);
        return {
          ended: run.run().then((end) => host.log('info', 'An attempt ended.', { assignmentId, runId, taskKey, end })),
          drain: () => run.drain(),
        };
      },
      onDefect: (what, error) => {
        const message =
          what === 'pull' ? 'Pulling work failed; it is tried again.' : 'An attempt ended in a defect; its lease runs out.';
        host.log('error', message, { error: error instanceof Error ? (error.stack ?? error.name) : typeof error });
      },
    },
    { slots, drainMs },
  );
}
