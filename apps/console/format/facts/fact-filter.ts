// Chooses facts of a timeline by drawer, by task and by words.
import type { RunEventDto } from '#contracts/http';
import { groupOf, isPulse, type FactGroup } from './fact-sentence.js';
import type { FactSentence } from './sentence.js';

export interface FactFilter {
  readonly group: FactGroup | null;
  readonly taskKey: string | null;
  /** Words that the sentence, the type or the actor must contain, in any order. */
  readonly words: string;
  readonly pulses: boolean;
}

export interface ToldFact extends FactSentence {
  readonly fact: RunEventDto;
  readonly taskKey: string | null;
}

export function chosen(told: readonly ToldFact[], filter: FactFilter): readonly ToldFact[] {
  const words = filter.words.toLowerCase().split(/\s+/).filter(Boolean);
  return told.filter(({ fact, text, taskKey }) => {
    if (!filter.pulses && isPulse(fact.type)) return false;
    if (filter.group !== null && groupOf(fact.type) !== filter.group) return false;
    if (filter.taskKey !== null && taskKey !== filter.taskKey) return false;
    if (!words.length) return true;
    const hay = `${text} ${fact.type} ${fact.metadata.actor.principalId}`.toLowerCase();
    return words.every((word) => hay.includes(word));
  });
}
