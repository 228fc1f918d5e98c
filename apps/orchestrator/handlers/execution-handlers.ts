// What executors report.
import { CommandHandler } from '@nestjs/cqrs';
import type { ICommandHandler } from '@nestjs/cqrs';
import { Orchestrator } from '../orchestrator.js';
import { ResumeCommand, StartCommand, ObserveCommand, RecordWorkspaceCommand, SettleCancelCommand } from './edge-messages.js';

@CommandHandler(ResumeCommand)
export class ResumeCommandHandler implements ICommandHandler<ResumeCommand> {
  constructor(private readonly orchestrator: Orchestrator) {}
  execute({ caller, request }: ResumeCommand) {
    return this.orchestrator.execution.resume(caller, request.hostId);
  }
}

@CommandHandler(StartCommand)
export class StartCommandHandler implements ICommandHandler<StartCommand> {
  constructor(private readonly orchestrator: Orchestrator) {}
  execute({ caller, request }: StartCommand) {
    return this.orchestrator.execution.start(caller, request.target);
  }
}

@CommandHandler(ObserveCommand)
export class ObserveCommandHandler implements ICommandHandler<ObserveCommand> {
  constructor(private readonly orchestrator: Orchestrator) {}
  execute({ caller, request }: ObserveCommand) {
    return this.orchestrator.execution.observe(caller, request.target, request.observationId, request.observation);
  }
}

@CommandHandler(RecordWorkspaceCommand)
export class RecordWorkspaceCommandHandler implements ICommandHandler<RecordWorkspaceCommand> {
  constructor(private readonly orchestrator: Orchestrator) {}
  execute({ caller, request }: RecordWorkspaceCommand) {
    return this.orchestrator.recordWorkspace(caller, request.target, request.record);
  }
}

@CommandHandler(SettleCancelCommand)
export class SettleCancelCommandHandler implements ICommandHandler<SettleCancelCommand> {
  constructor(private readonly orchestrator: Orchestrator) {}
  execute({ caller, request }: SettleCancelCommand) {
    return this.orchestrator.execution.settleCancel(caller, request.target, request.outcome);
  }
}

export const EXECUTION_HANDLERS = [
  ResumeCommandHandler,
  StartCommandHandler,
  ObserveCommandHandler,
  RecordWorkspaceCommandHandler,
  SettleCancelCommandHandler,
];
