// From the runtime's candidate to the plan builder's: which workflow of the Profile it follows, and which steps need another agent.
import { dynamicWorkflowId } from '#domain/profile';
import type { Candidate, CompiledProfile } from '#domain/profile';
import type { Plan } from '#domain/run';
import { findStrategy } from '#agent-runtime';
import type { PlanCandidate } from '#agent-runtime';

export const originOf = ({ strategy }: PlanCandidate): 'model' | 'strategy' => (findStrategy(strategy) ? 'strategy' : 'model');

/**
 * A shipped strategy counts as the workflow of its id, a model's own plan as the Project's dynamic one. One that the Profile does not
 * have stays as it is named, so that the builder refuses it.
 */
export function workflowOf(candidate: PlanCandidate, projectId: string, { workflows }: CompiledProfile): Plan['strategy'] {
  const shipped = findStrategy(candidate.strategy);
  const wanted = shipped?.id ?? dynamicWorkflowId(projectId);
  const found = workflows.find(({ id, version }) => id === wanted && (!shipped || version === shipped.version));
  if (found) return { id: found.id, version: found.version, digest: found.digest };
  return { id: `absent:${wanted}`, version: '0', digest: `sha256:${'0'.repeat(64)}` };
}

export function domainCandidate(candidate: PlanCandidate, workflowId: string): Candidate {
  const shipped = findStrategy(candidate.strategy);
  const steps = new Map(shipped?.steps.map((step) => [step.key, step.distinctFrom]));
  return {
    version: 1,
    strategy: workflowId.startsWith('absent:') ? candidate.strategy : workflowId,
    tasks: candidate.tasks.map((task) => ({ ...task, distinctFrom: steps.get(task.key) ?? null })),
  };
}
