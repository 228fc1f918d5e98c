// One line of progress for the facts that a person waits for; null for the rest.

const WORDS: Readonly<Record<string, (data: Readonly<Record<string, unknown>>) => string>> = {
  'assignment.claimed': ({ taskKey, owner, attempt }) =>
    `${String(taskKey)}: claimed by ${String(owner)} (attempt ${String(attempt)})`,
  'assignment.execution_failed': ({ reasonCode }) => `an attempt failed: ${String(reasonCode)}`,
  'assignment.lease_expired': ({ assignmentId }) => `a lease ran out: ${String(assignmentId)}`,
  'reviewer.claimed': ({ taskKey, reviewerPrincipalId }) => `${String(taskKey)}: under review by ${String(reviewerPrincipalId)}`,
  'reviewer.verdict_recorded': ({ taskKey, outcome }) => `${String(taskKey)}: review ${String(outcome)}`,
  'sponsor_gate.opened': ({ taskKey }) => `${String(taskKey)}: waits for a Sponsor`,
  'task.blocked': ({ taskKey, kind }) => `${String(taskKey)}: blocked (${String(kind)})`,
  'task.rework_requested': ({ taskKey }) => `${String(taskKey)}: sent back for rework`,
  'task.accepted': ({ taskKey }) => `${String(taskKey)}: accepted`,
  'task.failed': ({ taskKey, reasonCode }) => `${String(taskKey)}: failed (${String(reasonCode)})`,
  'task.cancelled': ({ taskKey }) => `${String(taskKey)}: cancelled`,
  'run.cancelled': () => 'the Run is cancelled',
};

/** `data` is the JSON of the live frame: a content-free envelope. */
export function factLine(event: string, data: string): string | null {
  const words = WORDS[event];
  if (!words) return null;
  const envelope = JSON.parse(data) as { data?: Readonly<Record<string, unknown>> };
  return `  ${words(envelope.data ?? {})}`;
}
