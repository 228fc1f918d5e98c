// What reviewers say.
import { CommandHandler } from '@nestjs/cqrs';
import type { ICommandHandler } from '@nestjs/cqrs';
import { Orchestrator } from '../orchestrator.js';
import { ClaimReviewCommand, SubmitVerdictCommand } from './edge-messages.js';

@CommandHandler(ClaimReviewCommand)
export class ClaimReviewCommandHandler implements ICommandHandler<ClaimReviewCommand> {
  constructor(private readonly orchestrator: Orchestrator) {}
  execute({ caller, request }: ClaimReviewCommand) {
    return this.orchestrator.review.claim(caller, request.target, request.operationId);
  }
}

@CommandHandler(SubmitVerdictCommand)
export class SubmitVerdictCommandHandler implements ICommandHandler<SubmitVerdictCommand> {
  constructor(private readonly orchestrator: Orchestrator) {}
  execute({ caller, request }: SubmitVerdictCommand) {
    return this.orchestrator.review.submitVerdict(caller, request.target, request.operationId, request.verdict);
  }
}

export const REVIEW_HANDLERS = [ClaimReviewCommandHandler, SubmitVerdictCommandHandler];
