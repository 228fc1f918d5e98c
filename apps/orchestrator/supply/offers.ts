// What a host is handed with an Assignment: Envelope, token claims, references of texts, never a text.
import type { Capability, TextRef } from '#domain/kernel';
import { capabilitySnapshot } from '#domain/profile';
import type { CapabilitySnapshot } from '#domain/profile';
import type { AssignmentState, RunState, TaskState } from '#domain/run';
import { runStreamOf } from '#domain/run';
import type { AssignmentOffer, DependencyReport } from '#contracts/commands';
import type { Journal } from '#journal';
import type { Vault } from '#vault';
import type { Catalog } from '../catalog/catalog.js';
import type { RunBoard } from '../facts/run-board.js';
import { objectOf } from '../payloads/referenced-marker.js';
import type { Available } from '../registry/initializer.js';
import type { ProjectSetup, Registry } from '../registry/registry.js';

export interface OfferPorts {
  readonly board: RunBoard;
  readonly journal: Journal;
  readonly vault: Vault;
  readonly catalog: Catalog;
  readonly registry: Registry;
  readonly available: Available;
  readonly newId: () => string;
}

/** A token outlives its lease by this much: whether the lease holds is decided by state alone. */
export const TOKEN_GRACE_MS = 10 * 60_000;

export const assignmentCapability = (state: RunState, assignment: AssignmentState, jti: string): Capability => ({
  sub: assignment.owner,
  role: assignment.role,
  project: state.projectId,
  run: state.runId,
  task: assignment.taskKey,
  assignment: assignment.assignmentId,
  attempt: assignment.attempt,
  fence: assignment.fence,
  exp: Math.ceil((assignment.leaseExpiresAt + TOKEN_GRACE_MS) / 1000),
  jti,
});

export class Offers {
  constructor(private readonly ports: OfferPorts) {}

  /** null when the Assignment is not leased any more. */
  async of(
    runId: string,
    assignmentId: string,
    given: { readonly resumed: boolean; readonly setup?: ProjectSetup; readonly snapshot?: CapabilitySnapshot },
  ): Promise<AssignmentOffer | null> {
    const state = this.ports.board.get(runId)?.folded.state;
    const assignment = state?.assignments.find((one) => one.assignmentId === assignmentId);
    const task = state?.tasks.find(({ key }) => key === assignment?.taskKey);
    if (!state?.plan || !task || assignment?.status !== 'leased' || !assignment.envelope) return null;
    const { plan } = state;
    const { strategy, authority } = plan.header;
    const setup = given.setup ?? (await this.ports.registry.pinned(state.projectId, authority));
    const snapshot = given.snapshot ?? this.#snapshot(task, assignment, setup);
    return {
      envelope: assignment.envelope,
      capability: assignmentCapability(state, assignment, this.ports.newId()),
      leaseExpiresAt: assignment.leaseExpiresAt,
      leaseMs: plan.policy.leaseMs,
      resumed: given.resumed,
      title: task.plan.title,
      strategy: `${strategy.id}@${strategy.version}`,
      criteria: (task.contract?.criteria ?? []).map(({ criterionId, kind, wording }) => ({ criterionId, kind, text: wording })),
      capabilities: (snapshot?.tools ?? []).map(({ id }) => id),
      dependencies: await dependencyReports(this.ports.vault, state, task),
      reworkReason: task.revision > 1 ? await reworkReason(this.ports.journal, runId, task.key) : null,
      baseRevision: assignment.envelope.workspace.baseRevision,
      workspace: workspaceOf(this.ports.catalog, state.projectId),
    };
  }

  #snapshot(task: TaskState, { execution }: AssignmentState, { profile }: ProjectSetup): CapabilitySnapshot | null {
    const agent = profile.agents.find((one) => execution?.kind === 'local' && one.agent === execution.agentDefinitionId);
    if (!agent) return null;
    const result = capabilitySnapshot({ available: this.ports.available, profile, agent, requires: task.plan.requires });
    return result.outcome === 'complete' ? result.snapshot : null;
  }
}

/** The accepted reports of the tasks that a task depends on. */
export const dependencyReports = (vault: Vault, state: RunState, task: TaskState): Promise<DependencyReport[]> =>
  Promise.all(
    state.tasks
      .filter(({ key, candidate, status }) => task.plan.dependsOn.includes(key) && candidate !== null && status === 'accepted')
      .map(async ({ key, candidate }) => reportOf(vault, key, candidate?.reportRef ?? '')),
  );

export const reportOf = async (vault: Vault, taskKey: string, reportRef: string): Promise<DependencyReport> => {
  const { payloadHash } = await vault.describe(objectOf(reportRef) ?? reportRef);
  return { taskKey, reportRef, reportContentHash: payloadHash };
};

export function workspaceOf(catalog: Catalog, projectId: string): AssignmentOffer['workspace'] {
  const workspace = catalog.find(projectId)?.workspace;
  if (!workspace) return null;
  return workspace.url === null ? { kind: 'git', path: workspace.path ?? '.' } : { kind: 'git', url: workspace.url };
}

const SENT_BACK: readonly string[] = ['task.rework_requested', 'task.revised', 'task.plan_revised'];

/** Why the task was sent back, as the newest fact of it says; null where nobody wrote a reason. */
export async function reworkReason(journal: Journal, runId: string, taskKey: string): Promise<TextRef> {
  for await (const page of journal.readStream(runStreamOf(runId), { backwards: true })) {
    for (const { type, data } of page) {
      if (SENT_BACK.includes(type) && data['taskKey'] === taskKey) return data['reason'] as TextRef;
    }
  }
  return null;
}
