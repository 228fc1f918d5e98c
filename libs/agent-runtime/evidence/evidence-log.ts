// The evidence of one attempt: each question is asked once and gets one ref.
import { canonicalJson } from '#domain/kernel';
import { evidenceRef } from './evidence-record.js';
import type { EvidenceQuestion, EvidenceRecord } from './evidence-record.js';

export class EvidenceLog {
  private readonly records = new Map<string, EvidenceRecord>();

  constructor(private readonly assignmentId: string) {}

  /** The ref of the question's answer; an answer that changed since gets a ref of its own. */
  add(question: EvidenceQuestion, digest: string): string {
    const key = canonicalJson({ question, digest });
    const known = this.records.get(key);
    if (known) return known.ref;
    const ref = evidenceRef(this.assignmentId, this.records.size + 1);
    this.records.set(key, { ...question, ref, digest } as EvidenceRecord);
    return ref;
  }

  all(): readonly EvidenceRecord[] {
    return [...this.records.values()];
  }
}
