// The facts of a Run with their sentences.
import type { RunEventDto } from '#contracts/http';
import type { ToldFact } from '../../../format/facts/fact-filter.js';
import { tasksByAssignment } from '../../../format/facts/fact-index.js';
import { factSentence } from '../../../format/facts/fact-sentence.js';
import { whoWords } from '../../../format/names.js';
import { clockTime } from '../../../format/time.js';
import { namesByKey, type ShownTask } from '../run-model.js';

export function told(facts: readonly RunEventDto[], tasks: readonly ShownTask[]): readonly ToldFact[] {
  const names = namesByKey(tasks);
  const byAssignment = tasksByAssignment(facts);
  const words = {
    task: (key: string) => names.get(key) ?? key,
    taskOf: (assignmentId: string) => byAssignment.get(assignmentId) ?? null,
    time: clockTime,
    who: (principalId: string) => whoWords(principalId).name,
  };
  return facts.map((fact) => ({ fact, ...factSentence(fact, words), taskKey: taskKeyOf(fact, byAssignment) }));
}

function taskKeyOf({ data }: RunEventDto, byAssignment: ReadonlyMap<string, string>): string | null {
  if (typeof data['taskKey'] === 'string') return data['taskKey'];
  return typeof data['assignmentId'] === 'string' ? (byAssignment.get(data['assignmentId']) ?? null) : null;
}
