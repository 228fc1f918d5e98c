// A Run's life: plan, tasks, assignments, waits, scheduler, acceptance, clock.
export { CLAIMS_CRITERION, contractIdOf } from './acceptance/contract.js';
export { evaluateRoute, strongerRoute } from './acceptance/evaluate-route.js';
export type { RouteQuestion } from './acceptance/evaluate-route.js';
export { dataClassOf, deriveRisk, riskTier } from './acceptance/risk.js';
export { assignmentIdOf, workspaceRefOf } from './decide/claim.js';
export { subjectSequence } from './decide/expected-sequence.js';
export type { SequenceSubject } from './decide/expected-sequence.js';
export { ROLES } from './decide/roles.js';
export { evolve, SUBJECTS } from './evolve/evolve.js';
export type { Subject } from './evolve/evolve.js';
export { MACHINES } from './machines.js';
export type { Transition } from './machines.js';
export { planDigest } from './plan/admission-parts.js';
export { planDiff, plannedTasks } from './plan/plan-diff.js';
export { ableAgents, validatePlan } from './plan/validate-plan.js';
export type { PlanViolation } from './plan/validate-plan.js';
export { runDecider, runStreamOf } from './run-decider.js';
export { candidates, compareCandidates } from './scheduler/candidates.js';
export { nextDecision } from './scheduler/next-decision.js';
export { attemptsLeft, isTerminal, openTasks, runStatus } from './status.js';
export { DUE_KINDS, dueInstants, nextDueAt } from './views/due-instants.js';
export type { DueInstant, DueKind } from './views/due-instants.js';
export { openWaits } from './views/open-waits.js';
export type { OpenWait, WaitKind } from './views/open-waits.js';
export { runHeader } from './views/run-header.js';
export type { RunHeader } from './views/run-header.js';
export { activeAssignments, awaitingEvaluation, claimableReviews, pinnableTasks } from './views/work-lists.js';
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
