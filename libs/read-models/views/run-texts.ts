// Where the texts of a Run lie, and what stands beside them: ids that the typed commands take, reviewer and evidence.
import { compareIds } from '#domain/kernel';
import type { TextRef } from '#domain/kernel';
import type { TaskState } from '#domain/run';
import type { EvidenceDto, TaskContentDto } from '#contracts/http';
import { refsOf } from './run-refs.js';
import type { RunRow } from './run-row.js';

/** All that an opening needs to know of a text. */
export interface TextPlace {
  readonly objectId: string;
  /** null: only the digest of it stands in the Run. */
  readonly contentHash: string | null;
  /** `digest({contentHash})`, to be compared after opening; null where the contentHash is known. */
  readonly digest: string | null;
}

export interface TaskTexts extends Omit<TaskContentDto, 'title' | 'reason' | 'report'> {
  readonly title: TextPlace | null;
  readonly reason: TextPlace | null;
  readonly report: TextPlace | null;
}

export interface RunTexts {
  readonly title: TextPlace | null;
  readonly tasks: readonly TaskTexts[];
}

const REPORT = 'payload:';

const placeOf = (text: TextRef | undefined): TextPlace | null =>
  text ? { objectId: text.receipt.objectId, contentHash: text.contentHash, digest: null } : null;

function reportPlace({ candidate }: TaskState): TextPlace | null {
  if (!candidate?.reportRef.startsWith(REPORT)) return null;
  return { objectId: candidate.reportRef.slice(REPORT.length), contentHash: null, digest: candidate.reportDigest };
}

/** What checks and verdict cite, each once. */
function evidenceOf({ evaluation, review }: TaskState): readonly EvidenceDto[] {
  const cited = new Map<string, string>();
  for (const { criterionId, evidenceRefs } of [...(evaluation?.checks ?? []), ...(review?.verdict?.criteria ?? [])])
    for (const ref of evidenceRefs) cited.set(ref, cited.get(ref) ?? criterionId);
  return [...cited]
    .sort(([a], [b]) => compareIds(a, b))
    .map(([ref, criterionId]) => ({
      ref,
      kind: ref.includes(':') ? ref.slice(0, ref.indexOf(':')) : 'ref',
      detail: criterionId,
    }));
}

export function runTexts({ run, reasons }: RunRow): RunTexts {
  const refs = refsOf(run);
  return {
    title: placeOf(run.title),
    tasks: run.tasks
      .filter(({ inPlan }) => inPlan)
      .map((task) => ({
        ref: refs.task(task.key),
        taskKey: task.key,
        taskRevision: task.revision,
        title: placeOf(task.plan.title),
        reason: placeOf(reasons[task.key]),
        reportRef: task.candidate?.reportRef ?? null,
        report: reportPlace(task),
        reviewerPrincipalId: task.review?.reviewerPrincipalId ?? task.record?.verdict?.reviewerPrincipalId ?? null,
        reviewMethod: task.review?.verdict?.method ?? task.record?.verdict?.method ?? null,
        evidence: evidenceOf(task),
        gateIds: [task.planGate?.gateId, task.gate?.gateId].filter((id) => id !== undefined),
      })),
  };
}
