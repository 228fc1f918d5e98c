// "Initialize orchestration" as data: what is published, in which order, under which operationIds. A repeat after a crash completes it.
import { canonicalJson, digest, type PayloadReference } from '#domain/kernel';
import type { WorkroomDefinition } from '#domain/catalog';
import type { AgentDefinition, SkillDeclaration, ToolDeclaration } from './capabilities.js';
import {
  compileProfile,
  packRef,
  type CompiledProfile,
  type PackManifest,
  type ProfileOverlay,
  type WorkflowDefinition,
} from './compiled-profile.js';
import type { PublishPack } from './pack-decider.js';
import { defaultPlanningPolicy, type PlanningPolicy, type PolicyOptions } from './planning-policy.js';
import type { ProfileState, PublishPolicy, PublishProfile } from './profile-decider.js';
import type { PublisherAuthority } from './publisher.js';

export interface InitializeInputs {
  readonly operationId: string;
  readonly definition: WorkroomDefinition;
  /** The initializing principal: it owns the Sponsor gates. */
  readonly principalId: string;
  readonly authority: PublisherAuthority;
  /** What the version in force really has. */
  readonly tools: readonly ToolDeclaration[];
  readonly skills: readonly SkillDeclaration[];
  readonly agents: readonly AgentDefinition[];
  /** Strategies on offer beside the dynamic workflow. */
  readonly workflows: readonly WorkflowDefinition[];
  readonly overlay: ProfileOverlay;
  readonly options: PolicyOptions;
  /** From 1; the next one publishes what a newer version of agents, tools or skills brings. */
  readonly generation: number;
}

/** The three bodies that intake registers in the vault before the commands are made, and what they compile to. */
export interface Initialization {
  readonly pack: PackManifest;
  readonly profile: CompiledProfile;
  readonly policy: PlanningPolicy;
  readonly bodies: { readonly manifest: string; readonly overlay: string; readonly policy: string };
}

export const dynamicWorkflowId = (projectId: string): string => `workroom:${projectId}:dynamic`;

const dynamicWorkflow = (projectId: string): WorkflowDefinition => {
  const body = {
    id: dynamicWorkflowId(projectId),
    version: '1.0.0',
    required: true,
    requires: { tools: [], skills: [], integrations: [], authorities: [] },
  };
  return { ...body, digest: digest(body) };
};

export function prepareInitialization(inputs: InitializeInputs): Initialization {
  const { definition, tools, skills, workflows, overlay } = inputs;
  const { projectId } = definition;
  const members = new Set(definition.members.map(({ agent }) => agent));
  const pack: PackManifest = {
    packId: `workroom:${projectId}:bootstrap`,
    version: `${inputs.generation}.0.0`,
    kind: 'domain',
    tools,
    skills,
    agents: inputs.agents.filter(({ agent }) => members.has(agent)),
    workflows: [dynamicWorkflow(projectId), ...workflows],
    integrations: [],
    authorities: [],
  };
  const profile = compileProfile({
    projectId,
    profileRevisionId: `profile:${projectId}:bootstrap:${inputs.generation}`,
    charterRevision: `charter:${projectId}:bootstrap:1`,
    packs: [pack],
    overlay,
  });
  const policy = defaultPlanningPolicy(definition, inputs.principalId, inputs.options, inputs.generation);
  const bodies = { manifest: canonicalJson(pack), overlay: canonicalJson(overlay), policy: canonicalJson(policy) };
  return { pack, profile, policy, bodies };
}

/** The Project's registry as it stands. */
export type RegistryView = Pick<ProfileState, 'registryRevision' | 'active' | 'policy'>;

export interface InitializeCommands {
  readonly publishPack: PublishPack['data'];
  readonly publishProfile: PublishProfile['data'];
  readonly publishPolicy: PublishPolicy['data'];
  /** The operationId under which the disclosure authority is published last. */
  readonly authorityOperationId: string;
}

/** In this order. Each has an operationId of its own, so that those which were written before a crash answer as duplicates. */
export function initializeCommands(
  { operationId, principalId, authority }: Pick<InitializeInputs, 'operationId' | 'principalId' | 'authority'>,
  { pack, profile, policy }: Initialization,
  refs: { readonly manifest: PayloadReference; readonly overlay: PayloadReference; readonly policy: PayloadReference },
  registry: RegistryView,
): InitializeCommands {
  const { id, version, digest: packDigest } = packRef(pack);
  const { profileRevisionId, charterRevision, packs } = profile;
  const parent = registry.active?.profileRevisionId;
  return {
    publishPack: {
      operationId: `${operationId}:pack`,
      packId: id,
      version,
      digest: packDigest,
      kind: pack.kind,
      manifestRef: refs.manifest,
      authority,
    },
    publishProfile: {
      operationId: `${operationId}:profile`,
      expectedRegistryRevision: registry.registryRevision,
      profileRevisionId,
      ...(parent === undefined || parent === profileRevisionId ? {} : { parentRevisionId: parent }),
      digest: profile.digest,
      charterRevision,
      packs,
      overlayRef: refs.overlay,
      provenance: { source: 'sponsor_decision', ref: operationId, principalId },
      governanceRoute: 'sponsor',
      activate: true,
      authority,
    },
    publishPolicy: {
      operationId: `${operationId}:policy`,
      profileRevisionId,
      policyRevisionId: policy.policyRevisionId,
      digest: policy.digest,
      expectedPreviousDigest: registry.policy?.digest ?? null,
      policyRef: refs.policy,
      authority,
    },
    authorityOperationId: `${operationId}:authority`,
  };
}
