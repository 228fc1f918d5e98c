// A human Sponsor takes a review and hands in its verdict.
import { Command, CommandHandler } from '@nestjs/cqrs';
import type { ICommandHandler } from '@nestjs/cqrs';
import type { Receipt } from '#contracts/codec';
import { CommandClient } from '#contracts/commands';
import type { ReviewTarget } from '#contracts/commands';
import type { VerdictDto } from '#contracts/http';
import { callerFor } from '../access/person.js';
import type { Person } from '../access/person.js';

export class ClaimReview extends Command<Receipt> {
  constructor(
    readonly person: Person,
    readonly target: ReviewTarget,
    readonly operationId: string,
  ) {
    super();
  }
}

@CommandHandler(ClaimReview)
export class ClaimReviewHandler implements ICommandHandler<ClaimReview> {
  constructor(private readonly client: CommandClient) {}

  execute({ person, target, operationId }: ClaimReview): Promise<Receipt> {
    return this.client.review.claim(callerFor(person), target, operationId);
  }
}

export class SubmitVerdict extends Command<Receipt> {
  constructor(
    readonly person: Person,
    readonly target: ReviewTarget,
    readonly body: VerdictDto,
  ) {
    super();
  }
}

@CommandHandler(SubmitVerdict)
export class SubmitVerdictHandler implements ICommandHandler<SubmitVerdict> {
  constructor(private readonly client: CommandClient) {}

  /** A person judges, and runs no model. */
  execute({ person, target, body }: SubmitVerdict): Promise<Receipt> {
    const { operationId, criteria, claims } = body;
    return this.client.review.submitVerdict(callerFor(person), target, operationId, {
      criteria,
      claims,
      method: 'judged',
      model: null,
    });
  }
}
