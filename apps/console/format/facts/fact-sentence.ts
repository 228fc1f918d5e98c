// A fact as one human sentence with icon and tone. Types that this Console does not know yet are told by their name.
import type { RunEventDto } from '#contracts/http';
import { plain } from '../phrase.js';
import { assignmentFacts } from './assignment-facts.js';
import { FactReader, type FactNames } from './fact-reader.js';
import { runFacts } from './run-facts.js';
import { schedulerFacts } from './scheduler-facts.js';
import type { FactSentence, Sentences } from './sentence.js';
import { taskFacts } from './task-facts.js';
import { waitFacts } from './wait-facts.js';
import { workspaceFacts } from './workspace-facts.js';

const SENTENCES: Sentences = {
  ...runFacts,
  ...taskFacts,
  ...waitFacts,
  ...assignmentFacts,
  ...schedulerFacts,
  ...workspaceFacts,
};

export const toldTypes: readonly string[] = Object.keys(SENTENCES);

export function factSentence(fact: RunEventDto, names: FactNames): FactSentence {
  const sentence = Object.hasOwn(SENTENCES, fact.type) ? SENTENCES[fact.type] : undefined;
  return sentence ? sentence(new FactReader(fact, names)) : { text: `${plain(fact.type)}.`, icon: 'circle', tone: 'idle' };
}

export type FactGroup = 'plan' | 'task' | 'assignment' | 'review' | 'scheduler' | 'workspace';

/** In which drawer of the timeline a fact lies. */
export function groupOf(type: string): FactGroup {
  if (/^(run|plan)\./.test(type)) return 'plan';
  if (type.startsWith('task.')) return 'task';
  if (type.startsWith('assignment.')) return 'assignment';
  if (/^(reviewer|sponsor_gate|plan_gate)\./.test(type)) return 'review';
  if (/^(workspace|change_set|integration)\./.test(type)) return 'workspace';
  return 'scheduler';
}

/** Signs of life that fill a timeline without telling much. */
export const isPulse = (type: string): boolean => /^(assignment\.(heartbeat|checkpointed)|clock\.advanced)$/.test(type);
