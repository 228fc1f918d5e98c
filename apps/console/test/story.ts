// Builds facts and Runs for the fixture server: a small repository audit, as far as a spec wants it.
import { createHash } from 'node:crypto';
import type { DisclosedText, RunContentDto, RunDetailDto, RunEventDto, TaskDto, TaskStatusDto } from '#contracts/http';
import { PROJECT, type World } from './world.js';

export const hex = (text: string): string => createHash('sha256').update(text).digest('hex');
export const shown = (text: string): DisclosedText => ({
  disposition: 'full',
  reasons: ['authorized_minimum_disclosure'],
  text,
  contentHash: `hmac-sha256:${hex(text)}`,
});
export const withheld = (reason: string): DisclosedText => ({
  disposition: 'deny',
  reasons: [reason],
  text: null,
  contentHash: `hmac-sha256:${hex(reason)}`,
});
export const refOf = (runId: string, key: string): string => `workroom-task:${hex(`${runId} ${key}`)}`;

const AGENT = { principalId: 'agent:executor', kind: 'agent', role: 'executor' };
const SYSTEM = { principalId: 'system:orchestrator', kind: 'system', role: 'orchestrator' };

/** Appends a fact to a Run's stream in the world; answers it. */
export function fact(world: World, runId: string, type: string, data: Record<string, unknown>, at = Date.now()): RunEventDto {
  const stream = world.facts.get(runId) ?? [];
  world.facts.set(runId, stream);
  world.position += 1;
  const event: RunEventDto = {
    eventId: `01890000-0000-7000-8000-${String(world.position).padStart(12, '0')}`,
    streamId: `run-${runId}`,
    revision: stream.length,
    globalPosition: world.position,
    type,
    schemaVersion: 1,
    data,
    metadata: {
      recordedAt: at,
      actor: type.startsWith('assignment.') ? AGENT : SYSTEM,
      commandId: `01890000-0000-7000-9000-${String(world.position).padStart(12, '0')}`,
      correlationId: null,
      causationId: null,
      projectId: PROJECT,
      traceparent: null,
    },
    prevHash: stream.at(-1)?.hash ?? '0'.repeat(64),
    hash: hex(`${runId} ${stream.length}`),
  };
  stream.push(event);
  return event;
}

export interface TaskStory {
  readonly key: string;
  readonly title: string;
  readonly status: TaskStatusDto;
  readonly after?: readonly string[];
  readonly route?: TaskDto['route'];
  readonly report?: string;
  readonly reviewer?: string;
}

/** A Run in the world with these tasks; its stream has run.created, plan.admitted and one task.planned a task. */
export function addRun(world: World, runId: string, title: string, stories: readonly TaskStory[], at = Date.now()): RunDetailDto {
  fact(world, runId, 'run.created', { projectId: PROJECT, title: null }, at);
  fact(world, runId, 'plan.admitted', admitted(stories), at);
  for (const { key, after = [] } of stories) {
    fact(world, runId, 'task.planned', { taskKey: key, required: true, dependsOn: after, sponsorLane: 'normal' }, at);
  }
  const run = detail(world, runId, stories, at);
  world.runs.unshift(run);
  world.contents.set(runId, content(runId, title, stories));
  return run;
}

const admitted = (stories: readonly TaskStory[]) => ({
  plan: { strategy: { id: 'repository-audit' }, tasks: stories.map(({ key }) => ({ key })) },
  requesterPrincipalId: 'workroom-admin',
  separation: 'solo',
});

function detail(world: World, runId: string, stories: readonly TaskStory[], at: number): RunDetailDto {
  const tasks = stories.map((story) => taskOf(runId, story));
  return {
    version: 1,
    projectId: PROJECT,
    runId,
    status: tasks.every(({ status }) => status === 'accepted') && tasks.length ? 'completed' : 'active',
    sequence: (world.facts.get(runId)?.length ?? 0) - 1,
    cancelRequested: false,
    paused: false,
    replanRequested: false,
    counts: { tasks: countOf(tasks), assignments: NO_ASSIGNMENTS, reviewerAssignments: 0, sponsorGates: 0 },
    authorityDigest: `sha256:${hex('authority')}`,
    digest: `sha256:${hex(runId)}`,
    createdAt: at,
    updatedAt: at,
    planRevision: 1,
    requesterPrincipalId: 'workroom-admin',
    separation: 'solo',
    baseRevision: hex('base').slice(0, 40),
    tasks,
    assignments: [],
    blockers: [],
    waits: [],
    dispatches: [],
  };
}

const NO_ASSIGNMENTS = {
  leased: 0,
  running: 0,
  cancel_requested: 0,
  execution_completed: 0,
  failed: 0,
  lost: 0,
  cancelled: 0,
};

function countOf(tasks: readonly TaskDto[]): Record<TaskStatusDto, number> {
  const counts = {
    ready: 0,
    blocked: 0,
    executing: 0,
    awaiting_acceptance: 0,
    cancelling: 0,
    accepted: 0,
    failed: 0,
    cancelled: 0,
  };
  for (const { status } of tasks) counts[status] += 1;
  return counts;
}

function taskOf(runId: string, { key, status, after = [], route = null }: TaskStory): TaskDto {
  const tried = status === 'ready' ? 0 : 1;
  return {
    ref: refOf(runId, key),
    status,
    revision: 1,
    attempt: tried,
    attemptsUsed: tried,
    maxAttempts: 3,
    required: true,
    blockerCount: status === 'blocked' ? 1 : 0,
    hasCurrentAssignment: status === 'executing',
    dependsOn: after.map((other) => refOf(runId, other)),
    role: 'executor',
    lane: 'normal',
    route,
    riskTier: route === null ? null : 'low',
    failure: status === 'failed' ? 'execution_failed' : null,
  };
}

function content(runId: string, title: string, stories: readonly TaskStory[]): RunContentDto {
  return {
    runId,
    projectId: PROJECT,
    title: shown(title),
    tasks: stories.map(({ key, title: name, report, reviewer }) => ({
      ref: refOf(runId, key),
      taskKey: key,
      taskRevision: 1,
      title: shown(name),
      reason: null,
      reportRef: report === undefined ? null : `report:${key}`,
      report: report === undefined ? null : shown(report),
      reviewerPrincipalId: reviewer ?? null,
      reviewMethod: reviewer === undefined ? null : 'recomputed',
      evidence: report === undefined ? [] : evidence,
      gateIds: [],
    })),
  };
}

const evidence = [
  { ref: 'evidence:file:package.json', kind: 'file', detail: 'package.json' },
  { ref: 'evidence:file:LICENSE', kind: 'file', detail: 'LICENSE' },
];

/** Changes a Run in the world to match: its sequence follows its stream. */
export function change(world: World, runId: string, how: (run: RunDetailDto) => RunDetailDto): void {
  world.runs = world.runs.map((run) => {
    if (run.runId !== runId) return run;
    const next = how(run);
    const sequence = (world.facts.get(runId)?.length ?? 0) - 1;
    return { ...next, sequence, updatedAt: Date.now(), counts: { ...next.counts, tasks: countOf(next.tasks) } };
  });
}
