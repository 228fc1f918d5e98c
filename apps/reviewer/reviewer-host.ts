// Runs reviews in its slots; waits that its principals claimed before a restart come first, inside the pull.
import type { Caller, ReviewOffer } from '#contracts/commands';
import { PullHost } from '#platform/hosting';
import { ReviewRun } from './review-run.js';
import type { ReviewHost } from './review-run.js';

export interface ReviewerHostOptions {
  readonly hostId: string;
  readonly agents: readonly string[];
  readonly slots: number;
  readonly drainMs: number;
}

export function reviewerHost(host: ReviewHost, caller: Caller, options: ReviewerHostOptions): PullHost<ReviewOffer> {
  const { hostId, agents, slots, drainMs } = options;
  return new PullHost<ReviewOffer>(
    {
      resume: () => Promise.resolve([]),
      pull: (freeSlots, signal) => host.client.review.pull(caller, { hostId, agents, freeSlots }, signal),
      begin: (offer) => {
        const run = new ReviewRun(host, offer);
        return { ended: run.run(), drain: () => run.drain() };
      },
      onDefect: (what, error) => {
        const message =
          what === 'pull'
            ? 'Pulling reviews failed; it is tried again.'
            : 'A review ended in a defect; its wait runs out and is given again.';
        host.log('error', message, { error: error instanceof Error ? (error.stack ?? error.name) : typeof error });
      },
    },
    { slots, drainMs },
  );
}
