// The order of things: terminal Runs stay still, nothing is dispatched or claimed while it must not be, time and sequence only go forward.
import { isTerminal } from '#domain/run';
import type { RunState } from '#domain/run';
import type { Fact } from '../message.js';
import { Books } from './invariant.js';
import type { Invariant } from './invariant.js';

const AFTERWARDS = /^(workspace\.|run\.source_noted$)/;

export const terminalStaysStill: Invariant = {
  name: 'a Run that is over stays as it is',
  rule: 'K-153, D-36',
  watch: () => ({
    batch({ before, facts }) {
      if (!isTerminal(before)) return null;
      const late = facts.find((fact) => !AFTERWARDS.test(fact.type));
      return late ? `${late.type} after the end` : null;
    },
  }),
};

const stopped = ({ pause, cancelRequested, cancelled }: RunState): boolean => pause !== null || cancelRequested || cancelled;

function mayStart(before: RunState, fact: Fact): string | null {
  if (fact.type === 'scheduler.dispatch_requested' || fact.type === 'scheduler.preemption_requested') {
    if (stopped(before) || before.replan) return `${fact.type} while the Run is stopped`;
  }
  if (fact.type === 'scheduler.dispatch_requested') {
    const task = before.tasks[before.taskIndex[fact.data.taskKey] ?? -1];
    if (task?.status !== 'ready' || task.contract === null)
      return `task ${fact.data.taskKey} is dispatched but not ready and pinned`;
  }
  if (fact.type !== 'assignment.claimed') return null;
  if (stopped(before)) return `task ${fact.data.taskKey} is claimed while the Run is stopped`;
  const task = before.tasks[before.taskIndex[fact.data.taskKey] ?? -1];
  if (!task || task.contract === null) return `task ${fact.data.taskKey} is claimed without a contract`;
  if (task.revision !== fact.data.taskRevision) return `task ${fact.data.taskKey} is claimed at an old revision`;
  const dispatched = before.dispatches.some(
    (one) => one.decision.taskKey === task.key && one.decision.taskRevision === task.revision,
  );
  if (!dispatched) return `task ${task.key} is claimed without a dispatch`;
  const unmet = task.plan.dependsOn.find((key) => before.tasks[before.taskIndex[key] ?? -1]?.status !== 'accepted');
  return unmet === undefined ? null : `task ${task.key} is claimed although ${unmet} is not accepted`;
}

export const startsAllowed: Invariant = {
  name: 'work starts only where it may',
  rule: 'K-152, K-179, K-213, K-S04, K-S15, D-57',
  watch: () => ({
    batch({ before, facts }) {
      for (const fact of facts) {
        const wrong = mayStart(before, fact);
        if (wrong !== null) return wrong;
      }
      return null;
    },
  }),
};

export const reservationsUsable: Invariant = {
  name: 'room is kept only for work that can start',
  rule: 'K-302, K-312, D-53',
  watch: () => ({
    batch({ after }) {
      if (!after.preemption) return null;
      const { reservedTaskKey, reservedTaskRevision } = after.preemption.decision;
      const task = after.tasks[after.taskIndex[reservedTaskKey] ?? -1];
      if (task?.status === 'ready' && task.revision === reservedTaskRevision) return null;
      return `room is kept for task ${reservedTaskKey}, which is ${task?.status ?? 'gone'}`;
    },
  }),
};

export const goesForward: Invariant = {
  name: 'time and sequence go forward',
  rule: 'K-009, K-036, D-20',
  watch() {
    const books = new Books(() => ({ revision: -1, at: 0 }));
    return {
      batch({ runId, facts, after }) {
        const book = books.of(runId);
        const at = facts[0]?.at;
        for (const fact of facts) {
          if (fact.revision !== book.revision + 1) return `revision ${fact.revision} follows ${book.revision}`;
          if (fact.at !== at) return `one command has two times, ${at} and ${fact.at}`;
          if (fact.at < book.at) return `time ${fact.at} follows ${book.at}`;
          book.revision = fact.revision;
          book.at = fact.at;
        }
        return after.sequence === book.revision ? null : `the Run stands at ${after.sequence}, its stream at ${book.revision}`;
      },
    };
  },
};

/** Who may have written a fact that decides something for people. */
export const rightHands: Invariant = {
  name: 'decisions come from who may take them',
  rule: 'K-236 to K-243',
  watch() {
    const books = new Books(() => ({ requester: '', solo: false }));
    const APPROVALS = new Set(['plan_gate.decided', 'sponsor_gate.decided']);
    return {
      batch({ runId, facts }) {
        const book = books.of(runId);
        for (const fact of facts) {
          if (fact.type === 'plan.admitted') {
            book.requester = fact.data.requesterPrincipalId;
            book.solo = fact.data.separation === 'solo';
          }
          if (fact.type === 'run.control_decided' && fact.actor.role !== 'sponsor' && fact.actor.role !== 'ingress') {
            return `${fact.actor.principalId} controls the Run as ${fact.actor.role}`;
          }
          if (!APPROVALS.has(fact.type)) continue;
          if (fact.actor.kind !== 'human' || fact.actor.role !== 'sponsor')
            return `${fact.actor.principalId} decides a gate as ${fact.actor.role}`;
          const { decision, soloApproval } = fact.data as { readonly decision: string; readonly soloApproval: boolean };
          const own = fact.actor.principalId === book.requester;
          if (decision === 'approve' && own && !(book.solo && soloApproval))
            return `${fact.actor.principalId} approves what they requested`;
        }
        return null;
      },
    };
  },
};
