// Complete lives of tasks, told once: what the Run decider is then asked again and again. Seven of ten commands are heartbeats or progress.
import type { DecideContext } from '#domain/kernel';
import type { RunCommand } from '#domain/run';
import { fixedHash } from '#testing';
import { RunStory } from '#testing/run';

export interface Asked {
  readonly command: RunCommand;
  readonly context: DecideContext;
}

/** Said by a running task before it completes: 19 to 8 other commands of its life is 70 %. */
const SPOKEN_A_LIFE = 19;

class RecordingStory extends RunStory {
  readonly asked: Asked[] = [];

  override send(command: RunCommand) {
    const { sequence } = this.state;
    const head = { revision: sequence, hash: fixedHash(sequence) };
    // Cloned: what arrives from a transport is neither frozen nor shared.
    this.asked.push({ command: structuredClone(command), context: { now: this.now, head } });
    return super.send(command);
  }
}

function live(story: RecordingStory, key: string): void {
  story.pin(key, { minimumRoute: 'reviewer_required' });
  story.run(key);
  for (let spoken = 0; spoken < SPOKEN_A_LIFE; spoken += 1) {
    story.now += 1_000;
    if (spoken % 2 === 0) story.heartbeat(key);
    else story.observe(key, { kind: 'progress', progress: { summary: null, completedUnits: spoken, totalUnits: SPOKEN_A_LIFE } });
  }
  story.complete(key);
  story.evaluate(key);
  story.claimReview(key);
  story.judge(key);
}

/** One Run of `tasks` tasks from admission to completed, one task after the other. */
export function lives(tasks: number): readonly Asked[] {
  const keys = Array.from({ length: tasks }, (_, index) => `t${index + 1}`);
  const story = new RecordingStory(`bench-${tasks}`);
  story.admit(keys.map((key, localRank) => ({ key, scheduler: { localRank, deadline: story.now + 86_400_000 } })));
  for (const key of keys) live(story, key);
  return story.asked;
}
