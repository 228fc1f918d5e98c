// A Run as its page shows it: the content-free detail joined with what the content discloses.
import type { RunContentDto, RunDetailDto, TaskContentDto, TaskDto } from '#contracts/http';
import { shortId } from '../../format/names.js';

export interface ShownTask {
  readonly task: TaskDto;
  readonly content: TaskContentDto | null;
  /** Its title, else its key, else the beginning of its ref. */
  readonly name: string;
  /** Names it in addresses and in facts; null while the content is not known. */
  readonly key: string | null;
}

export function shownTasks(run: RunDetailDto, content: RunContentDto | null): readonly ShownTask[] {
  const byRef = new Map((content?.tasks ?? []).map((task) => [task.ref, task]));
  return run.tasks.map((task) => {
    const own = byRef.get(task.ref) ?? null;
    return { task, content: own, key: own?.taskKey ?? null, name: own?.title?.text ?? own?.taskKey ?? shortId(task.ref) };
  });
}

/** The name of a task by its key, for facts. */
export function namesByKey(tasks: readonly ShownTask[]): ReadonlyMap<string, string> {
  return new Map(tasks.flatMap(({ key, name }) => (key === null ? [] : [[key, name] as const])));
}

export const runTitle = (content: RunContentDto | null, runId: string): string => content?.title?.text ?? shortId(runId);
