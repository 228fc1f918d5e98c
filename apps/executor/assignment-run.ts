// One Assignment from offer to end: workspace, start, agent, report, cleaning. Whatever happens, the lease is let go or runs out.
import type { AgentBrief, AgentPorts, AgentStep } from '#agent-runtime';
import type { AssignmentOffer, CommandClient } from '#contracts/commands';
import { Rejection } from '#domain/kernel';
import type { Workspace, WorkspaceProvider } from '#workspaces';
import { BriefReader } from './assignment-brief.js';
import type { Destination } from './assignment-brief.js';
import { AssignmentChannel } from './assignment-channel.js';
import { LeaseKeeper } from './lease-keeper.js';
import type { StopCause } from './lease-keeper.js';
import { StepReporter } from './step-reporter.js';

export interface AgentSetup {
  readonly destination: Destination;
  /** `gate` holds the Project's and the agent's rules; the capability snapshot stands above it. */
  readonly ports: Omit<AgentPorts, 'files' | 'commands' | 'now'>;
}

/** What a host needs to run one Assignment. */
export interface AssignmentHost {
  readonly client: CommandClient;
  readonly workspaces: WorkspaceProvider;
  /** The model and caches of the agent that owns the Assignment. */
  readonly setup: (offer: AssignmentOffer) => Promise<AgentSetup>;
  readonly runAgent: (brief: AgentBrief, ports: AgentPorts, signal: AbortSignal) => AsyncIterable<AgentStep>;
  readonly now: () => number;
  readonly log: (level: 'info' | 'warn' | 'error', message: string, fields: Readonly<Record<string, unknown>>) => void;
}

/** How an attempt ended, for logs and metrics. */
export type AttemptEnd = 'completed' | 'failed' | 'cancelled' | 'lease_lost' | 'drained';

export class AssignmentRun {
  readonly #channel: AssignmentChannel;
  readonly #keeper: LeaseKeeper;

  constructor(
    private readonly host: AssignmentHost,
    private readonly offer: AssignmentOffer,
  ) {
    this.#channel = new AssignmentChannel(host.client, offer);
    this.#keeper = new LeaseKeeper(this.#channel, offer.leaseMs);
  }

  /** Asks the agent to stop; the attempt then ends by itself, and its lease runs out. */
  drain(): void {
    this.#keeper.stop({ kind: 'drain' });
  }

  async run(): Promise<AttemptEnd> {
    let workspace: Workspace | null = null;
    try {
      this.#keeper.begin();
      workspace = await this.#lease();
      await this.#channel.start();
      const ended = await this.#work(workspace);
      return ended ?? (await this.#stopped(this.#keeper.cause));
    } catch (error) {
      return await this.#broken(error);
    } finally {
      await this.#keeper.end();
      if (workspace) await this.#clean(workspace);
    }
  }

  async #work(workspace: Workspace): Promise<AttemptEnd | null> {
    const { host, offer } = this;
    const setup = await host.setup(offer);
    const brief = await new BriefReader(host.client, this.#channel.caller, setup.destination).read(offer);
    const ports: AgentPorts = {
      ...setup.ports,
      files: workspace.files,
      commands: workspace.commands,
      // What the capability snapshot does not name is not to be had, whatever a model asks for.
      gate: (call) =>
        offer.capabilities.includes(call.identity.slice(call.identity.indexOf(':') + 1))
          ? setup.ports.gate(call)
          : Promise.resolve({ decision: 'deny', reason: 'it is not in the capability snapshot of this task' }),
      now: host.now,
    };
    const reporter = new StepReporter(this.#channel, host.now);
    for await (const step of host.runAgent(brief, ports, this.#keeper.signal)) {
      if (this.#keeper.cause) return null;
      if (await reporter.report(step, () => this.#seal(workspace))) return step.kind === 'report' ? 'completed' : 'failed';
    }
    return null;
  }

  async #lease(): Promise<Workspace> {
    const { envelope, capabilities, baseRevision, workspace, leaseExpiresAt } = this.offer;
    const source = workspace?.url ? { url: workspace.url } : workspace?.path ? { path: workspace.path } : null;
    if (!source || baseRevision === null) {
      throw new Rejection(
        'WORKSPACE_MISSING',
        `Project ${envelope.projectId} has no repository for ${envelope.taskKey}; give its definition a workspace.`,
      );
    }
    return this.host.workspaces.lease({
      projectId: envelope.projectId,
      runId: envelope.runId,
      taskKey: envelope.taskKey,
      taskRevision: envelope.taskRevision,
      assignmentId: envelope.assignmentId,
      attempt: envelope.attempt,
      fence: envelope.fence,
      source,
      baseRevision,
      mode: capabilities.includes('bash') ? 'mutable' : 'read_only',
      expiresAt: leaseExpiresAt,
    });
  }

  /** A worktree that something changed is sealed before completion is said; a snapshot has nothing to seal. */
  async #seal({ lease }: Workspace): Promise<string | null> {
    if (lease.backend !== 'git_worktree') return null;
    const changes = await this.host.workspaces.seal(lease);
    await this.#channel.recordWorkspace({ type: 'sealed', manifestDigest: changes.manifestDigest });
    return changes.manifest.length ? changes.changeSetRef : null;
  }

  async #stopped(cause: StopCause | null): Promise<AttemptEnd> {
    const { assignmentId, runId } = this.#channel.target;
    if (cause?.kind === 'cancel') {
      await this.#channel.settleCancel();
      return 'cancelled';
    }
    if (cause?.kind === 'lease_lost') {
      this.host.log('warn', 'The lease was lost; what the attempt had is discarded.', { assignmentId, runId, code: cause.code });
      return 'lease_lost';
    }
    if (cause?.kind === 'drain') return 'drained';
    throw new Error(`the agent of ${assignmentId} ended without a report, a failure or a reason`);
  }

  async #broken(error: unknown): Promise<AttemptEnd> {
    const { assignmentId, runId } = this.#channel.target;
    if (error instanceof Rejection && LOST.has(error.code)) {
      if (this.#keeper.cause?.kind === 'cancel' || error.code === 'ASSIGNMENT_NOT_RUNNING') return this.#cancelled();
      this.host.log('warn', 'A late result was refused and is discarded.', { assignmentId, runId, code: error.code });
      return 'lease_lost';
    }
    const reasonCode = error instanceof Rejection ? (REASON[error.code] ?? 'internal_error') : 'internal_error';
    this.host.log('error', 'The attempt broke off.', { assignmentId, runId, reasonCode, error: describe(error) });
    try {
      await this.#channel.observe({ type: 'execution_failed', reasonCode, retryable: reasonCode !== 'disclosure_denied' });
      return 'failed';
    } catch (refused) {
      if (refused instanceof Rejection) return 'lease_lost';
      throw refused;
    }
  }

  /** The Run may have asked for a stop while the agent was about to complete: only then is there something to settle. */
  async #cancelled(): Promise<AttemptEnd> {
    try {
      await this.#channel.settleCancel();
      return 'cancelled';
    } catch (error) {
      if (error instanceof Rejection) return 'lease_lost';
      throw error;
    }
  }

  async #clean({ lease }: Workspace): Promise<void> {
    const left = await this.host.workspaces.discard(lease, 'attempt_ended');
    const { assignmentId, runId } = this.#channel.target;
    if (left.state === 'quarantined')
      this.host.log('warn', 'The workspace could not be removed and is set aside.', { assignmentId, runId });
    try {
      await this.#channel.recordWorkspace(
        left.state === 'quarantined'
          ? { type: 'quarantined', cause: 'cleaning_failed' }
          : { type: 'discarded', cause: 'attempt_ended' },
      );
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      this.host.log('info', 'The end of the workspace was not recorded.', { assignmentId, runId, code: error.code });
    }
  }
}

const LOST: ReadonlySet<string> = new Set([
  'ENVELOPE_STALE',
  'LEASE_EXPIRED',
  'ASSIGNMENT_NOT_RUNNING',
  'RUN_TERMINAL',
  'TOKEN_EXPIRED',
  'ASSIGNMENT_NOT_FOUND',
]);

const REASON: Readonly<Record<string, 'workspace_error' | 'disclosure_denied' | 'context_budget_exceeded' | 'input_invalid'>> = {
  WORKSPACE_MISSING: 'workspace_error',
  WORKSPACE_EMPTY: 'workspace_error',
  WORKSPACE_ESCAPE: 'workspace_error',
  WORKSPACE_NOT_LEASED: 'workspace_error',
  REVISION_NOT_FOUND: 'workspace_error',
  SANDBOX_FAILED: 'workspace_error',
  DISCLOSURE_DENIED: 'disclosure_denied',
  PAYLOAD_UNAVAILABLE: 'input_invalid',
  REPORT_MALFORMED: 'input_invalid',
  CONTEXT_BUDGET_EXCEEDED: 'context_budget_exceeded',
};

/** For the log: the code of a refusal, the stack of a defect; never a text of the attempt. */
const describe = (error: unknown): string =>
  error instanceof Rejection ? error.code : error instanceof Error ? (error.stack ?? error.name) : typeof error;
