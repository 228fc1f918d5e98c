// Texts of other processes.
import { CommandHandler } from '@nestjs/cqrs';
import type { ICommandHandler } from '@nestjs/cqrs';
import { Orchestrator } from '../orchestrator.js';
import { RegisterTextCommand, OpenTextCommand } from './edge-messages.js';

@CommandHandler(RegisterTextCommand)
export class RegisterTextCommandHandler implements ICommandHandler<RegisterTextCommand> {
  constructor(private readonly orchestrator: Orchestrator) {}
  execute({ caller, request }: RegisterTextCommand) {
    return this.orchestrator.payloads.register(caller, request);
  }
}

@CommandHandler(OpenTextCommand)
export class OpenTextCommandHandler implements ICommandHandler<OpenTextCommand> {
  constructor(private readonly orchestrator: Orchestrator) {}
  execute({ caller, request }: OpenTextCommand) {
    return this.orchestrator.payloads.open(caller, request);
  }
}

export const PAYLOAD_HANDLERS = [RegisterTextCommandHandler, OpenTextCommandHandler];
