// The messages of the bus: one class a request that comes over an edge, with the claims of its caller.
import { Command, Query } from '@nestjs/cqrs';
import type { Receipt } from '#contracts/codec';
import type {
  AssignmentOffer,
  AssignmentTarget,
  BlockerResolution,
  Caller,
  CatalogSnapshot,
  GateDecision,
  LeaseRelease,
  Observation,
  Observed,
  OpenedText,
  OpenText,
  PlanningDiagnostics,
  PostCard,
  PriorityChange,
  RegisterText,
  ReviewTarget,
  RunControl,
  Submitted,
  SubmitMessage,
  Verdict,
  WorkspaceRecord,
} from '#contracts/commands';
import type { PayloadReference } from '#domain/kernel';
import type { InitializeRequest } from '../registry/initializer.js';
import type { readRoom, RoomRequest } from '../queries/room-query.js';

class EdgeCommand<Request, Result> extends Command<Result> {
  constructor(
    readonly caller: Caller,
    readonly request: Request,
  ) {
    super();
  }
}

class EdgeQuery<Request, Result> extends Query<Result> {
  constructor(
    readonly caller: Caller,
    readonly request: Request,
  ) {
    super();
  }
}

export type Posted = Pick<Submitted, 'eventId' | 'sequence' | 'duplicate'>;
export type RoomPage = Awaited<ReturnType<typeof readRoom>>;
type OnAssignment<More> = { readonly target: AssignmentTarget } & More;
type OnReview<More> = { readonly target: ReviewTarget; readonly operationId: string } & More;

export class SubmitCommand extends EdgeCommand<SubmitMessage, Submitted> {}
export class PostCommand extends EdgeCommand<PostCard, Posted> {}
export class ResumeCommand extends EdgeCommand<{ readonly hostId: string }, readonly AssignmentOffer[]> {}
export class StartCommand extends EdgeCommand<OnAssignment<object>, Receipt> {}
export class ObserveCommand extends EdgeCommand<OnAssignment<{ observationId: string; observation: Observation }>, Observed> {}
export class RecordWorkspaceCommand extends EdgeCommand<OnAssignment<{ record: WorkspaceRecord }>, Receipt> {}
export class SettleCancelCommand extends EdgeCommand<
  OnAssignment<{ outcome: 'interrupted' | 'committed' | 'outcome_unknown' }>,
  Receipt
> {}
export class ClaimReviewCommand extends EdgeCommand<OnReview<object>, Receipt> {}
export class SubmitVerdictCommand extends EdgeCommand<OnReview<{ verdict: Verdict }>, Receipt> {}
export class RunControlCommand extends EdgeCommand<RunControl, Receipt> {}
export class DecideGateCommand extends EdgeCommand<GateDecision, Receipt> {}
export class ChangePriorityCommand extends EdgeCommand<PriorityChange, Receipt> {}
export class ResolveBlockerCommand extends EdgeCommand<BlockerResolution, Receipt> {}
export class ReleaseLeaseCommand extends EdgeCommand<LeaseRelease, Receipt> {}
export class InitializeCommand extends EdgeCommand<InitializeRequest, Receipt> {}
export class AcceptContractCommand extends EdgeCommand<{ readonly operationId: string; readonly projectId: string }, Receipt> {}
export class RegisterTextCommand extends EdgeCommand<RegisterText, PayloadReference> {}
/** Each opening writes its audit record: a command. */
export class OpenTextCommand extends EdgeCommand<OpenText, OpenedText> {}
export class CatalogQuery extends EdgeQuery<null, CatalogSnapshot> {}
export class RoomQuery extends EdgeQuery<RoomRequest, RoomPage> {}
export class DiagnosticsQuery extends EdgeQuery<string, PlanningDiagnostics> {}
