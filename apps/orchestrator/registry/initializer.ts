// "Initialize orchestration": pack, Profile, planning policy, disclosure authority, in this order, each once. A repeat after a crash completes it.
import { GOVERNANCE_STREAM, governanceDecider } from '#domain/governance';
import {
  initializeCommands,
  packDecider,
  PACKS_STREAM,
  prepareInitialization,
  profileDecider,
  profileStream,
} from '#domain/profile';
import type {
  AgentDefinition,
  Initialization,
  InitializeInputs,
  PolicyOptions,
  ProfileOverlay,
  ProfileState,
  SkillDeclaration,
  ToolDeclaration,
  WorkflowDefinition,
} from '#domain/profile';
import { Rejection } from '#domain/kernel';
import type { Actor, Command, CommandMeta, Decider, DomainEvent } from '#domain/kernel';
import type { Receipt } from '#contracts/codec';
import type { Vault } from '#vault';
import type { Catalog } from '../catalog/catalog.js';
import type { Commands } from '../facts/commands.js';
import { coverDigest, covers } from './model-cover.js';
import type { OfferedDeclaration } from './model-cover.js';
import type { Registry } from './registry.js';

/** What the version in force really has. */
export interface Available {
  readonly tools: readonly ToolDeclaration[];
  readonly skills: readonly SkillDeclaration[];
  readonly agents: readonly AgentDefinition[];
  readonly workflows: readonly WorkflowDefinition[];
  readonly overlay: (projectId: string) => ProfileOverlay;
}

export interface InitializerPorts {
  readonly commands: Commands;
  readonly vault: Vault;
  readonly catalog: Catalog;
  readonly registry: Registry;
  readonly available: Available;
  readonly options: PolicyOptions;
  readonly trustedPublishers: ReadonlySet<string>;
  /** Digest of the governance policy of a Project. */
  readonly governancePolicyDigest: (projectId: string) => string;
  readonly offered: OfferedDeclaration | null;
  readonly acceptOffered: boolean;
  readonly newId: () => string;
}

export interface InitializeRequest {
  readonly operationId: string;
  readonly projectId: string;
  /** null: whatever it is. */
  readonly expectedRegistryRevision: number | null;
}

const GENERATION = /:bootstrap:(\d+)$/;

export class Initializer {
  constructor(private readonly ports: InitializerPorts) {}

  /** Throws Rejection PROJECT_NOT_ACTIVE, NOT_PROJECT_SPONSOR, NOT_TRUSTED_PUBLISHER, PROFILE_REVISION_STALE, PROFILE_CONFLICT. */
  async initialize(actor: Actor, request: InitializeRequest): Promise<Receipt> {
    const { registry } = this.ports;
    const state = await registry.registry(request.projectId);
    const { expectedRegistryRevision } = request;
    if (expectedRegistryRevision !== null && expectedRegistryRevision !== state.registryRevision) {
      throw new Rejection(
        'PROFILE_REVISION_STALE',
        `The Profile registry of ${request.projectId} is at revision ${state.registryRevision}, not ${expectedRegistryRevision}: read it again.`,
        { expectedRegistryRevision, actualRegistryRevision: state.registryRevision },
      );
    }
    for (let generation = Math.max(1, generationOf(state)); ; generation += 1) {
      const inputs = this.#inputs(actor, request, generation);
      const prepared = prepareInitialization(inputs);
      if (generation === generationOf(state) && isOutdated(state, prepared)) continue;
      const receipt = await this.#publish(actor, inputs, prepared, state).catch((error: unknown) => {
        if (error instanceof Rejection && error.code === 'PACK_CONFLICT') return null;
        throw error;
      });
      if (receipt === null) continue;
      return (await this.#authorize(actor, request)) ?? receipt;
    }
  }

  /** Whether nothing is left to publish. */
  async isInitialized(projectId: string, principalId: string): Promise<boolean> {
    const state = await this.ports.registry.registry(projectId);
    const generation = generationOf(state);
    if (generation === 0 || !this.#hasAuthority(projectId)) return false;
    const actor: Actor = { principalId, kind: 'human', role: 'sponsor' };
    const request = { operationId: 'none', projectId, expectedRegistryRevision: null };
    return isPublished(state, prepareInitialization(this.#inputs(actor, request, generation)));
  }

  #inputs(actor: Actor, { operationId, projectId }: InitializeRequest, generation: number): InitializeInputs {
    const { catalog, available, options, trustedPublishers } = this.ports;
    const definition = catalog.active(projectId);
    const { principalId } = actor;
    const isSponsor = catalog.people(definition).isSponsor(principalId);
    const { tools, skills, agents, workflows } = available;
    return {
      ...{ operationId, definition, principalId, tools, skills, agents, workflows, options, generation },
      overlay: available.overlay(projectId),
      authority: { isSponsor, isTrustedPublisher: trustedPublishers.has(principalId) },
    };
  }

  async #publish(actor: Actor, inputs: InitializeInputs, prepared: Initialization, state: ProfileState): Promise<Receipt> {
    const { vault, newId } = this.ports;
    const { projectId } = inputs.definition;
    const commandIds = [newId(), newId(), newId()] as const;
    const stream = profileStream(projectId);
    const kind = 'workroom_fact' as const;
    const { manifest, overlay, policy } = prepared.bodies;
    const references = await vault.registerAll([
      { projectId, kind, fieldPath: 'manifestRef', body: manifest, streamId: PACKS_STREAM, commandId: commandIds[0] },
      { projectId, kind, fieldPath: 'overlayRef', body: overlay, streamId: stream, commandId: commandIds[1] },
      { projectId, kind, fieldPath: 'policyRef', body: policy, streamId: stream, commandId: commandIds[2] },
    ]);
    const [manifestRef, overlayRef, policyRef] = references;
    if (!manifestRef || !overlayRef || !policyRef) throw new Error('The vault registered three bodies and answered fewer.');
    const { publishPack, publishProfile, publishPolicy } = initializeCommands(
      inputs,
      prepared,
      { manifest: manifestRef, overlay: overlayRef, policy: policyRef },
      state,
    );
    const meta = (ordinal: 0 | 1 | 2): CommandMeta => edge(actor, projectId, commandIds[ordinal]);
    const send = this.#sender([manifestRef, overlayRef, policyRef].map(({ receipt }) => receipt.objectId));
    await send(0, packDecider, PACKS_STREAM, { type: 'publish_pack', data: publishPack, meta: meta(0) });
    await send(1, profileDecider, stream, { type: 'publish_profile', data: publishProfile, meta: meta(1) });
    return send(2, profileDecider, stream, { type: 'publish_policy', data: publishPolicy, meta: meta(2) });
  }

  /** Runs one step; a body that no fact refers to afterwards is abandoned. */
  #sender(objectIds: readonly string[]) {
    return async <State, Cmd extends Command, Event extends DomainEvent>(
      ordinal: number,
      decider: Decider<State, Cmd, Event>,
      streamId: string,
      command: Cmd,
    ): Promise<Receipt> => {
      const abandon = (): Promise<void> => this.ports.vault.markAbandoned(objectIds.slice(ordinal, ordinal + 1));
      try {
        const receipt = await this.ports.commands.execute(decider, streamId, command);
        if (receipt.outcome !== 'committed' || receipt.eventIds.length === 0) await abandon();
        return receipt;
      } catch (error) {
        if (error instanceof Rejection) await this.ports.vault.markAbandoned(objectIds.slice(ordinal));
        throw error;
      }
    };
  }

  /** Records the shipped declaration of a hosted provider as the Sponsor's, by an authority that covers it. */
  async acceptOffered(
    actor: Actor,
    { operationId, projectId }: Omit<InitializeRequest, 'expectedRegistryRevision'>,
  ): Promise<Receipt> {
    const { catalog, offered } = this.ports;
    const definition = catalog.active(projectId);
    if (!catalog.people(definition).isSponsor(actor.principalId)) {
      throw new Rejection(
        'NOT_PROJECT_SPONSOR',
        `${actor.principalId} is no Sponsor of Project ${projectId}: a Sponsor accepts contracts.`,
      );
    }
    if (!offered) {
      throw new Rejection('VALUE_INVALID', 'No hosted provider is configured, so there is no contract to accept; set one first.');
    }
    return this.#publishAuthority(actor, operationId, projectId, offered);
  }

  #covered(projectId: string): OfferedDeclaration | null {
    const { offered, registry } = this.ports;
    const covered = covers(registry.authority(projectId), coverDigest(this.ports.governancePolicyDigest(projectId), offered));
    return covered || this.ports.acceptOffered ? offered : null;
  }

  /** The Project is as it was, and nothing is to be accepted that the authority does not cover. */
  #hasAuthority(projectId: string): boolean {
    const { registry, catalog, governancePolicyDigest } = this.ports;
    const authority = registry.authority(projectId);
    if (!authority || !catalog.unchangedSince(projectId, authority.catalogRevision)) return false;
    return covers(authority, coverDigest(governancePolicyDigest(projectId), this.#covered(projectId)));
  }

  async #authorize(actor: Actor, { operationId, projectId }: InitializeRequest): Promise<Receipt | null> {
    await this.ports.registry.refreshAuthorities();
    if (this.#hasAuthority(projectId)) return null;
    return this.#publishAuthority(actor, `${operationId}:authority`, projectId, this.#covered(projectId));
  }

  async #publishAuthority(
    actor: Actor,
    operationId: string,
    projectId: string,
    offered: OfferedDeclaration | null,
  ): Promise<Receipt> {
    const { registry, catalog, commands, governancePolicyDigest, newId } = this.ports;
    const receipt = await commands.execute(governanceDecider, GOVERNANCE_STREAM, {
      type: 'publish_authority',
      data: {
        operationId,
        projectId,
        expectedPreviousDigest: registry.authority(projectId)?.digest ?? null,
        catalogRevision: catalog.view.revision ?? '',
        policyDigest: coverDigest(governancePolicyDigest(projectId), offered),
      },
      meta: edge(actor, projectId, newId()),
    });
    await registry.refreshAuthorities();
    return receipt;
  }
}

const edge = (actor: Actor, projectId: string, commandId: string): CommandMeta => ({
  commandId,
  projectId,
  actor,
  capability: null,
  correlationId: null,
  causationId: null,
  traceparent: null,
});

/** 0 when none is active, or when another one than initialize's is. */
const generationOf = ({ active }: ProfileState): number => Number(GENERATION.exec(active?.profileRevisionId ?? '')?.[1] ?? 0);

const isPublished = ({ active, policy }: ProfileState, prepared: Initialization): boolean =>
  active?.digest === prepared.profile.digest && policy?.digest === prepared.policy.digest;

/** The version in force brings something else than this generation published; one that a crash left half-way is completed instead. */
const isOutdated = ({ active, policy }: ProfileState, prepared: Initialization): boolean =>
  active?.digest !== prepared.profile.digest ||
  (policy?.policyRevisionId === prepared.policy.policyRevisionId && policy.digest !== prepared.policy.digest);
