// One Assignment's line to the orchestrator: its token is renewed by heartbeats, its observations carry ids that survive a resend.
import type {
  AssignmentOffer,
  AssignmentTarget,
  Caller,
  CommandClient,
  Observation,
  Observed,
  WorkspaceRecord,
} from '#contracts/commands';
import type { Capability, PayloadReference } from '#domain/kernel';
import { Unavailable } from '#domain/kernel';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

const RESENDS = 5;

export class AssignmentChannel {
  readonly target: AssignmentTarget;
  #capability: Capability;
  /** Ids of another process of this host never meet these. */
  readonly #session = randomUUID();
  #observations = 0;

  constructor(
    private readonly client: CommandClient,
    offer: AssignmentOffer,
  ) {
    const { projectId, runId, assignmentId, digest } = offer.envelope;
    this.target = { projectId, runId, assignmentId, envelopeDigest: digest };
    this.#capability = offer.capability;
  }

  get caller(): Caller {
    return { capability: this.#capability };
  }

  async start(): Promise<void> {
    await this.#resend(() => this.client.execution.start(this.caller, this.target));
  }

  /** A repeat after a lost answer carries the same observationId: it is recorded once. */
  async observe(observation: Observation): Promise<Observed> {
    this.#observations += 1;
    const id = `observation:${this.#session}:${this.#observations}`;
    const observed = await this.#resend(() => this.client.execution.observe(this.caller, this.target, id, observation));
    if (observed.capability) this.#capability = observed.capability;
    return observed;
  }

  async recordWorkspace(record: WorkspaceRecord): Promise<void> {
    await this.#resend(() => this.client.execution.recordWorkspace(this.caller, this.target, record));
  }

  async settleCancel(): Promise<void> {
    await this.#resend(() => this.client.execution.settleCancel(this.caller, this.target, 'interrupted'));
  }

  register(kind: 'workroom_fact' | 'task_report', fieldPath: string, body: string): Promise<PayloadReference> {
    const { projectId, runId } = this.target;
    return this.#resend(() => this.client.payloads.register(this.caller, { projectId, runId, kind, fieldPath, body }));
  }

  /** What is unavailable is asked again a few times, with the pause that the answer hints at; the lease bounds the whole. */
  async #resend<T>(send: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await send();
      } catch (error) {
        if (!(error instanceof Unavailable) || attempt === RESENDS) throw error;
        await pause(Math.min(error.retryAfterMs, 2_000));
      }
    }
  }
}
