// Candidates: what an attempt hands in, bound by one hash. The record lies in the vault, the Run holds its ref and hash.
import { digest, reactionId } from '#domain/kernel';
import { runStreamOf } from '#domain/run';
import type { Observation } from '#contracts/commands';
import type { Vault } from '#vault';
import { openOwnBody } from '../payloads/own-body.js';
import { objectOf, payloadRef } from '../payloads/referenced-marker.js';

export interface CandidateRecord {
  readonly version: 1;
  readonly assignmentId: string;
  readonly reportRef: string;
  readonly reportContentHash: string;
  readonly claimIds: readonly string[];
  readonly evidenceRefs: readonly string[];
  readonly artifactRefs: readonly string[];
  readonly changeSetRef: string | null;
  /** The model that did the work; null without one. */
  readonly model: string | null;
  readonly baseRevision: string | null;
}

type Completion = Extract<Observation, { type: 'execution_completed' }>;

export interface CompletedAttempt {
  readonly projectId: string;
  readonly runId: string;
  readonly assignmentId: string;
  readonly claimedAt: number;
  readonly baseRevision: string | null;
  readonly observationId: string;
}

/** Kept in memory at most. */
const KEPT = 512;

export class CandidateBook {
  readonly #read = new Map<string, Promise<CandidateRecord>>();

  constructor(private readonly vault: Vault) {}

  /** A repeat of the same observation is the same object, so that it is recognised by its ref as well. */
  async keep(
    attempt: CompletedAttempt,
    completion: Completion,
  ): Promise<{ candidateRef: string; candidateHash: string; reportDigest: string }> {
    const { reportRef, reportContentHash, claimIds, evidenceRefs, artifactRefs, changeSetRef, model } = completion;
    const { assignmentId, baseRevision, projectId, runId, observationId, claimedAt } = attempt;
    const record: CandidateRecord = {
      version: 1,
      ...{ assignmentId, reportRef, reportContentHash, claimIds, evidenceRefs, artifactRefs, changeSetRef, model, baseRevision },
    };
    const { receipt } = await this.vault.register({
      projectId,
      kind: 'workroom_fact',
      fieldPath: 'candidate',
      body: JSON.stringify(record),
      streamId: runStreamOf(runId),
      commandId: reactionId({ eventId: observationId, recordedAt: claimedAt }, 'candidate', 0),
    });
    await this.vault.markReferenced(artifactRefs.flatMap((ref) => objectOf(ref) ?? []));
    return {
      candidateRef: payloadRef(receipt.objectId),
      candidateHash: digest(record),
      reportDigest: digest({ contentHash: reportContentHash }),
    };
  }

  read(candidateRef: string): Promise<CandidateRecord> {
    let record = this.#read.get(candidateRef);
    if (!record) {
      record = this.#open(candidateRef);
      this.#read.set(candidateRef, record);
      record.catch(() => this.#read.delete(candidateRef));
      const [oldest] = this.#read.keys();
      if (this.#read.size > KEPT && oldest !== undefined) this.#read.delete(oldest);
    }
    return record;
  }

  async #open(candidateRef: string): Promise<CandidateRecord> {
    const objectId = objectOf(candidateRef) ?? candidateRef;
    const descriptor = await this.vault.describe(objectId);
    const reference = { contentHash: descriptor.payloadHash, receipt: { objectId, descriptorDigest: digest(descriptor) } };
    return JSON.parse(await openOwnBody(this.vault, reference)) as CandidateRecord;
  }
}
