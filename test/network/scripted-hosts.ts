// Hosts that do their work by script: what an executor or a reviewer says, without an agent behind it.
import { encodeReport } from '#agent-runtime';
import type { AgentReport } from '#agent-runtime';
import type { AssignmentOffer, Caller, CommandClient, Observation, Observed, ReviewOffer } from '#contracts/commands';

const EXECUTOR: Caller = { capability: { sub: 'system:executor', role: 'service' } };
const REVIEWER: Caller = { capability: { sub: 'system:reviewer', role: 'service' } };

export const reportFor = ({ envelope }: AssignmentOffer, markdown: string): AgentReport => ({
  version: 1,
  markdown,
  claims: [
    {
      claimId: 'c1',
      kind: 'observation',
      key: `${envelope.taskKey}.done`,
      statement: 'It is done.',
      value: true,
      evidenceRefs: [],
      supersedesFactIds: [],
    },
  ],
  evidence: [],
});

/** One Assignment as its executor speaks of it. */
export class Attempt {
  #observations = 0;

  constructor(
    private readonly client: CommandClient,
    readonly offer: AssignmentOffer,
  ) {}

  get caller(): Caller {
    return { capability: this.offer.capability };
  }

  get target() {
    const { projectId, runId, assignmentId, digest } = this.offer.envelope;
    return { projectId, runId, assignmentId, envelopeDigest: digest };
  }

  start() {
    return this.client.execution.start(this.caller, this.target);
  }

  heartbeat(): Promise<Observed> {
    return this.client.execution.observe(this.caller, this.target, this.nextId(), { type: 'heartbeat' });
  }

  /** What is said of a report that is registered now. */
  async completion(markdown = 'Done.'): Promise<Observation> {
    const { projectId, runId } = this.target;
    const body = encodeReport(reportFor(this.offer, markdown));
    const text = { projectId, runId, kind: 'task_report' as const, fieldPath: 'report', body };
    const { receipt, contentHash } = await this.client.payloads.register(this.caller, text);
    return {
      type: 'execution_completed',
      reportRef: `payload:${receipt.objectId}`,
      reportContentHash: contentHash,
      claimIds: ['c1'],
      evidenceRefs: [],
      artifactRefs: [],
      changeSetRef: null,
      model: null,
    };
  }

  async complete(markdown?: string): Promise<Observed> {
    return this.observe(this.nextId(), await this.completion(markdown));
  }

  observe(observationId: string, observation: Observation): Promise<Observed> {
    return this.client.execution.observe(this.caller, this.target, observationId, observation);
  }

  fail(retryable: boolean): Promise<Observed> {
    return this.client.execution.observe(this.caller, this.target, this.nextId(), {
      type: 'execution_failed',
      reasonCode: 'tool_error',
      retryable,
    });
  }

  nextId(): string {
    this.#observations += 1;
    return `observation:${this.target.assignmentId}:${this.#observations}`;
  }
}

/** Work that a host was given, in order; `take` waits for the next one. */
class Desk<Offer> {
  readonly taken: Offer[] = [];
  readonly #stop = new AbortController();
  #done: Promise<void> = Promise.resolve();

  open(pull: (signal: AbortSignal) => AsyncIterable<Offer>, each: (offer: Offer) => Promise<void>): void {
    this.#done = (async () => {
      while (!this.#stop.signal.aborted) {
        for await (const offer of pull(this.#stop.signal)) {
          this.taken.push(offer);
          await each(offer);
        }
      }
    })();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#done;
  }
}

/** Pulls Assignments and hands each to `each`; without one they are only taken. */
export function executorDesk(
  client: CommandClient,
  each: (attempt: Attempt) => Promise<void> = () => Promise.resolve(),
  { hostId = 'host-1', agents = ['agent:executor'], freeSlots = 1 } = {},
): Desk<AssignmentOffer> {
  const desk = new Desk<AssignmentOffer>();
  desk.open(
    (signal) => client.execution.pull(EXECUTOR, { hostId, agents, freeSlots }, signal),
    (offer) => each(new Attempt(client, offer)),
  );
  return desk;
}

export const resumed = (client: CommandClient, hostId = 'host-1'): Promise<readonly AssignmentOffer[]> =>
  client.execution.resume(EXECUTOR, hostId);

export const verdictOn = (client: CommandClient, offer: ReviewOffer, passed: boolean) => {
  const { projectId, runId, assignmentId, controlSequence, capability, contract, report, candidate } = offer;
  const target = { projectId, runId, assignmentId, expectedSequence: controlSequence };
  return client.review.submitVerdict({ capability }, target, `verdict:${assignmentId}`, {
    criteria: contract.criteria.map(({ criterionId }) => ({
      criterionId,
      verdict: passed ? ('passed' as const) : ('failed' as const),
      evidenceRefs: [report.reportRef],
    })),
    claims: candidate.claimIds.map((claimId) => ({ claimId, accepted: passed })),
    method: 'recomputed',
    model: null,
  });
};

export function reviewerDesk(
  client: CommandClient,
  each: (offer: ReviewOffer) => Promise<unknown> = (offer) => verdictOn(client, offer, true),
  { hostId = 'host-2', agents = ['agent:reviewer'], freeSlots = 1 } = {},
): Desk<ReviewOffer> {
  const desk = new Desk<ReviewOffer>();
  desk.open(
    (signal) => client.review.pull(REVIEWER, { hostId, agents, freeSlots }, signal),
    async (offer) => void (await each(offer)),
  );
  return desk;
}

/** Starts and completes whatever comes. */
export const worker = async (attempt: Attempt): Promise<void> => {
  await attempt.start();
  await attempt.complete();
};
