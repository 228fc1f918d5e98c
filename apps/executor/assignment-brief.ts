// From an offer to an agent's brief: the texts are opened anew, each by the disclosure decision for where it would go.
import { decodeReport, DEFAULT_BUDGET } from '#agent-runtime';
import type { AgentBrief, ContextItem } from '#agent-runtime';
import type { AssignmentOffer, Caller, CommandClient, DependencyReport } from '#contracts/commands';
import type { TextRef } from '#domain/kernel';
import { Rejection } from '#domain/kernel';

/** Where the opened texts go: to a strategy on this host, or to a model provider. */
export type Destination =
  { readonly channel: 'context_view' } | { readonly channel: 'model_provider'; readonly destination: string };

export class BriefReader {
  constructor(
    private readonly client: CommandClient,
    private readonly caller: Caller,
    private readonly destination: Destination,
  ) {}

  async read(offer: AssignmentOffer): Promise<AgentBrief> {
    const { envelope } = offer;
    const [title, dependencies, criteria, rework] = await Promise.all([
      this.#text(offer, offer.title),
      Promise.all(
        offer.dependencies.map(async (dependency) => ({
          taskKey: dependency.taskKey,
          report: decodeReport(await this.#report(offer, dependency)),
        })),
      ),
      Promise.all(
        offer.criteria.map(async ({ criterionId, kind, text }) => ({
          criterionId,
          kind,
          text: text ? await this.#text(offer, text) : null,
        })),
      ),
      offer.reworkReason ? this.#text(offer, offer.reworkReason) : null,
    ]);
    return {
      projectId: envelope.projectId,
      runId: envelope.runId,
      taskKey: envelope.taskKey,
      taskRevision: envelope.taskRevision,
      assignmentId: envelope.assignmentId,
      attempt: envelope.attempt,
      baseRevision: offer.baseRevision ?? '',
      title,
      strategy: offer.strategy,
      criteria,
      capabilities: offer.capabilities,
      context: rework === null ? [] : [reworkItem(offer, rework)],
      dependencies,
      budget: DEFAULT_BUDGET,
    };
  }

  #report(offer: AssignmentOffer, { reportRef, reportContentHash }: DependencyReport): Promise<string> {
    return this.#open(offer, reportRef.replace(/^payload:/, ''), reportContentHash);
  }

  async #text(offer: AssignmentOffer, reference: TextRef): Promise<string> {
    return reference ? this.#open(offer, reference.receipt.objectId, reference.contentHash) : '';
  }

  async #open(offer: AssignmentOffer, objectId: string, contentHash: string): Promise<string> {
    const { projectId, runId, taskKey } = offer.envelope;
    const opened = await this.client.payloads.open(this.caller, {
      projectId,
      runId,
      objectId,
      contentHash,
      purpose: 'task_execution',
      ...this.destination,
    });
    if (opened.text !== null) return opened.text;
    throw new Rejection(
      'DISCLOSURE_DENIED',
      `A text that task ${taskKey} of ${runId} needs may not be opened here (${opened.disposition}: ${opened.reasons.join(', ')}); change the Project's disclosure policy or the agent's provider.`,
      { disposition: opened.disposition, reasons: opened.reasons },
    );
  }
}

const reworkItem = ({ envelope }: AssignmentOffer, text: string): ContextItem => ({
  id: `rework:${envelope.taskKey}:${envelope.taskRevision}`,
  tier: 1,
  kind: 'rework_reason',
  source: `task:${envelope.taskKey}`,
  text,
  trusted: false,
});
