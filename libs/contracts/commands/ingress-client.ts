// What people write, on its way into the Project Inbox.
import type { Caller } from './caller.js';

export interface ConversationAddress {
  readonly adapter: string;
  readonly endpoint: string;
  readonly kind: 'group' | 'channel' | 'repository' | 'private' | 'api';
  readonly id: string;
}

export interface SubmitMessage {
  readonly address: ConversationAddress;
  /** The platform's message id, or principal + operationId: unique in its conversation, a repeat is recognised by it. */
  readonly sourceKey: string;
  readonly text: string;
  /** eventId of the message or card that this one replies to. */
  readonly replyTo?: string;
  /** Set by POST /inbox: the text is a work request without its verb. */
  readonly intent?: 'work_request';
  /** Set by POST /inbox: adds the text to this open clarification. */
  readonly replyToProposalId?: string;
}

export interface Submitted {
  readonly eventId: string;
  readonly sequence: number;
  readonly duplicate: boolean;
  /** null: an ordinary message outside any Workroom. */
  readonly projectId: string | null;
  readonly proposalId: string | null;
}

export interface PostCard {
  readonly address: ConversationAddress;
  /** `card:<eventId>` or `reply:<proposalId>`: posted once. */
  readonly sourceKey: string;
  readonly author: string;
  readonly kind: 'card' | 'reply';
  readonly text: string;
  readonly replyTo?: string;
  readonly card?: {
    readonly kind: 'status' | 'progress' | 'milestone' | 'attention' | 'conclusion';
    readonly projectId: string;
    readonly runId: string | null;
    readonly taskKey: string | null;
  };
}

/**
 * `submit` stores the text once (a hit on (address, sourceKey) reuses event and object), then proposes. It resolves when the proposal is
 * durable; planning goes on afterwards. Refusals: VALUE_INVALID (empty, or longer than 64 KiB of UTF-8), TOKEN_SCOPE, PROJECT_NOT_ACTIVE.
 */
export abstract class IngressClient {
  abstract submit(caller: Caller, message: SubmitMessage): Promise<Submitted>;
  /** Posts what the Project says into a room that the product itself keeps (the Sandbox). */
  abstract post(
    caller: Caller,
    card: PostCard,
  ): Promise<{ readonly eventId: string; readonly sequence: number; readonly duplicate: boolean }>;
}
