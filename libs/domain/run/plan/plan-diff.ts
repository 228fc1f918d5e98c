// The difference between the plan in force and a proposed one, recomputed by whoever admits it.
import { digest } from '../../kernel/index.js';
import type { Plan, PlanDiff, PlanTask } from '../records/plan.js';
import type { RunState } from '../state.js';

/** Tasks of the plan in force, as it has them now. */
export const plannedTasks = (state: RunState): readonly PlanTask[] =>
  state.tasks.filter((task) => task.inPlan).map((task) => task.plan);

/** Keys in the order of the proposed plan; removed ones in that of the plan in force. */
export function planDiff(inForce: readonly PlanTask[], proposed: Plan): PlanDiff {
  const before = new Map(inForce.map((task) => [task.key, task]));
  const after = new Set(proposed.tasks.map((task) => task.key));
  const differs = (task: PlanTask): boolean => {
    const old = before.get(task.key);
    return old !== undefined && digest(old) !== digest(task);
  };
  return {
    added: proposed.tasks.filter((task) => !before.has(task.key)).map((task) => task.key),
    removed: inForce.filter((task) => !after.has(task.key)).map((task) => task.key),
    changed: proposed.tasks.filter(differs).map((task) => task.key),
  };
}
