// What is wrong with a candidate plan; the whole list goes back to its author.
import { Rejection } from '#domain/kernel';

export type PlanRule =
  | 'candidate_shape'
  | 'strategy_unknown'
  | 'no_task'
  | 'no_required_task'
  | 'task_key_invalid'
  | 'task_key_repeated'
  | 'too_many_tasks'
  | 'too_many_attempts'
  | 'too_many_attempts_per_task'
  | 'unknown_dependency'
  | 'self_dependency'
  | 'cycle'
  | 'gate_unreachable'
  | 'role_unknown'
  | 'capability_ceiling'
  | 'no_able_agent'
  | 'distinct_from_unknown'
  | 'distinct_from_not_upstream'
  | 'too_few_agents'
  | 'optional_not_allowed'
  | 'required_on_optional';

export interface Violation {
  readonly rule: PlanRule;
  /** As the candidate named it; null for what concerns the plan as a whole. */
  readonly taskKey: string | null;
  /** A whole sentence; it may quote the candidate's keys, so it is shown to its author and never logged. */
  readonly message: string;
}

/** Names the rules only: a model's keys may carry prose, which belongs in no error and no log. */
export const planInvalid = (violations: readonly Violation[]): Rejection =>
  new Rejection(
    'PLAN_INVALID',
    `The plan breaks ${violations.length} rule(s): ${violations.map(({ rule }) => rule).join(', ')}.`,
    {
      rules: violations.map(({ rule }) => rule),
    },
  );
