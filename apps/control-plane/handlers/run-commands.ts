// What Sponsors ask of a Run: the same typed commands as in chat. Authority is checked by the orchestrator when it applies them.
import { Command, CommandHandler } from '@nestjs/cqrs';
import type { ICommandHandler } from '@nestjs/cqrs';
import type { Receipt } from '#contracts/codec';
import { CommandClient } from '#contracts/commands';
import type { BlockerResolution, GateDecision, LeaseRelease, PriorityChange, RunControl } from '#contracts/commands';
import { callerFor } from '../access/person.js';
import type { Person } from '../access/person.js';

export type RunRequest =
  | { readonly kind: 'control'; readonly request: RunControl }
  | { readonly kind: 'gate'; readonly request: GateDecision }
  | { readonly kind: 'priority'; readonly request: PriorityChange }
  | { readonly kind: 'blocker'; readonly request: BlockerResolution }
  | { readonly kind: 'lease'; readonly request: LeaseRelease };

/** One message for the Run's decider. */
export class AskOfRun extends Command<Receipt> {
  constructor(
    readonly person: Person,
    readonly ask: RunRequest,
  ) {
    super();
  }
}

@CommandHandler(AskOfRun)
export class AskOfRunHandler implements ICommandHandler<AskOfRun> {
  constructor(private readonly client: CommandClient) {}

  execute({ person, ask }: AskOfRun): Promise<Receipt> {
    const { control } = this.client;
    const caller = callerFor(person);
    switch (ask.kind) {
      case 'control':
        return control.runControl(caller, ask.request);
      case 'gate':
        return control.decideGate(caller, ask.request);
      case 'priority':
        return control.changePriority(caller, ask.request);
      case 'blocker':
        return control.resolveBlocker(caller, ask.request);
      case 'lease':
        return control.releaseLease(caller, ask.request);
    }
  }
}
