// What a Project may do: packs, Profile, planning policy, and the builder that turns a candidate into a trusted plan.
export { beyondCeiling, canWork, planAgents } from './able-agents.js';
export type { Capabilities, PlanAgent } from './able-agents.js';
export { capabilitySnapshot, isAllowed, SHIPPED_DENIES, SPAWN_TASK } from './capabilities.js';
export type {
  AgentDefinition,
  CapabilitySnapshot,
  SkillDeclaration,
  SnapshotInputs,
  SnapshotResult,
  ToolDeclaration,
  ToolRule,
} from './capabilities.js';
export { readCandidate } from './candidate.js';
export type { Candidate, CandidateTask } from './candidate.js';
export { compileProfile, OPEN_OVERLAY, packRef } from './compiled-profile.js';
export type {
  CompiledProfile,
  PackKind,
  PackManifest,
  PackRef,
  ProfileOverlay,
  ProfileSource,
  WorkflowDefinition,
} from './compiled-profile.js';
export { buildPlan, sealPlan } from './plan-builder.js';
export type { BuildResult, PlanDraft, PlanInputs } from './plan-builder.js';
export { defaultPlanningPolicy, REVIEWER_VERDICT, workerCount } from './planning-policy.js';
export type { AcceptanceCriterion, AcceptancePolicy, PlanningPolicy, PolicyOptions } from './planning-policy.js';
export { dynamicWorkflowId, initializeCommands, prepareInitialization } from './initialize.js';
export type { Initialization, InitializeCommands, InitializeInputs, RegistryView } from './initialize.js';
export { packDecider } from './pack-decider.js';
export type { PacksState, PublishPack } from './pack-decider.js';
export { PROFILE_COMMANDS, profileDecider } from './profile-decider.js';
export type {
  ActivateProfile,
  ProfileCommand,
  ProfileState,
  PublishedPolicy,
  PublishPolicy,
  PublishProfile,
  RegisteredProfile,
} from './profile-decider.js';
export { PACK_EVENTS, PACKS_STREAM, PROFILE_EVENTS, profileEventCatalogue, profileStream } from './profile-events.js';
export type { PackEvent, PackPublished, ProfileEvent, ProfileEventData, ProfileEventType } from './profile-events.js';
export type { PublisherAuthority } from './publisher.js';
export { maxRisk, READ_ONLY_RISK, WORKTREE_RISK } from './risk.js';
export type { ToolEffects } from './risk.js';
export { findRings } from './task-graph.js';
export type { WaitGraph } from './task-graph.js';
export { planInvalid } from './violation.js';
export type { PlanRule, Violation } from './violation.js';
