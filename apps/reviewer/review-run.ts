// One review: opens the candidate's report and the baseline by the disclosure decision, reaches a verdict, hands it in.
import { decodeReport } from '#agent-runtime';
import type { ReviewerView, ReviewVerdict } from '#agent-runtime';
import type { CommandClient, DependencyReport, ReviewOffer } from '#contracts/commands';
import type { TextRef } from '#domain/kernel';
import { Rejection } from '#domain/kernel';
import type { WorkspaceProvider } from '#workspaces';

export interface ReviewHost {
  readonly client: CommandClient;
  readonly workspaces: WorkspaceProvider;
  /** Reaches the verdict; sees nothing but the view and the files of the base revision. */
  readonly judge: (view: ReviewerView, offer: ReviewOffer, signal: AbortSignal) => Promise<ReviewVerdict>;
  /** Where the texts go: to this host, or to the provider of the reviewer's model. */
  readonly destination: (
    offer: ReviewOffer,
  ) => { readonly channel: 'evidence_port' } | { readonly channel: 'model_provider'; readonly destination: string };
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
    const verdict = await this.host.judge(await this.#view(), this.offer, this.#stop.signal);
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

  async #view(): Promise<ReviewerView> {
    const { projectId, runId, taskKey, contract, evaluation, baseRevision, report } = this.offer;
    const { sideEffect, reversibility, blastRadius, capabilityTags } = evaluation.risk;
    const [title, reportText, criteria] = await Promise.all([
      this.#text(this.offer.title),
      this.#report(report),
      Promise.all(
        contract.criteria.map(async ({ criterionId, kind, wording }) => ({
          criterionId,
          kind,
          text: wording ? await this.#text(wording) : null,
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

  #report({ reportRef, reportContentHash }: DependencyReport): Promise<string> {
    return this.#open(reportRef.replace(/^payload:/, ''), reportContentHash);
  }

  async #text(reference: TextRef): Promise<string> {
    return reference ? this.#open(reference.receipt.objectId, reference.contentHash) : '';
  }

  async #open(objectId: string, contentHash: string): Promise<string> {
    const { projectId, runId, taskKey, capability } = this.offer;
    const opened = await this.host.client.payloads.open(
      { capability },
      { projectId, runId, objectId, contentHash, purpose: 'acceptance_review', ...this.host.destination(this.offer) },
    );
    if (opened.text !== null) return opened.text;
    throw new Rejection(
      'DISCLOSURE_DENIED',
      `A text that the review of ${taskKey} in ${runId} needs may not be opened here (${opened.disposition}: ${opened.reasons.join(', ')}); change the Project's disclosure policy or the reviewer's provider.`,
      { disposition: opened.disposition, reasons: opened.reasons },
    );
  }
}
