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

  /** The short name under which models cite it: `e1`, `e2`, … */
  handleOf(ref: string): string {
    return `e${ref.slice(ref.lastIndexOf(':') + 1)}`;
  }

  handles(): readonly string[] {
    return this.all().map(({ ref }) => this.handleOf(ref));
  }

  /** null for a handle that was never given. */
  refOf(handle: string): string | null {
    return this.all().find(({ ref }) => this.handleOf(ref) === handle)?.ref ?? null;
  }

  /** Takes records up that an earlier part of the same attempt made. */
  restore(records: readonly EvidenceRecord[]): void {
    for (const record of records) {
      const { ref: _ref, digest, ...question } = record;
      this.records.set(canonicalJson({ question, digest }), record);
    }
  }
}
