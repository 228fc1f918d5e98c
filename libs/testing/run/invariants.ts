// What holds for every Run after every command. Each check returns what is broken, in words, or null.
import { attemptsLeft, awaitingEvaluation, candidates, isTerminal, openWaits, pinnableTasks, runStatus } from '#domain/run';
import type { RunState, TaskState } from '#domain/run';

type Check = (state: RunState, before: RunState) => string | null;

const CLOSED = new Set(['accepted', 'failed', 'cancelled']);
const WAYS_OUT = new Set(['cancel', 'cancel_run']);

/** Somebody can always act: a candidate, a dispatch, an Assignment, a process with work, or a wait with an owner. */
const live: Check = (state) => {
  if (state.sequence < 0 || isTerminal(state)) return null;
  const moves =
    candidates(state).length +
    state.dispatches.length +
    state.assignments.length +
    pinnableTasks(state).length +
    awaitingEvaluation(state).length;
  const owned = openWaits(state).filter((wait) => wait.owner !== '' && wait.allowedActions.length > 0);
  return moves + owned.length > 0 ? null : `nobody can act on a Run that is ${runStatus(state)}`;
};

const wellFormedWaits: Check = (state) => {
  const lesser = openWaits(state).find(
    (wait) =>
      wait.owner === '' ||
      (wait.deadline === null && wait.kind !== 'pause') ||
      !wait.allowedActions.some((action) => WAYS_OUT.has(action)),
  );
  return lesser ? `wait ${lesser.id} of kind ${lesser.kind} lacks an owner, a deadline or a way out` : null;
};

const oneAssignmentATask: Check = (state) => {
  const keys = state.assignments.map((one) => one.taskKey);
  if (new Set(keys).size < keys.length) return 'a task has two active Assignments';
  const stray = state.tasks.find((task) => (task.activeAssignmentId !== null) !== keys.includes(task.key));
  if (stray) return `task ${stray.key} and the active Assignments disagree`;
  const idle = state.tasks.find((task) => ['executing', 'cancelling'].includes(task.status) !== keys.includes(task.key));
  return idle ? `task ${idle.key} is ${idle.status}` : null;
};

const risingFences: Check = (state, before) => {
  if (state.lastFence < before.lastFence) return 'the last fence fell';
  const known = new Set(before.assignments.map((one) => one.assignmentId));
  const fresh = state.assignments.find((one) => !known.has(one.assignmentId));
  return fresh && fresh.fence <= before.lastFence ? `fence ${fresh.fence} is not above ${before.lastFence}` : null;
};

/** Never accepted but by the route: a verdict where it asks for a Reviewer, a decision where it asks for a Sponsor. */
const acceptedByRoute: Check = (state) => {
  const wrong = state.tasks.find(({ status, record }) => {
    if (status !== 'accepted') return false;
    if (!record) return true;
    const reviewer = record.route === 'reviewer_required' || record.route === 'reviewer_then_sponsor';
    const sponsor = record.route === 'sponsor_required' || record.route === 'reviewer_then_sponsor';
    return (
      record.route === 'rework' ||
      record.route === 'policy_blocked' ||
      reviewer !== (record.verdict !== null) ||
      sponsor !== (record.decision !== null) ||
      record.verdict?.reviewerPrincipalId === record.producerPrincipalId
    );
  });
  return wrong ? `task ${wrong.key} was accepted off its route` : null;
};

const budgets: Check = (state) => {
  const used = (task: TaskState): number => task.attempt - task.preemptions;
  const greedy = state.tasks.find((task) => used(task) > task.plan.maxAttempts);
  if (greedy) return `task ${greedy.key} used ${used(greedy)} attempts`;
  const allowed = (state.plan?.header.budget.maxTotalAttempts ?? 0) + state.raised.attempts;
  if (state.attemptsUsed > allowed) return `the Run used ${state.attemptsUsed} of ${allowed} attempts`;
  const reworked = state.tasks.find((task) => task.revisionsMade > task.plan.maxRevisions);
  return reworked ? `task ${reworked.key} was revised ${reworked.revisionsMade} times` : null;
};

/** Without attempts nobody waits for a dispatch that can never be claimed. */
const nobodyStranded: Check = (state) =>
  state.plan === null || isTerminal(state) || attemptsLeft(state) > 0 || candidates(state).length === 0
    ? null
    : 'a candidate is left although the Run has no attempts';

/** The lists that the fold keeps are those that a scan would find. */
const trueLists: Check = (state) => {
  const open = state.tasks.flatMap((task, index) => (task.inPlan && !CLOSED.has(task.status) ? [index] : []));
  const broken = state.tasks.flatMap(({ inPlan, plan, status }, index) =>
    inPlan && plan.required && (status === 'failed' || status === 'cancelled') ? [index] : [],
  );
  const same = JSON.stringify([open, broken]) === JSON.stringify([state.open, state.broken]);
  const indexed = state.tasks.every((task, index) => state.taskIndex[task.key] === index);
  const cleared = state.tasks.every((task) => task.blockers.length > 0 === (task.status === 'blocked'));
  return same && indexed && cleared ? null : 'the lists of open, broken or blocked tasks are not those of the tasks';
};

/** Terminal states stay: a Run that ended is not woken up, and nothing is dispatched from an ended or stopped one. */
const ended: Check = (state, before) => {
  if (!isTerminal(before)) return null;
  if (runStatus(state) !== runStatus(before)) return 'an ended Run changed its status';
  return state.assignments.length + state.dispatches.length === 0 ? null : 'an ended Run has work at hand';
};

const CHECKS: Readonly<Record<string, Check>> = {
  live,
  wellFormedWaits,
  oneAssignmentATask,
  risingFences,
  acceptedByRoute,
  budgets,
  nobodyStranded,
  trueLists,
  ended,
};

/** Every broken invariant of a Run, given the state before the last command; [] when all hold. */
export const brokenInvariants = (state: RunState, before: RunState): readonly string[] =>
  Object.entries(CHECKS).flatMap(([name, check]) => {
    const broken = check(state, before);
    return broken === null ? [] : [`${name}: ${broken}`];
  });
