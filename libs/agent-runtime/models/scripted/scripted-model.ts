// A model for tests that replays recorded answers in their order. No provider kind and no setting selects it.
import { Unavailable } from '#domain/kernel';
import { ChatModel } from '../chat-model.js';
import type { ChatAnswer, ChatRequest } from '../chat-model.js';
import { NO_USAGE } from '../model-usage.js';
import { withUniqueIds } from '../tool-call-ids.js';

/** A text, calls, a whole answer, an error to throw, or a function of the request. */
export type ScriptedAnswer =
  | string
  | { readonly call: string; readonly with: unknown }
  | Partial<ChatAnswer>
  | Error
  | ((request: ChatRequest) => ScriptedAnswer);

const DEFAULTS: ChatAnswer = {
  text: '',
  toolCalls: [],
  stop: 'end',
  usage: {
    ...NO_USAGE,
    calls: 1,
    inputTokens: { known: 10, complete: true },
    outputTokens: { known: 5, complete: true },
  },
};

export class ScriptedModel extends ChatModel {
  readonly name: string;
  /** What was asked, in order. */
  readonly requests: ChatRequest[] = [];

  /** After the last answer `forever` is given; without it the model is unavailable. */
  constructor(
    private readonly answers: readonly ScriptedAnswer[],
    options: { readonly name?: string; readonly forever?: ScriptedAnswer } = {},
  ) {
    super();
    this.name = options.name ?? 'scripted/recorded';
    this.forever = options.forever;
  }

  private readonly forever: ScriptedAnswer | undefined;

  complete(request: ChatRequest, signal?: AbortSignal): Promise<ChatAnswer> {
    signal?.throwIfAborted();
    const next = this.answers[this.requests.length] ?? this.forever;
    this.requests.push(request);
    if (next === undefined) {
      return Promise.reject(new Unavailable('MODEL_UNAVAILABLE', 'The recording has no further answer.'));
    }
    return this.give(next, request);
  }

  private give(answer: ScriptedAnswer, request: ChatRequest): Promise<ChatAnswer> {
    if (typeof answer === 'function') return this.give(answer(request), request);
    if (answer instanceof Error) return Promise.reject(answer);
    if (typeof answer === 'string') return Promise.resolve({ ...DEFAULTS, text: answer });
    if (!('call' in answer)) return Promise.resolve({ ...DEFAULTS, ...answer });
    const toolCalls = withUniqueIds([{ id: null, name: answer.call, arguments: answer.with, defect: null }]);
    return Promise.resolve({ ...DEFAULTS, toolCalls, stop: 'tool_calls' });
  }
}
