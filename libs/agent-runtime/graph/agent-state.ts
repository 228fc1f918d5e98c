// The state of one agent run: plain JSON, so that it can be kept as text.
import { Annotation } from '@langchain/langgraph';
import type { EvidenceRecord } from '../evidence/evidence-record.js';
import type { ChatMessage } from '../models/chat-model.js';
import { addUsage, NO_USAGE } from '../models/model-usage.js';
import type { ModelUsage } from '../models/model-usage.js';
import type { AgentReport } from '../report.js';

export interface AgentFailure {
  readonly reasonCode: 'no_candidate' | 'budget_exhausted';
  readonly detail: string;
}

const last = <T>(initial: T) => Annotation<T>({ reducer: (_old, next) => next, default: () => initial });

export const AgentState = Annotation.Root({
  messages: Annotation<readonly ChatMessage[]>({ reducer: (old, more) => [...old, ...more], default: () => [] }),
  usage: Annotation<ModelUsage>({ reducer: addUsage, default: () => NO_USAGE }),
  toolCalls: Annotation<number>({ reducer: (old, more) => old + more, default: () => 0 }),
  evidence: last<readonly EvidenceRecord[]>([]),
  /** Empty answers one after another. */
  empty: last(0),
  /** From now on only the report is asked for. */
  handIn: last(false),
  /** Tools that the next call may not be made with. */
  barred: last<readonly string[]>([]),
  report: last<AgentReport | null>(null),
  failure: last<AgentFailure | null>(null),
});

export type AgentStateValue = typeof AgentState.State;
export type AgentStateUpdate = typeof AgentState.Update;
