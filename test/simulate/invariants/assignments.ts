// Leases: one active Assignment a task, fences that only rise, and no word under an old Envelope or an expired lease.
import type { Fact } from '../message.js';
import { Books } from './invariant.js';
import type { Invariant } from './invariant.js';

interface Held {
  readonly taskKey: string;
  readonly envelopeDigest: string;
  leaseExpiresAt: number;
}

const ENDS = new Set<string>([
  'assignment.execution_completed',
  'assignment.execution_failed',
  'assignment.cancelled',
  'assignment.preempted',
  'assignment.lease_expired',
  'assignment.lease_released',
]);

/** The id of the Assignment that a fact is about, where it is about one. */
const assignmentIdOf = (fact: Fact): string | null =>
  fact.type.startsWith('assignment.') ? (fact.data as { readonly assignmentId: string }).assignmentId : null;

export const oneAssignment: Invariant = {
  name: 'one active Assignment a task',
  rule: 'K-161, K-185',
  watch() {
    const books = new Books(() => new Map<string, string>());
    return {
      batch({ runId, facts, after }) {
        const active = books.of(runId);
        for (const fact of facts) {
          const id = assignmentIdOf(fact);
          if (fact.type === 'assignment.claimed') {
            const { taskKey } = fact.data;
            if (active.has(taskKey)) return `task ${taskKey} is claimed while ${active.get(taskKey)} holds it`;
            active.set(taskKey, fact.data.assignmentId);
          } else if (id !== null && ENDS.has(fact.type)) {
            for (const [taskKey, held] of active) if (held === id) active.delete(taskKey);
          }
        }
        const shown = after.assignments.map((one) => `${one.taskKey} ${one.assignmentId}`).toSorted();
        const booked = [...active].map(([taskKey, id]) => `${taskKey} ${id}`).toSorted();
        return shown.join() === booked.join() ? null : `the Run shows [${shown.join()}], its facts say [${booked.join()}]`;
      },
    };
  },
};

export const risingFences: Invariant = {
  name: 'fences strictly rising',
  rule: 'K-200, K-206, K-312, D-52',
  watch() {
    const books = new Books(() => ({ last: 0, takeover: new Map<string, number>() }));
    return {
      batch({ runId, facts }) {
        const book = books.of(runId);
        for (const fact of facts) {
          if (fact.type === 'assignment.claimed') {
            const { fence, taskKey } = fact.data;
            if (fence <= book.last) return `fence ${fence} of task ${taskKey} is not above ${book.last}`;
            book.last = fence;
          } else if (fact.type === 'assignment.lease_released') {
            book.last = Math.max(book.last, fact.data.minimumNextFence - 1);
          }
        }
        return null;
      },
    };
  },
};

/** What only the holder of a lease may say. */
const SAID = new Set<string>([
  'assignment.started',
  'assignment.progress',
  'assignment.heartbeat',
  'assignment.checkpointed',
  'assignment.execution_completed',
  'assignment.execution_failed',
]);

export const noOldFence: Invariant = {
  name: 'no write of an old fence',
  rule: 'K-205, K-199, K-S05, D-38, F-LS-01',
  watch() {
    const books = new Books(() => new Map<string, Held>());
    const judge = (held: Map<string, Held>, fact: Fact): string | null => {
      const id = assignmentIdOf(fact);
      if (fact.type === 'assignment.claimed') {
        const { taskKey, envelopeDigest, leaseExpiresAt } = fact.data;
        held.set(fact.data.assignmentId, { taskKey, envelopeDigest, leaseExpiresAt });
        return null;
      }
      if (id === null) return null;
      const lease = held.get(id);
      if (SAID.has(fact.type)) {
        if (!lease) return `${fact.type} of ${id}, which holds no lease`;
        const { envelopeDigest } = fact.data as { readonly envelopeDigest?: string };
        if (envelopeDigest !== undefined && envelopeDigest !== lease.envelopeDigest)
          return `${fact.type} of ${id} under another Envelope`;
        if (lease.leaseExpiresAt <= fact.at)
          return `${fact.type} of ${id} at ${fact.at}, after its lease ended at ${lease.leaseExpiresAt}`;
      }
      if (fact.type === 'assignment.heartbeat' && lease) {
        if (fact.data.leaseExpiresAt <= lease.leaseExpiresAt) return `the heartbeat of ${id} extends nothing`;
        lease.leaseExpiresAt = fact.data.leaseExpiresAt;
      }
      if (ENDS.has(fact.type)) held.delete(id);
      return null;
    };
    return {
      batch({ runId, facts }) {
        const held = books.of(runId);
        for (const fact of facts) {
          const wrong = judge(held, fact);
          if (wrong !== null) return wrong;
        }
        return null;
      },
    };
  },
};
