// What Sponsors call over HTTP: the same commands as in chat, by the person whom the token proved.
import type { CommandMeta } from '#domain/kernel';
import type { Receipt } from '#contracts/codec';
import type { BlockerResolution, Caller, GateDecision, LeaseRelease, PriorityChange, RunControl } from '#contracts/commands';
import { actorOf, checkScope, edgeMeta, personActor } from '../client/scope.js';
import type { CallerRole } from '../client/scope.js';
import type { InitializeRequest, Initializer } from '../registry/initializer.js';
import type { PersonCommands } from './person-commands.js';

export interface ControlPorts {
  readonly people: PersonCommands;
  readonly initializer: Initializer;
  readonly now: () => number;
  readonly newId: () => string;
}

const EDGES: readonly CallerRole[] = ['control_plane', 'gateway'];

export class ControlPort {
  constructor(private readonly ports: ControlPorts) {}

  async runControl(caller: Caller, request: RunControl): Promise<Receipt> {
    return this.ports.people.runControl(this.#sponsor(caller, request), request);
  }

  async decideGate(caller: Caller, request: GateDecision): Promise<Receipt> {
    return this.ports.people.decideGate(this.#sponsor(caller, request), request);
  }

  async changePriority(caller: Caller, request: PriorityChange): Promise<Receipt> {
    return this.ports.people.changePriority(this.#sponsor(caller, request), request);
  }

  async releaseLease(caller: Caller, request: LeaseRelease): Promise<Receipt> {
    const { projectId, runId } = request;
    const target = runId === null ? { projectId } : { projectId, runId };
    return this.ports.people.releaseLease(this.#sponsor(caller, target), request);
  }

  /** The Orchestrator's own command: an agent with its token, nobody else. */
  async resolveBlocker(caller: Caller, request: BlockerResolution): Promise<Receipt> {
    const { projectId, runId } = request;
    const roles = [...EDGES, 'orchestrator'] as const;
    checkScope(caller, { roles, projectId, runId }, this.ports.now());
    const actor = actorOf(caller, caller.capability.role === 'orchestrator' ? 'orchestrator' : 'sponsor');
    return this.ports.people.resolveBlocker(this.#meta(caller, projectId, actor), request);
  }

  async initializePlanning(caller: Caller, request: InitializeRequest): Promise<Receipt> {
    const { actor } = this.#sponsor(caller, request);
    return this.ports.initializer.initialize(actor, request);
  }

  async acceptModelContract(
    caller: Caller,
    request: { readonly operationId: string; readonly projectId: string },
  ): Promise<Receipt> {
    const { actor } = this.#sponsor(caller, request);
    return this.ports.initializer.acceptOffered(actor, request);
  }

  #sponsor(caller: Caller, { projectId, runId }: { readonly projectId: string; readonly runId?: string }): CommandMeta {
    const scope = { roles: EDGES, projectId, ...(runId === undefined ? {} : { runId }) };
    checkScope(caller, scope, this.ports.now());
    return this.#meta(caller, projectId, personActor(caller, 'sponsor'));
  }

  #meta(caller: Caller, projectId: string, actor: CommandMeta['actor']): CommandMeta {
    return edgeMeta(caller, actor, projectId, { commandId: this.ports.newId() });
  }
}
