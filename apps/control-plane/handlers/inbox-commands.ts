// What people write, from the API and from the Sandbox room: submitted once, arbitrated by the Orchestrator.
import { Command, CommandHandler } from '@nestjs/cqrs';
import type { ICommandHandler } from '@nestjs/cqrs';
import { CommandClient } from '#contracts/commands';
import type { Submitted } from '#contracts/commands';
import type { PostInboxDto, SandboxPostDto } from '#contracts/http';
import { callerFor } from '../access/person.js';
import type { Person } from '../access/person.js';
import { sandboxAddress } from './room-queries.js';

/** A repeat of the same person's operation is the same message. */
const sourceKey = ({ principalId }: Person, operationId: string): string => `${principalId}:${operationId}`;

export class SubmitWork extends Command<Submitted> {
  constructor(
    readonly person: Person,
    readonly body: PostInboxDto,
  ) {
    super();
  }
}

@CommandHandler(SubmitWork)
export class SubmitWorkHandler implements ICommandHandler<SubmitWork> {
  constructor(private readonly client: CommandClient) {}

  execute({ person, body }: SubmitWork): Promise<Submitted> {
    const { operationId, projectId, kind, text, replyToProposalId } = body;
    return this.client.ingress.submit(callerFor(person), {
      address: { adapter: 'api', endpoint: 'local', kind: 'api', id: projectId },
      sourceKey: sourceKey(person, operationId),
      text,
      intent: kind,
      ...(replyToProposalId === undefined ? {} : { replyToProposalId }),
    });
  }
}

export class PostMessage extends Command<Submitted> {
  constructor(
    readonly person: Person,
    readonly room: string,
    readonly body: SandboxPostDto,
  ) {
    super();
  }
}

@CommandHandler(PostMessage)
export class PostMessageHandler implements ICommandHandler<PostMessage> {
  constructor(private readonly client: CommandClient) {}

  execute({ person, room, body: { operationId, text, replyTo } }: PostMessage): Promise<Submitted> {
    return this.client.ingress.submit(callerFor(person), {
      address: sandboxAddress(room),
      sourceKey: sourceKey(person, operationId),
      text,
      ...(replyTo === undefined ? {} : { replyTo }),
    });
  }
}
