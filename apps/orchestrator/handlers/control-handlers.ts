// What Sponsors decide.
import { CommandHandler } from '@nestjs/cqrs';
import type { ICommandHandler } from '@nestjs/cqrs';
import { Orchestrator } from '../orchestrator.js';
import {
  AcceptContractCommand,
  RunControlCommand,
  DecideGateCommand,
  ChangePriorityCommand,
  ResolveBlockerCommand,
  ReleaseLeaseCommand,
  InitializeCommand,
} from './edge-messages.js';

@CommandHandler(RunControlCommand)
export class RunControlCommandHandler implements ICommandHandler<RunControlCommand> {
  constructor(private readonly orchestrator: Orchestrator) {}
  execute({ caller, request }: RunControlCommand) {
    return this.orchestrator.control.runControl(caller, request);
  }
}

@CommandHandler(DecideGateCommand)
export class DecideGateCommandHandler implements ICommandHandler<DecideGateCommand> {
  constructor(private readonly orchestrator: Orchestrator) {}
  execute({ caller, request }: DecideGateCommand) {
    return this.orchestrator.control.decideGate(caller, request);
  }
}

@CommandHandler(ChangePriorityCommand)
export class ChangePriorityCommandHandler implements ICommandHandler<ChangePriorityCommand> {
  constructor(private readonly orchestrator: Orchestrator) {}
  execute({ caller, request }: ChangePriorityCommand) {
    return this.orchestrator.control.changePriority(caller, request);
  }
}

@CommandHandler(ResolveBlockerCommand)
export class ResolveBlockerCommandHandler implements ICommandHandler<ResolveBlockerCommand> {
  constructor(private readonly orchestrator: Orchestrator) {}
  execute({ caller, request }: ResolveBlockerCommand) {
    return this.orchestrator.control.resolveBlocker(caller, request);
  }
}

@CommandHandler(ReleaseLeaseCommand)
export class ReleaseLeaseCommandHandler implements ICommandHandler<ReleaseLeaseCommand> {
  constructor(private readonly orchestrator: Orchestrator) {}
  execute({ caller, request }: ReleaseLeaseCommand) {
    return this.orchestrator.control.releaseLease(caller, request);
  }
}

@CommandHandler(InitializeCommand)
export class InitializeCommandHandler implements ICommandHandler<InitializeCommand> {
  constructor(private readonly orchestrator: Orchestrator) {}
  execute({ caller, request }: InitializeCommand) {
    return this.orchestrator.control.initializePlanning(caller, request);
  }
}

@CommandHandler(AcceptContractCommand)
export class AcceptContractCommandHandler implements ICommandHandler<AcceptContractCommand> {
  constructor(private readonly orchestrator: Orchestrator) {}
  execute({ caller, request }: AcceptContractCommand) {
    return this.orchestrator.control.acceptModelContract(caller, request);
  }
}

export const CONTROL_HANDLERS = [
  RunControlCommandHandler,
  DecideGateCommandHandler,
  ChangePriorityCommandHandler,
  ResolveBlockerCommandHandler,
  ReleaseLeaseCommandHandler,
  InitializeCommandHandler,
  AcceptContractCommandHandler,
];
