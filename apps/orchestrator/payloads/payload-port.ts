// Texts of other processes: registered and opened here, because only the orchestrator holds the root key.
import { Rejection } from '#domain/kernel';
import type { PayloadReference } from '#domain/kernel';
import type { PrincipalRole } from '#domain/governance';
import { runStreamOf } from '#domain/run';
import type { RunState } from '#domain/run';
import type { Caller, OpenedText, OpenText, RegisterText } from '#contracts/commands';
import type { Vault } from '#vault';
import { checkScope, principalOf } from '../client/scope.js';
import type { CallerRole } from '../client/scope.js';
import type { BodyReader } from './body-reader.js';
import { objectIdsIn } from './referenced-marker.js';

export interface PayloadPorts {
  readonly vault: Vault;
  readonly bodies: BodyReader;
  readonly now: () => number;
  readonly newId: () => string;
  readonly isSponsor: (projectId: string, principalId: string) => boolean;
  readonly run: (runId: string) => Promise<RunState | undefined>;
}

const WRITERS: readonly CallerRole[] = [
  'executor',
  'integration',
  'reviewer',
  'workspace',
  'gateway',
  'control_plane',
  'service',
];
const READERS: readonly CallerRole[] = [...WRITERS, 'orchestrator'];
/** The longest body, in bytes of UTF-8. */
const MAX_BYTES = 64 * 1024 * 1024;

export class PayloadPort {
  constructor(private readonly ports: PayloadPorts) {}

  async register(caller: Caller, text: RegisterText): Promise<PayloadReference> {
    const { vault, now, newId } = this.ports;
    const { projectId, runId, kind, fieldPath, body } = text;
    checkScope(caller, { roles: WRITERS, projectId, ...target(caller, runId) }, now());
    if (Buffer.byteLength(body) > MAX_BYTES) {
      throw new Rejection('VALUE_INVALID', `The text of ${fieldPath} is longer than ${MAX_BYTES} bytes; send a shorter one.`);
    }
    const streamId = runId === null ? `inbox-${projectId}` : runStreamOf(runId);
    return vault.register({ projectId, kind, fieldPath, body, streamId, commandId: newId() });
  }

  async open(caller: Caller, request: OpenText): Promise<OpenedText> {
    const { projectId, runId, objectId, contentHash, purpose, channel, destination } = request;
    checkScope(caller, { roles: READERS, projectId, ...target(caller, runId) }, this.ports.now());
    const reader = { principalId: principalOf(caller), role: this.#roleOf(caller, projectId, channel) };
    const question = { projectId, objectId, contentHash, reader, purpose, channel };
    const forbidden = await this.#beyondTask(caller, objectId);
    return this.ports.bodies.open(destination === undefined ? question : { ...question, alias: destination }, forbidden);
  }

  /** Of a page only Sponsors are recipients. */
  #roleOf(caller: Caller, projectId: string, channel: OpenText['channel']): PrincipalRole {
    const { role } = caller.capability;
    if (role === 'reviewer') return 'reviewer';
    if (role === 'executor' || role === 'integration') return 'executor';
    if (role === 'orchestrator') return 'orchestrator';
    if (channel !== 'console') return 'projector';
    if (this.ports.isSponsor(projectId, principalOf(caller))) return 'sponsor';
    throw new Rejection(
      'NOT_CONSOLE_RECIPIENT',
      `${principalOf(caller)} is no Sponsor of Project ${projectId}: its texts are shown to its Sponsors.`,
      { projectId },
    );
  }

  /** A ref is no permission: the token of one Assignment or review opens what its own task refers to, and nothing else. */
  async #beyondTask({ capability }: Caller, objectId: string): Promise<readonly string[]> {
    const { run, task } = capability;
    if (run === undefined || task === undefined) return [];
    const state = await this.ports.run(run);
    const own = state?.tasks.find(({ key }) => key === task);
    if (!own || !state) return ['object_of_another_task'];
    const upstream = state.tasks.filter(({ key }) => own.plan.dependsOn.includes(key)).map(({ candidate }) => candidate);
    return objectIdsIn([own, upstream]).includes(objectId) ? [] : ['object_of_another_task'];
  }
}

/** A token of an Assignment is bound to its Run and itself. */
const target = ({ capability }: Caller, runId: string | null): { runId?: string; assignmentId?: string } => ({
  ...(runId === null ? {} : { runId }),
  ...(capability.assignment === undefined ? {} : { assignmentId: capability.assignment }),
});
