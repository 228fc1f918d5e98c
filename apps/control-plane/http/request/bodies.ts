// The bodies of the write routes as closed classes: an unknown key, a missing one or a wrong value refuses VALUE_INVALID.
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  Equals,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import type {
  ChangePriorityDto,
  ClaimReviewDto,
  GateDecisionDto,
  PostInboxDto,
  ReleaseLeaseDto,
  ResolveBlockerDto,
  RunControlDto,
  SandboxPostDto,
  VerdictDto,
} from '#contracts/http';
import { ID, PROJECT_ID, RUN_ID } from './queries.js';

const MOST = Number.MAX_SAFE_INTEGER;
/** May be left out; null is no way to leave it out. */
const Maybe = (): PropertyDecorator => ValidateIf((_body, value) => value !== undefined);
const Id = (): PropertyDecorator => Matches(ID, { message: `must match ${ID.source}` });
const ProjectId = (): PropertyDecorator => Matches(PROJECT_ID, { message: `must match ${PROJECT_ID.source}` });
const RunId = (): PropertyDecorator => Matches(RUN_ID, { message: `must match ${RUN_ID.source}` });
const Word = (...words: readonly string[]): PropertyDecorator =>
  IsIn([...words], { message: `must be one of ${words.join(', ')}` });

/** An integer of `min` up to the largest that JSON keeps exactly. */
const Integer = (min = 0): PropertyDecorator => {
  const all = [IsInt(), Min(min), Max(MOST)];
  return (target, key) => all.forEach((decorate) => decorate(target, key));
};
const Text = (min: number, max: number): PropertyDecorator => {
  const all = [IsString(), MinLength(min), MaxLength(max)];
  return (target, key) => all.forEach((decorate) => decorate(target, key));
};

/** Where the OpenAPI document finds the class of a list's parts. */
export const PARTS = 'workroom:parts';

/** A list of closed parts. */
const Parts = (part: new () => object): PropertyDecorator => {
  const all = [IsArray(), ArrayMaxSize(256), ValidateNested({ each: true }), Type(() => part), Reflect.metadata(PARTS, part)];
  return (target, key) => all.forEach((decorate) => decorate(target, key));
};

export class PostInboxBody implements PostInboxDto {
  @Id() readonly operationId!: string;
  @ProjectId() readonly projectId!: string;
  @Equals('work_request') readonly kind!: 'work_request';
  @Text(1, 65_536) readonly text!: string;
  @Maybe() @Id() readonly replyToProposalId?: string;
}

export class RunControlBody implements RunControlDto {
  @Equals(1) readonly version!: 1;
  @Id() readonly operationId!: string;
  @ProjectId() readonly projectId!: string;
  @RunId() readonly runId!: string;
  @Integer() readonly expectedSequence!: number;
  @Word('cancel', 'request_replan', 'pause', 'resume', 'raise_budget') readonly action!: RunControlDto['action'];
  @Id() readonly reasonCode!: string;
  @Maybe() @Integer() readonly controlDeadline?: number;
  @Maybe() @Word('attempts', 'money') readonly kind?: 'attempts' | 'money';
  @Maybe() @Integer(1) readonly amount?: number;
}

export class GateDecisionBody implements GateDecisionDto {
  @Id() readonly operationId!: string;
  @ProjectId() readonly projectId!: string;
  @Integer() readonly expectedSequence!: number;
  @Integer(1) readonly taskRevision!: number;
  @Word('approve', 'reject', 'request_changes', 'cancel', 'reopen') readonly decision!: GateDecisionDto['decision'];
  @Maybe() @Id() readonly candidateHash?: string;
  @Maybe() @Text(1, 500) readonly reason?: string;
}

export class ResolveBlockerBody implements ResolveBlockerDto {
  @Id() readonly operationId!: string;
  @ProjectId() readonly projectId!: string;
  @Integer() readonly expectedSequence!: number;
}

export class ChangePriorityBody implements ChangePriorityDto {
  @Id() readonly operationId!: string;
  @ProjectId() readonly projectId!: string;
  @Integer() readonly expectedSequence!: number;
  @Integer(1) readonly taskRevision!: number;
  @Word('urgent', 'high', 'normal', 'low') readonly lane!: ChangePriorityDto['lane'];
  @Maybe() @Integer() readonly localRank?: number;
  @Integer() readonly deadline!: number;
}

export class ClaimReviewBody implements ClaimReviewDto {
  @Id() readonly operationId!: string;
  @ProjectId() readonly projectId!: string;
  @RunId() readonly runId!: string;
  @Integer() readonly expectedSequence!: number;
}

class CriterionVerdict {
  @Id() readonly criterionId!: string;
  @Word('passed', 'failed', 'needs_evidence') readonly verdict!: 'passed' | 'failed' | 'needs_evidence';
  @IsArray()
  @ArrayMaxSize(256)
  @Matches(ID, { each: true, message: `must match ${ID.source}` })
  readonly evidenceRefs!: readonly string[];
}

class ClaimDisposition {
  @Id() readonly claimId!: string;
  @IsBoolean() readonly accepted!: boolean;
}

export class VerdictBody extends ClaimReviewBody implements VerdictDto {
  @Parts(CriterionVerdict)
  readonly criteria!: readonly CriterionVerdict[];
  @Parts(ClaimDisposition)
  readonly claims!: readonly ClaimDisposition[];
}

export class ReleaseLeaseBody extends ClaimReviewBody implements ReleaseLeaseDto {
  @Text(1, 500) readonly reason!: string;
}

export class SandboxPostBody implements SandboxPostDto {
  @Id() readonly operationId!: string;
  @Text(1, 65_536) readonly text!: string;
  @Maybe() @Id() readonly replyTo?: string;
}
