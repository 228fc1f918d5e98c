// On which state a person, Reviewer or Orchestrator thought to stand: compared with what concerns their subject only.
import type { RunCommand } from '../commands/run-command.js';
import type { RunState } from '../state.js';
import { isSystem } from './roles.js';
import { refuse } from './refuse.js';

export type SequenceSubject = { readonly kind: 'run' } | { readonly kind: 'task'; readonly taskKey: string };

/** The sequence of the last counting fact of a subject: what a card must have seen. */
export function subjectSequence(state: RunState, subject: SequenceSubject): number {
  if (subject.kind === 'run') return state.runSequence;
  return state.tasks[state.taskIndex[subject.taskKey] ?? -1]?.sequence ?? -1;
}

/** Throws SEQUENCE_CONFLICT when the subject has moved on, VALUE_INVALID for a sequence that does not exist yet. */
export function checkSequence(state: RunState, expected: number, subject: SequenceSubject): void {
  if (expected > state.sequence) {
    refuse('VALUE_INVALID', `Run ${state.runId} has no sequence ${expected} yet; it stands at ${state.sequence}.`, {
      field: 'expectedSequence',
    });
  }
  if (expected >= subjectSequence(state, subject)) return;
  refuse('SEQUENCE_CONFLICT', `Run ${state.runId} has moved on since sequence ${expected}; read it again and decide anew.`, {
    runId: state.runId,
    expectedSequence: expected,
    actualSequence: state.sequence,
  });
}

/** System roles may leave the sequence out; everyone else stands on one. */
export function checkTaskSequence(state: RunState, command: RunCommand, expected: number | null, taskKey: string): void {
  if (expected !== null) return checkSequence(state, expected, { kind: 'task', taskKey });
  if (!isSystem(command)) {
    refuse('VALUE_INVALID', `${command.type} must say on which expectedSequence of task ${taskKey} it stands.`, {
      field: 'expectedSequence',
    });
  }
}
