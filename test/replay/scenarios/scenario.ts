// A story to record, and what several of them begin with.
import { aCheck } from '#testing/run';
import type { AdmissionSketch, TaskSketch } from '#testing/run';
import type { Contract } from '#domain/run';
import { RecordedStory } from '../recorded-story.js';
import type { Recorder } from '../recorder.js';

export type Scenario = (recorder: Recorder) => void;

/** A Run whose contracts are pinned. */
export function ready(
  recorder: Recorder,
  tasks: readonly TaskSketch[] = [{ key: 'a' }],
  sketch: AdmissionSketch = {},
  contract: Partial<Contract> = {},
): RecordedStory {
  const story = RecordedStory.begin(recorder, tasks, sketch);
  story.pinAll(contract);
  return story;
}

/** Its first task is at work. */
export function running(
  recorder: Recorder,
  tasks: readonly TaskSketch[] = [{ key: 'a' }],
  sketch: AdmissionSketch = {},
  contract: Partial<Contract> = {},
): RecordedStory {
  const story = ready(recorder, tasks, sketch, contract);
  story.run(tasks[0]?.key ?? 'a');
  return story;
}

/** Its first task has a candidate that was evaluated. */
export function evaluated(recorder: Recorder, contract: Partial<Contract>): RecordedStory {
  const story = running(recorder, [{ key: 'a' }], {}, contract);
  story.complete('a');
  story.evaluate('a');
  return story;
}

/** From the queue to acceptance. */
export function finish(story: RecordedStory, key: string, principal = 'alice'): void {
  if (story.task(key).contract === null) story.pin(key);
  story.run(key, principal);
  story.complete(key);
  story.evaluate(key);
}

export const failedCheck = (story: RecordedStory, key: string) => ({
  checks: [aCheck(story.task(key).candidate?.candidateHash ?? '', { result: 'failed' })],
});
