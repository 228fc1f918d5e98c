// A Run's story whose every fact is kept as a store keeps it.
import type { Actor, CommandMeta } from '#domain/kernel';
import { runDecider, runStreamOf } from '#domain/run';
import type { RunCommand, RunEvent } from '#domain/run';
import { deepFreeze } from '#testing';
import { PROJECT, RunStory } from '#testing/run';
import type { AdmissionSketch, TaskSketch } from '#testing/run';
import type { Recorder } from './recorder.js';

export class RecordedStory extends RunStory {
  private constructor(
    readonly recorder: Recorder,
    operationId: string | undefined,
  ) {
    super(operationId);
  }

  static begin(recorder: Recorder, tasks: readonly TaskSketch[], sketch: AdmissionSketch = {}): RecordedStory {
    const story = new RecordedStory(recorder, sketch.operationId);
    story.now = recorder.now;
    story.admit(tasks, sketch);
    return story;
  }

  override meta(actor: Actor, projectId: string | null = PROJECT): CommandMeta {
    super.meta(actor, projectId);
    return this.recorder.meta(actor, projectId);
  }

  override decide(command: RunCommand): readonly RunEvent[] {
    const head = this.recorder.headOf(runStreamOf(this.runId));
    return runDecider.decide(this.state, deepFreeze(command), { now: this.now, head });
  }

  override send(command: RunCommand): readonly RunEvent[] {
    const facts = super.send(command);
    this.recorder.keep(runStreamOf(this.runId), command.meta, facts, this.now);
    this.recorder.now = this.now;
    return facts;
  }
}
