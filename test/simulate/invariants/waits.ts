// Nobody waits for nothing: every wait has an owner, a deadline and a way out, and a Run that is not over can always be moved by somebody.
import { isTerminal, openWaits, runStatus } from '#domain/run';
import type { RunState, TaskState } from '#domain/run';
import { Books } from './invariant.js';
import type { Invariant } from './invariant.js';

const OUT = new Set(['cancel', 'cancel_run']);

export const waitsOwned: Invariant = {
  name: 'every wait owned',
  rule: 'K-140',
  watch: () => ({
    batch({ after }) {
      for (const wait of openWaits(after)) {
        if (wait.owner === '' || wait.owner.endsWith(':')) return `${wait.kind} ${wait.id} has no owner`;
        if (wait.deadline === null ? wait.kind !== 'pause' : wait.deadline <= 0) return `${wait.kind} ${wait.id} has no deadline`;
        if (!wait.allowedActions.some((action) => OUT.has(action))) return `${wait.kind} ${wait.id} has no way out`;
      }
      return null;
    },
  }),
};

const accepted = (state: RunState, key: string): boolean => state.tasks[state.taskIndex[key] ?? -1]?.status === 'accepted';

/** Who can move an open task; null when it waits for other tasks only. */
function moverOf(state: RunState, task: TaskState): string | null {
  if (state.assignments.some((one) => one.taskKey === task.key)) return 'its Assignment';
  if (state.dispatches.some((one) => one.decision.taskKey === task.key)) return 'its dispatch';
  if (task.status === 'blocked') return task.blockers.length > 0 ? 'the owner of its blocker' : null;
  if (task.status === 'awaiting_acceptance') {
    const asked = task.review !== null || task.gate !== null || task.acceptanceBlockedAt !== null;
    return asked ? 'whom its acceptance asks' : 'the acceptance policy';
  }
  if (task.status !== 'ready') return null;
  if (task.contract === null) return 'the acceptance policy';
  return task.plan.dependsOn.every((key) => accepted(state, key)) ? 'the scheduler' : null;
}

/** Who can move the Run; null when nobody can. */
export function someoneFor(state: RunState): string | null {
  if (isTerminal(state)) return 'nobody needs to';
  if (state.pause || state.replan) return 'a Sponsor';
  const broken = state.tasks.some(
    (task) => task.inPlan && task.plan.required && (task.status === 'failed' || task.status === 'cancelled'),
  );
  if (broken) return 'the Orchestrator';
  for (const task of state.tasks) {
    const mover = task.inPlan ? moverOf(state, task) : null;
    if (mover !== null) return mover;
  }
  return null;
}

export const alive: Invariant = {
  name: 'liveness',
  rule: 'K-183, D-42',
  watch: () => ({
    batch({ after }) {
      if (someoneFor(after) !== null) return null;
      const tasks = after.tasks.map((task) => `${task.key} ${task.status}`).join(', ');
      return `Run is ${runStatus(after)} and nobody can move it: ${tasks}`;
    },
  }),
};

/** An awaiting task whose waits are all settled otherwise would wait for ever. */
export const acceptanceMoves: Invariant = {
  name: 'no acceptance left alone',
  rule: 'K-183, K-349, K-358, D-42',
  watch: () => ({
    batch({ after }) {
      if (isTerminal(after) || after.cancelRequested) return null;
      for (const task of after.tasks) {
        if (task.status !== 'awaiting_acceptance' || task.acceptanceBlockedAt !== null) continue;
        const reviewing = task.review !== null && ['open', 'claimed', 'expired'].includes(task.review.status);
        const deciding = task.gate !== null && ['open', 'expired'].includes(task.gate.status);
        // A wait of an earlier candidate is settled for good: the new candidate is still to be evaluated.
        const isFresh = (wait: { readonly status: string; readonly candidateHash: string } | null): boolean =>
          wait === null || wait.status === 'stale' || wait.candidateHash !== task.candidate?.candidateHash;
        const fresh = isFresh(task.review) && isFresh(task.gate);
        if (!reviewing && !deciding && !fresh) {
          return `task ${task.key} awaits acceptance, its review is ${task.review?.status}, its gate ${task.gate?.status}`;
        }
      }
      return null;
    },
  }),
};

/** When a wait expires it does so once, and not before its time. */
export const expiresOnce: Invariant = {
  name: 'each wait expires once, in time',
  rule: 'K-315 to K-328, K-S13',
  watch() {
    const books = new Books(() => new Set<string>());
    return {
      batch({ runId, facts, before }) {
        const seen = books.of(runId);
        for (const fact of facts) {
          let key: string | null = null;
          let deadline: number | null = null;
          if (fact.type === 'reviewer.expired') key = `${fact.type} ${fact.data.assignmentId}`;
          else if (fact.type === 'sponsor_gate.expired') key = `${fact.type} ${fact.data.gateId}`;
          else if (fact.type === 'assignment.lease_expired') {
            key = `${fact.type} ${fact.data.assignmentId}`;
            deadline = before.assignments.find((one) => one.assignmentId === fact.data.assignmentId)?.leaseExpiresAt ?? null;
          } else if (fact.type === 'plan_gate.expired' || fact.type === 'task.blocker_expired') {
            key = `${fact.type} ${fact.data.taskKey} ${fact.data.taskRevision} ${fact.type === 'plan_gate.expired' ? fact.data.gateId : fact.data.blockerId} ${fact.data.deadline}`;
            ({ deadline } = fact.data);
          } else if (fact.type === 'task.deadline_missed') {
            key = `${fact.type} ${fact.data.taskKey} ${fact.data.taskRevision}`;
            ({ deadline } = fact.data);
          } else if (fact.type === 'run.replan_overdue') {
            key = `${fact.type} ${fact.data.operationId}`;
            ({ deadline } = fact.data);
          }
          if (key === null) continue;
          if (seen.has(key)) return `${key} came twice`;
          seen.add(key);
          if (deadline !== null && deadline > fact.at) return `${key} came at ${fact.at}, before ${deadline}`;
        }
        return null;
      },
    };
  },
};
