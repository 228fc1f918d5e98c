// Messages and cards.
import { CommandHandler } from '@nestjs/cqrs';
import type { ICommandHandler } from '@nestjs/cqrs';
import { Orchestrator } from '../orchestrator.js';
import { SubmitCommand, PostCommand } from './edge-messages.js';

@CommandHandler(SubmitCommand)
export class SubmitCommandHandler implements ICommandHandler<SubmitCommand> {
  constructor(private readonly orchestrator: Orchestrator) {}
  execute({ caller, request }: SubmitCommand) {
    return this.orchestrator.intake.submit(caller, request);
  }
}

@CommandHandler(PostCommand)
export class PostCommandHandler implements ICommandHandler<PostCommand> {
  constructor(private readonly orchestrator: Orchestrator) {}
  execute({ caller, request }: PostCommand) {
    return this.orchestrator.intake.post(caller, request);
  }
}

export const INGRESS_HANDLERS = [SubmitCommandHandler, PostCommandHandler];
