// The front door of reviewing: what can be recomputed is recomputed, the rest is judged by a model where there is one.
import type { ChatModel } from '../models/chat-model.js';
import type { FileTree } from '../ports.js';
import { EvidenceCheck } from './evidence-check.js';
import type { RepeatCommands } from './evidence-check.js';
import type { ReviewerView, ReviewVerdict } from './review.js';
import { isRecomputable, recomputeReview } from './strategy-reviewer.js';

export interface ReviewPorts {
  /** The base revision. */
  readonly files: FileTree;
  readonly repeatCommands: RepeatCommands;
  readonly model: ChatModel | null;
}

/** Thrown: Unavailable MODEL_UNAVAILABLE; what the signal was aborted with. */
export async function reviewCandidate(view: ReviewerView, ports: ReviewPorts, signal: AbortSignal): Promise<ReviewVerdict> {
  const check = new EvidenceCheck(ports.files, ports.repeatCommands, signal);
  if (ports.model === null || view.report.claims.every(isRecomputable)) return recomputeReview(view, check);
  const { judgeReview } = await import('./model-reviewer.js');
  return judgeReview(view, check, ports.model, signal);
}
