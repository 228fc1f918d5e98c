// The acceptance process at one Run: pins contracts, evaluates candidates, hands unanswered reviews on.
import { Rejection } from '#domain/kernel';
import { contractFor, dataClassOf, evaluationFacts, reassignmentsDue } from '#domain/processes';
import type { ContractTerms } from '#domain/processes';
import { capabilitySnapshot } from '#domain/profile';
import { awaitingEvaluation, pinnableTasks } from '#domain/run';
import type { EvaluationFacts, RunState, TaskState } from '#domain/run';
import type { Receipt } from '#contracts/codec';
import { decodeReport } from '#agent-runtime';
import type { Vault } from '#vault';
import { reactionMeta } from '../facts/commands.js';
import type { Commands } from '../facts/commands.js';
import type { OpenRun } from '../facts/run-board.js';
import type { BodyReader } from '../payloads/body-reader.js';
import { objectOf } from '../payloads/referenced-marker.js';
import type { Available } from '../registry/initializer.js';
import type { ProjectSetup, Registry } from '../registry/registry.js';

export interface AcceptancePorts {
  readonly commands: Commands;
  readonly registry: Registry;
  readonly vault: Vault;
  readonly bodies: BodyReader;
  readonly available: Available;
}

export class AcceptanceWork {
  constructor(private readonly ports: AcceptancePorts) {}

  async react(run: OpenRun): Promise<readonly Receipt[]> {
    const { state } = run.folded;
    const pins = pinnableTasks(state);
    const candidates = awaitingEvaluation(state);
    const unanswered = reassignmentsDue(state);
    if (pins.length + candidates.length + unanswered.length === 0) return [];
    const setup = await this.#setup(state);
    const receipts: Receipt[] = [];
    for (const task of pins) receipts.push(await this.#pin(run, task, setup));
    for (const task of candidates) receipts.push(await this.#evaluate(run, task, setup));
    for (const data of unanswered) {
      const meta = reactionMeta('acceptance', state.projectId, run.cause, 'reassign_reviewer', data.taskKey);
      receipts.push(await this.ports.commands.run('reassign_reviewer', data, meta));
    }
    return receipts;
  }

  /** What a fresh evaluation of a task's candidate stands on. */
  async facts(state: RunState, task: TaskState): Promise<EvaluationFacts> {
    return this.#facts(state, task, await this.#setup(state));
  }

  #pin({ runId, folded, cause }: OpenRun, task: TaskState, setup: ProjectSetup): Promise<Receipt> {
    const { state } = folded;
    const meta = reactionMeta('acceptance', state.projectId, cause, 'pin_task_acceptance', `${task.key}.${task.revision}`);
    const contract = contractFor(state, task, termsOf(setup));
    return this.ports.commands.run(
      'pin_task_acceptance',
      { runId, taskKey: task.key, taskRevision: task.revision, contract },
      meta,
    );
  }

  async #evaluate({ runId, folded, cause }: OpenRun, task: TaskState, setup: ProjectSetup): Promise<Receipt> {
    const { state } = folded;
    const meta = reactionMeta('acceptance', state.projectId, cause, 'evaluate_task_acceptance', `${task.key}.${task.revision}`);
    const facts = await this.#facts(state, task, setup);
    return this.ports.commands.run(
      'evaluate_task_acceptance',
      { runId, taskKey: task.key, taskRevision: task.revision, facts },
      meta,
    );
  }

  async #facts(state: RunState, task: TaskState, setup: ProjectSetup): Promise<EvaluationFacts> {
    const { candidate } = task;
    if (!candidate) throw new Error(`Task ${task.key} of ${state.runId} has no candidate to evaluate.`);
    const { candidateHash, reportRef } = candidate;
    const objectId = objectOf(reportRef) ?? '';
    const { confidentiality, payloadHash } = await this.ports.vault.describe(objectId);
    const read = await this.#claims(state.projectId, objectId, payloadHash);
    const report = { candidateHash, reportRef, claimIds: typeof read === 'string' ? [] : read };
    const facts = evaluationFacts(report, this.#snapshot(state, task, setup), dataClassOf(confidentiality));
    return typeof read === 'string' ? { ...facts, checks: facts.checks.map((check) => ({ ...check, result: read })) } : facts;
  }

  /** The claims as the stored report lists them, whatever its author said of it: `failed` for no report, `error` for one that may not be read. */
  async #claims(projectId: string, objectId: string, contentHash: string): Promise<readonly string[] | 'failed' | 'error'> {
    const { text } = await this.ports.bodies.open({
      ...{ projectId, objectId, contentHash },
      reader: { principalId: 'system:acceptance', role: 'reviewer' },
      purpose: 'acceptance_review',
      channel: 'evidence_port',
    });
    if (text === null) return 'error';
    try {
      return decodeReport(text).claims.map(({ claimId }) => claimId);
    } catch (error) {
      if (error instanceof Rejection) return 'failed';
      throw error;
    }
  }

  /** As the claim pinned it: from the Profile of the Run, for the agent that did the work. */
  #snapshot(state: RunState, task: TaskState, { profile }: ProjectSetup) {
    const owner = task.candidate?.producerPrincipalId ?? '';
    const agent = profile.agents.find((one) => `agent:${one.agent}` === owner);
    if (!agent) return null;
    const result = capabilitySnapshot({ available: this.ports.available, profile, agent, requires: task.plan.requires });
    return result.outcome === 'complete' ? result.snapshot : null;
  }

  #setup({ projectId, plan, runId }: RunState): Promise<ProjectSetup> {
    if (!plan) throw new Error(`Run ${runId} has no admitted plan.`);
    return this.ports.registry.pinned(projectId, plan.header.authority);
  }
}

const termsOf = ({ policy, profile }: ProjectSetup): ContractTerms => ({
  policy: policy.acceptance,
  profileMinimumRoute: profile.minimumRoute,
  sponsorOwner: policy.sponsorGate.owner,
});
