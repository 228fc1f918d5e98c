// All that the Console may open: types of the HTTP API, without a single import.
export type {
  ChangePriorityDto,
  ClaimReviewDto,
  GateDecisionDto,
  PostInboxDto,
  ReleaseLeaseDto,
  ResolveBlockerDto,
  RunControlDto,
  VerdictDto,
  WorkResult,
} from './commands.js';
export type { Page, Problem, ReceiptDto, Success } from './envelope.js';
export type { LiveFrame } from './live-events.js';
export type { AboutDto, AttentionDto, DiagnosticDto, LeaseDto, PlanningDiagnosticsDto, ReadinessDto } from './oversight.js';
export type {
  ProjectDto,
  ProposalDto,
  ProposalStatusDto,
  SandboxMessageDto,
  SandboxPostDto,
  SandboxPosted,
  SandboxRoomDto,
} from './rooms.js';
export type {
  AcceptanceRouteDto,
  AssignmentDto,
  AssignmentStatusDto,
  BlockerDto,
  DisclosedText,
  DispatchDto,
  EvidenceDto,
  RunContentDto,
  RunDetailDto,
  RunEventDto,
  RunHeaderDto,
  RunStatusDto,
  TaskContentDto,
  TaskDto,
  TaskStatusDto,
  WaitDto,
} from './runs.js';
