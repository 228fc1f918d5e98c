// Turns the steps of an agent into observations: progress at most once in 5 s, the report stored before completion is said.
import { encodeReport } from '#agent-runtime';
import type { AgentStep } from '#agent-runtime';
import type { Observation } from '#contracts/commands';
import type { AssignmentChannel } from './assignment-channel.js';

const PROGRESS_EVERY_MS = 5_000;

type Failed = Extract<AgentStep, { kind: 'failed' }>;
type FailureCode = Extract<Observation, { type: 'execution_failed' }>['reasonCode'];

const FAILURE: Readonly<Record<Failed['reasonCode'], FailureCode>> = {
  context_budget_exceeded: 'context_budget_exceeded',
  capability_missing: 'capability_missing',
  workspace_error: 'workspace_error',
  model_unavailable: 'model_error',
  budget_exhausted: 'budget_exceeded',
  no_candidate: 'model_error',
};

export class StepReporter {
  #lastProgress = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly channel: AssignmentChannel,
    private readonly now: () => number,
  ) {}

  /** True when the step ended the attempt in the Journal. */
  async report(step: AgentStep, changeSetRef: () => Promise<string | null>): Promise<boolean> {
    switch (step.kind) {
      case 'progress':
        await this.#progress(step);
        return false;
      case 'checkpoint':
        await this.channel.observe({
          type: 'checkpoint',
          checkpointRef: step.checkpointRef,
          checkpointDigest: step.checkpointDigest,
        });
        return false;
      case 'report':
        await this.#complete(step, await changeSetRef());
        return true;
      case 'failed':
        await this.#fail(step);
        return true;
      case 'stopped':
        return false;
    }
  }

  async #progress({ summary, completedUnits, totalUnits }: Extract<AgentStep, { kind: 'progress' }>): Promise<void> {
    if (this.now() - this.#lastProgress < PROGRESS_EVERY_MS) return;
    this.#lastProgress = this.now();
    const reference = await this.channel.register('workroom_fact', 'progress.summary', summary);
    await this.channel.observe({ type: 'progress', summary: reference, completedUnits, totalUnits });
  }

  async #complete({ report, model }: Extract<AgentStep, { kind: 'report' }>, changeSetRef: string | null): Promise<void> {
    const { receipt, contentHash } = await this.channel.register('task_report', 'report', encodeReport(report));
    await this.channel.observe({
      type: 'execution_completed',
      reportRef: `payload:${receipt.objectId}`,
      reportContentHash: contentHash,
      claimIds: report.claims.map(({ claimId }) => claimId),
      evidenceRefs: report.evidence.map(({ ref }) => ref),
      artifactRefs: [],
      changeSetRef,
      model,
    });
  }

  async #fail({ reasonCode, retryable, detail }: Failed): Promise<void> {
    const { receipt } = await this.channel.register('task_report', 'report', detail);
    await this.channel.observe({
      type: 'execution_failed',
      reasonCode: FAILURE[reasonCode],
      retryable,
      reportRef: `payload:${receipt.objectId}`,
    });
  }
}
