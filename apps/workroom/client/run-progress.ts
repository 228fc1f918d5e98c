// Whether a Run still moves by itself, or waits for a person, or has ended.
import type { RunDetailDto } from '#contracts/http';

export type Standstill =
  /** Something happens without a person. */
  | 'moving'
  | 'completed'
  | 'cancelled'
  /** Only an approval is missing. */
  | 'gate'
  /** Only a person can go on. */
  | 'person';

const ACTIVE = new Set(['leased', 'running', 'cancel_requested']);
const GATES = new Set(['sponsor_gate', 'plan_gate']);

export function standstill(run: RunDetailDto): Standstill {
  if (run.status === 'completed' || run.status === 'cancelled') return run.status;
  if (run.assignments.some(({ status }) => ACTIVE.has(status)) || run.dispatches.some(({ status }) => status === 'pending'))
    return 'moving';
  const gate = run.waits.some(({ kind, status }) => GATES.has(kind) && (status === 'open' || status === 'expired'));
  if (run.paused || run.replanRequested) return gate ? 'gate' : 'person';
  if (run.waits.some(({ kind, status }) => kind === 'reviewer' && (status === 'open' || status === 'claimed'))) return 'moving';
  const accepted = new Set(run.tasks.filter(({ status }) => status === 'accepted').map(({ ref }) => ref));
  const candidate = run.tasks.some(({ status, dependsOn }) => status === 'ready' && dependsOn.every((ref) => accepted.has(ref)));
  if (candidate && run.status !== 'needs_replan') return 'moving';
  if (gate) return 'gate';
  const evaluating = run.tasks.some(({ status, route }) => status === 'awaiting_acceptance' && route === null);
  return evaluating ? 'moving' : 'person';
}

/** The reason that a person reads when the Run stands still. */
export function standstillReason(run: RunDetailDto): string {
  if (run.paused) return 'the Run is paused';
  const waits = run.waits.map(({ kind, owner, allowedActions }) => `${kind} of ${owner} (${allowedActions.join(', ')})`);
  const failed = run.tasks.filter(({ failure }) => failure !== null).map(({ failure }) => failure);
  return [...waits, ...failed.map((failure) => `a task failed: ${failure}`)].join('; ') || `the Run is ${run.status}`;
}
