// A Run told step by step, at its lowest: a command is admitted and decided, and its facts are folded.
import type { Actor, CommandMeta } from '#domain/kernel';
import { checkShape, Rejection, runIdOf } from '#domain/kernel';
import { initialRun, RUN_EVENTS, runDecider } from '#domain/run';
import type {
  AssignmentState,
  RecordedRunEvent,
  RunCommand,
  RunCommandData,
  RunCommandType,
  RunEvent,
  RunState,
  TaskState,
} from '#domain/run';
import { deepFreeze, fixedHash, WHOLE_SENTENCE } from '../decider-specification.js';
import { metaOf } from '../identity.js';
import { PROJECT, T0 } from './plan-builder.js';

/** What a step may say otherwise than the well-behaved sender would. */
export type Sent<Type extends RunCommandType> = Partial<RunCommandData<Type>>;

/** The step has nothing to stand on: the story did not get that far. */
export class StoryGap extends Error {}

/** State and facts of one Run, and the one way to tell it a command. */
export class ToldRun {
  state: RunState = deepFreeze(initialRun);
  facts: RecordedRunEvent[] = [];
  now = T0;
  protected sent = 0;

  constructor(readonly operationId = 'operation-1') {}

  get runId(): string {
    return runIdOf(this.operationId);
  }

  meta(actor: Actor, projectId: string | null = PROJECT): CommandMeta {
    this.sent += 1;
    return metaOf(actor, projectId, this.sent);
  }

  command<Type extends RunCommandType>(type: Type, actor: Actor, data: Omit<RunCommandData<Type>, 'runId'>): RunCommand {
    return { type, data: { runId: this.runId, ...data }, meta: this.meta(actor) } as unknown as RunCommand;
  }

  /** Admits, decides and folds; throws the Rejection of a refusal. */
  send(command: RunCommand): readonly RunEvent[] {
    runDecider.admit(this.state, deepFreeze(command));
    const facts = this.decide(command);
    for (const fact of facts) {
      checkShape(RUN_EVENTS[fact.type], fact.data, fact.type);
      this.fold({ ...fact, at: this.now } as RecordedRunEvent);
    }
    return facts;
  }

  /** Decides only: nothing is admitted, nothing folded. */
  decide(command: RunCommand): readonly RunEvent[] {
    const { sequence } = this.state;
    const head = { revision: sequence, hash: fixedHash(sequence) };
    return runDecider.decide(this.state, deepFreeze(command), { now: this.now, head });
  }

  fold(fact: RecordedRunEvent): void {
    this.facts.push(deepFreeze(fact));
    this.state = deepFreeze(runDecider.evolve(this.state, fact));
  }

  do<Type extends RunCommandType>(type: Type, actor: Actor, data: Omit<RunCommandData<Type>, 'runId'>): readonly RunEvent[] {
    return this.send(this.command(type, actor, data));
  }

  task(key: string): TaskState {
    const task = this.state.tasks[this.state.taskIndex[key] ?? -1];
    if (!task) throw new StoryGap(`The story has no task ${key}.`);
    return task;
  }

  assignment(key: string): AssignmentState {
    const task = this.task(key);
    const found = this.state.assignments.find((one) => one.taskKey === key) ?? task.pastAssignments.at(-1);
    if (!found) throw new StoryGap(`Task ${key} has no Assignment yet.`);
    return found;
  }
}

/** The code of the refusal; a step that is not refused, or refused without a sentence, fails the spec. */
export function refusalOf(step: () => readonly RunEvent[]): string {
  try {
    const facts = step();
    throw new Error(`not refused; facts: ${facts.map((fact) => fact.type).join(', ')}`);
  } catch (error) {
    if (error instanceof Rejection) {
      expect(error.message).toMatch(WHOLE_SENTENCE);
      return error.code;
    }
    throw error;
  }
}

export const typesOf = (facts: readonly RunEvent[]): readonly string[] => facts.map((fact) => fact.type);
