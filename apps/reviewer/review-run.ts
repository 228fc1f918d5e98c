// One review: opens the candidate's report and the baseline by the disclosure decision, reaches a verdict, hands it in.
import { decodeReport } from '#agent-runtime';
import type { ReviewerView, ReviewVerdict } from '#agent-runtime';
import type { CommandClient, DependencyReport, ReviewOffer } from '#contracts/commands';
import type { TextRef } from '#domain/kernel';
import { Rejection } from '#domain/kernel';

/** Where the texts of a review go: to this host, or to the provider of the reviewer's model. */
type Destination = { readonly channel: 'evidence_port' } | { readonly channel: 'model_provider'; readonly destination: string };

export interface ReviewHost {
  readonly client: CommandClient;
  /** `judge` sees nothing but the view and the files of the base revision. */
  readonly reviewerOf: (offer: ReviewOffer) => Promise<{
    readonly destination: Destination;
    readonly judge: (view: ReviewerView, signal: AbortSignal) => Promise<ReviewVerdict>;
  }>;
  readonly log: (level: 'info' | 'warn' | 'error', message: string, fields: Readonly<Record<string, unknown>>) => void;
}

export class ReviewRun {
  readonly #stop = new AbortController();

  constructor(
    private readonly host: ReviewHost,
    private readonly offer: ReviewOffer,
  ) {}

  drain(): void {
    this.#stop.abort();
  }

  async run(): Promise<void> {
    const { projectId, runId, taskKey, assignmentId, controlSequence, capability } = this.offer;
    const { destination, judge } = await this.host.reviewerOf(this.offer);
    const verdict = await judge(await this.#view(destination), this.#stop.signal);
    if (this.#stop.signal.aborted) return;
    const target = { projectId, runId, assignmentId, expectedSequence: controlSequence };
    const { criteria, claims, method, model } = verdict;
    try {
      await this.host.client.review.submitVerdict({ capability }, target, `verdict:${assignmentId}`, {
        criteria,
        claims,
        method,
        model,
      });
      this.host.log('info', 'A review ended.', { assignmentId, runId, taskKey, method });
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      // The wait was settled, expired or went stale meanwhile: the facts say so, and whoever owns the wait now goes on.
      this.host.log('warn', 'The verdict came too late and was refused.', { assignmentId, runId, taskKey, code: error.code });
    }
  }

  async #view(destination: Destination): Promise<ReviewerView> {
    const { projectId, runId, taskKey, contract, evaluation, baseRevision, report } = this.offer;
    const { sideEffect, reversibility, blastRadius, capabilityTags } = evaluation.risk;
    const [title, reportText, criteria] = await Promise.all([
      this.#text(this.offer.title, destination),
      this.#report(report, destination),
      Promise.all(
        contract.criteria.map(async ({ criterionId, kind, wording }) => ({
          criterionId,
          kind,
          text: wording ? await this.#text(wording, destination) : null,
        })),
      ),
    ]);
    return {
      projectId,
      runId,
      taskKey,
      title,
      contractId: contract.contractId,
      criteria,
      risk: { sideEffect, reversibility, blastRadius, tags: capabilityTags },
      control: [],
      report: decodeReport(reportText),
      baseRevision: baseRevision ?? '',
    };
  }

  #report({ reportRef, reportContentHash }: DependencyReport, destination: Destination): Promise<string> {
    return this.#open(reportRef.replace(/^payload:/, ''), reportContentHash, destination);
  }

  async #text(reference: TextRef, destination: Destination): Promise<string> {
    return reference ? this.#open(reference.receipt.objectId, reference.contentHash, destination) : '';
  }

  async #open(objectId: string, contentHash: string, destination: Destination): Promise<string> {
    const { projectId, runId, taskKey, capability } = this.offer;
    const opened = await this.host.client.payloads.open(
      { capability },
      { projectId, runId, objectId, contentHash, purpose: 'acceptance_review', ...destination },
    );
    if (opened.text !== null) return opened.text;
    throw new Rejection(
      'DISCLOSURE_DENIED',
      `A text that the review of ${taskKey} in ${runId} needs may not be opened here (${opened.disposition}: ${opened.reasons.join(', ')}); change the Project's disclosure policy or the reviewer's provider.`,
      { disposition: opened.disposition, reasons: opened.reasons },
    );
  }
}
