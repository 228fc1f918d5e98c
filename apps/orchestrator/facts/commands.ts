// The one way from this app to the Journal: a command of a Run, an inbox, a Project's streams, handled with the codec of all facts.
import { reactionId, systemActor } from '#domain/kernel';
import type { ActorRole, Command, CommandMeta, Decider, DomainEvent } from '#domain/kernel';
import { inboxDecider, inboxStream } from '#domain/ingress';
import type { InboxCommandData, InboxCommandOf, InboxCommandType } from '#domain/ingress';
import { runDecider, runStreamOf } from '#domain/run';
import type { RunCommandData, RunCommandOf, RunCommandType } from '#domain/run';
import type { Codec, Receipt } from '#contracts/codec';
import { handle } from '#journal';
import type { HandleOptions, Journal, RememberedOperation } from '#journal';

export interface Cause {
  readonly eventId: string;
  readonly recordedAt: number;
}

export class Commands {
  constructor(
    private readonly journal: Journal,
    private readonly codec: Codec,
  ) {}

  execute<State, Cmd extends Command, Event extends DomainEvent>(
    decider: Decider<State, Cmd, Event>,
    streamId: string,
    command: Cmd,
    options: Omit<HandleOptions, 'codec'> = {},
  ): Promise<Receipt> {
    return handle(this.journal, decider, streamId, command, { ...options, codec: this.codec });
  }

  /** What the stream remembers of an operation; undefined when it knows none. */
  remembered(streamId: string, operationId: string): Promise<RememberedOperation | undefined> {
    return this.journal.findOperation(streamId, 'operationId', operationId);
  }

  inbox<Type extends InboxCommandType>(
    projectId: string,
    type: Type,
    data: InboxCommandData<Type>,
    meta: CommandMeta,
  ): Promise<Receipt> {
    const command = { type, data, meta } as unknown as InboxCommandOf<InboxCommandType>;
    return this.execute(inboxDecider, inboxStream(projectId), command);
  }

  run<Type extends RunCommandType>(
    type: Type,
    data: RunCommandData<Type> & { readonly runId: string },
    meta: CommandMeta,
    options: Omit<HandleOptions, 'codec'> = {},
  ): Promise<Receipt> {
    const command = { type, data, meta } as unknown as RunCommandOf<RunCommandType>;
    return this.execute(runDecider, runStreamOf(data.runId), command, options);
  }
}

/**
 * The meta of a reaction: the same cause, command type and ordinal always give the same commandId, so that a repeat after a crash is
 * recognised.
 */
export const reactionMeta = (
  role: ActorRole,
  projectId: string | null,
  cause: Cause,
  type: string,
  ordinal: number | string,
): CommandMeta => ({
  commandId: reactionId(cause, `${type}#${ordinal}`, 0),
  projectId,
  actor: systemActor(role),
  capability: null,
  correlationId: null,
  causationId: cause.eventId,
  traceparent: null,
});
