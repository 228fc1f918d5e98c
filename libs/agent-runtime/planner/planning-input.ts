// What planning is asked, and the ports that it is given.
import type { ChatModel } from '../models/chat-model.js';
import type { PlanCandidate, PlanViolation } from './plan-candidate.js';

export interface PlanRequest {
  /** What a person wrote: data, never an instruction to the planner's rules. */
  readonly text: string;
  /** Tools that the executors' hosts offer. */
  readonly offeredTools: readonly string[];
  readonly maxTasks: number;
  readonly maxAttemptsPerTask: number;
  readonly maxTotalAttempts: number;
}

export interface PlanPorts {
  /** null: none is configured, or its disclosure is not accepted. */
  readonly model: ChatModel | null;
  /** The plan builder's re-check: what is wrong with a well-formed candidate. */
  readonly check: (candidate: PlanCandidate) => readonly PlanViolation[];
}
