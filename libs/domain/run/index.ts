// A Run's life: plan, tasks, assignments, waits, scheduler, acceptance, clock.
export { RUN_COMMANDS } from './commands/run-command.js';
export type { RunCommand, RunCommandData, RunCommandOf, RunCommandType } from './commands/run-command.js';
export { RUN_EVENTS, runEventCatalogue } from './events/run-event.js';
export type { RecordedRunEvent, RunEvent, RunEventData, RunEventOf, RunEventType } from './events/run-event.js';
export type {
  AcceptanceRecord,
  AcceptanceRoute,
  Authorization,
  Check,
  Contract,
  ContractKind,
  Criterion,
  DataClass,
  Evaluation,
  EvaluationFacts,
  MinimumRoute,
  ReviewerAssignment,
  Risk,
  RiskTier,
  SponsorGate,
  ToolRisk,
  Verdict,
} from './records/acceptance.js';
export type { PersonAuthority } from './records/authority.js';
export type {
  AssignmentEnvelope,
  DispatchDecision,
  DispatchItem,
  FailureReason,
  Pin,
  PreemptionDecision,
  PriorityProposal,
  SchedulerDecision,
  WorkspaceBackend,
} from './records/execution.js';
export type {
  ApprovalGate,
  ExecutionRole,
  GateAction,
  Lane,
  Plan,
  PlanAuthority,
  PlanBudget,
  PlanDiff,
  PlanLimits,
  PlanTask,
  Requirements,
  RevisionCandidate,
  SchedulerPolicy,
} from './records/plan.js';
export { initialRun } from './state.js';
export type {
  ActiveAssignment,
  AdmissionState,
  AssignmentState,
  AssignmentStatus,
  BlockerState,
  CandidateState,
  DispatchState,
  PauseState,
  PlanGateState,
  PlanGateStatus,
  PlanState,
  PreemptionState,
  PreemptionStatus,
  ReplanState,
  ReviewState,
  ReviewStatus,
  RunState,
  RunStatus,
  SponsorGateState,
  SponsorGateStatus,
  TaskState,
  TaskStatus,
  WorkspaceState,
} from './state.js';
