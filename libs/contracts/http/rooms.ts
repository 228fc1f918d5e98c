// Projects, rooms, the inbox and what the Sandbox room shows.
import type { DisclosedText } from './runs.js';

export interface ProjectDto {
  readonly projectId: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly separation: 'strict' | 'solo';
  readonly conversation: {
    readonly adapter: string;
    readonly endpoint: string;
    readonly kind: string;
    readonly id: string;
    readonly agent: string;
  } | null;
  readonly members: ReadonlyArray<{ readonly agent: string; readonly role: string }>;
  readonly sponsors: readonly string[];
}

export type ProposalStatusDto =
  'proposed' | 'claimed' | 'applied' | 'awaiting_clarification' | 'retry_scheduled' | 'withdrawn' | 'expired';

/** GET /inbox and GET /inbox/{proposalId}: content-free. */
export interface ProposalDto {
  readonly proposalId: string;
  readonly projectId: string;
  readonly status: ProposalStatusDto;
  readonly intent: 'discussion' | 'work_request' | 'control' | 'query';
  readonly principalId: string;
  readonly sequence: number;
  readonly proposedAt: number;
  /** Why it waits for clarification. */
  readonly reasonCode: string | null;
  /** How to go on, in words. */
  readonly hint: string | null;
  readonly runId: string | null;
  readonly openUntil: number | null;
}

/** POST /api/sandbox/rooms/{room}/messages */
export interface SandboxPostDto {
  readonly operationId: string;
  readonly text: string;
  readonly replyTo?: string;
}

export interface SandboxPosted {
  readonly eventId: string;
  readonly sequence: number;
}

/** GET /api/sandbox/rooms/{room}/messages?after= */
export interface SandboxMessageDto {
  readonly eventId: string;
  readonly sequence: number;
  readonly at: number;
  /** `message` by a person, `reply` and `card` by the Project. */
  readonly kind: 'message' | 'reply' | 'card';
  readonly author: string;
  readonly body: DisclosedText;
  readonly replyTo: string | null;
  /** What a card is about. */
  readonly card: {
    readonly kind: 'status' | 'progress' | 'milestone' | 'attention' | 'conclusion';
    readonly projectId: string;
    readonly runId: string | null;
    readonly taskRef: string | null;
  } | null;
}

export interface SandboxRoomDto {
  readonly room: string;
  readonly projectId: string | null;
  readonly lastSequence: number;
}
