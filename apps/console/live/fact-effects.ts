// Which answers a fact makes old. Facts of streams that no page shows make none old.
import type { RunEventDto } from '#contracts/http';
import { keys } from '../api/keys.js';

/** Facts that change nothing but the timeline. */
const TIMELINE_ONLY = new Set(['clock.advanced', 'assignment.checkpointed', 'run.source_noted']);
/** Facts after which a title, a reason or a report may be new. */
const CONTENT =
  /^(run\.created|plan\.|task\.(planned|plan_revised|revised|accepted|failed|blocked|rework_requested|acceptance_)|reviewer\.|sponsor_gate\.|plan_gate\.|assignment\.execution_)/;
const WAITS =
  /^(run\.|plan\.|plan_gate\.|sponsor_gate\.|reviewer\.|task\.(blocked|blocker_|accepted|failed|cancel|rework|acceptance|plan_revised|revised)|scheduler\.preemption|assignment\.(cancel|lease_))/;

export function runOf(streamId: string): string | null {
  return streamId.startsWith('run-') ? streamId.slice(4) : null;
}

/** Prefixes of the query keys whose answers should now reach the fact. */
export function effectsOf(projectId: string, fact: RunEventDto): ReadonlyArray<readonly unknown[]> {
  const runId = runOf(fact.streamId);
  if (runId === null)
    return fact.streamId.startsWith('profile-') || fact.streamId === 'catalog' ? [keys.planning(projectId), keys.projects] : [];
  if (TIMELINE_ONLY.has(fact.type)) return [];
  if (fact.type === 'assignment.progress') return [keys.run(projectId, runId)];
  if (fact.type === 'assignment.heartbeat') return [keys.run(projectId, runId), keys.leases(projectId)];
  const prefixes: Array<readonly unknown[]> = [keys.run(projectId, runId), keys.runs(projectId)];
  if (fact.type.startsWith('assignment.')) prefixes.push(keys.leases(projectId));
  if (WAITS.test(fact.type)) prefixes.push(keys.attention(projectId));
  if (CONTENT.test(fact.type)) prefixes.push(keys.content(projectId, runId));
  return prefixes;
}
