// Budgets: attempts of Run and task, revisions of a task, tasks of the plan, and slots are never exceeded.
import type { RunState } from '#domain/run';
import type { Fact } from '../message.js';
import { Books } from './invariant.js';
import type { Invariant } from './invariant.js';

interface Task {
  maxAttempts: number;
  maxRevisions: number;
  attempts: number;
  revisions: number;
}

interface Book {
  readonly tasks: Map<string, Task>;
  readonly taskOf: Map<string, string>;
  attempts: number;
  allowed: number;
  maxTasks: number;
}

type Planned = Extract<Fact, { type: 'task.planned' | 'task.plan_revised' }>['data'];

const fresh = ({ maxAttempts, maxRevisions }: Planned): Task => ({ maxAttempts, maxRevisions, attempts: 0, revisions: 1 });

function claim(book: Book, { taskKey, assignmentId }: Extract<Fact, { type: 'assignment.claimed' }>['data']): string | null {
  const task = book.tasks.get(taskKey);
  if (!task) return `task ${taskKey} is claimed but was never planned`;
  book.taskOf.set(assignmentId, taskKey);
  book.attempts += 1;
  task.attempts += 1;
  if (book.attempts > book.allowed) return `claim ${book.attempts} of ${book.allowed} that the Run has`;
  return task.attempts > task.maxAttempts ? `claim ${task.attempts} of ${task.maxAttempts} that task ${taskKey} has` : null;
}

function again(book: Book, taskKey: string, maxAttempts?: number): string | null {
  const task = book.tasks.get(taskKey);
  if (!task) return `task ${taskKey} is revised but was never planned`;
  task.revisions += 1;
  task.attempts = 0;
  if (maxAttempts !== undefined) task.maxAttempts = maxAttempts;
  return task.revisions > task.maxRevisions
    ? `revision ${task.revisions} of ${task.maxRevisions} that task ${taskKey} has`
    : null;
}

function count(book: Book, fact: Fact): string | null {
  if (fact.type === 'plan.admitted') {
    book.allowed = fact.data.plan.budget.maxTotalAttempts;
    book.maxTasks = fact.data.plan.budget.maxTasks;
  } else if (fact.type === 'run.budget_raised') book.allowed += fact.data.kind === 'attempts' ? fact.data.amount : 0;
  else if (fact.type === 'task.planned' || fact.type === 'task.plan_revised') book.tasks.set(fact.data.taskKey, fresh(fact.data));
  else if (fact.type === 'assignment.claimed') return claim(book, fact.data);
  else if (fact.type === 'assignment.preempted') {
    const task = book.tasks.get(book.taskOf.get(fact.data.assignmentId) ?? '');
    book.attempts -= 1;
    if (task) task.attempts -= 1;
  } else if (fact.type === 'task.rework_requested') return again(book, fact.data.taskKey);
  else if (fact.type === 'task.revised') return again(book, fact.data.taskKey, fact.data.maxAttempts);
  return null;
}

function inUse({ plan, assignments, dispatches, tasks }: RunState, maxTasks: number): string | null {
  const used = assignments.length + dispatches.length;
  const capacity = plan?.policy.capacity ?? 0;
  if (used > capacity) return `${used} of ${capacity} slots are in use`;
  const inPlan = tasks.filter((task) => task.inPlan).length;
  return inPlan > maxTasks ? `${inPlan} of ${maxTasks} tasks are planned` : null;
}

export const budgetsHold: Invariant = {
  name: 'budgets never exceeded',
  rule: 'K-180, K-181, K-184, K-260, K-298, D-02',
  watch() {
    const books = new Books<Book>(() => ({ tasks: new Map(), taskOf: new Map(), attempts: 0, allowed: 0, maxTasks: 0 }));
    return {
      batch({ runId, facts, after }) {
        const book = books.of(runId);
        for (const fact of facts) {
          const wrong = count(book, fact);
          if (wrong !== null) return wrong;
        }
        if (after.attemptsUsed !== book.attempts)
          return `the Run counts ${after.attemptsUsed} attempts, its facts ${book.attempts}`;
        return inUse(after, book.maxTasks);
      },
    };
  },
};
