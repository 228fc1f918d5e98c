// Planning with a model: structured output of exactly the untrusted shape, taken back at most twice with what is wrong with it.
import { Rejection, Unavailable } from '#domain/kernel';
import { dataBlock, DATA_RULE } from '../context/data-block.js';
import type { ChatMessage, ChatModel, ChatRequest } from '../models/chat-model.js';
import { readJsonAnswer } from '../models/json-answer.js';
import { addUsage, NO_USAGE } from '../models/model-usage.js';
import { DYNAMIC_STRATEGY } from '../strategies/dynamic-strategy.js';
import { strategyOffers } from '../strategies/shipped-strategies.js';
import { strategyName } from '../strategies/workflow-strategy.js';
import type { PlanPorts, PlanRequest } from './planning-input.js';
import { readCandidate } from './plan-candidate.js';
import type { PlanCandidate, PlanViolation } from './plan-candidate.js';
import type { PlanningResult } from './planning-result.js';

const MAX_RETURNS = 2;
const MAX_OUTPUT_TOKENS = 2_048;

const names = (allowed: readonly string[]) =>
  allowed.length > 0
    ? { type: 'array', items: { type: 'string', enum: [...allowed] }, maxItems: allowed.length }
    : { type: 'array', items: { type: 'string' }, maxItems: 0 };

const closed = (properties: Record<string, unknown>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

const candidateSchema = (request: PlanRequest) =>
  closed({
    version: { type: 'integer', enum: [1] },
    strategy: { type: 'string', enum: [strategyName(DYNAMIC_STRATEGY)] },
    tasks: {
      type: 'array',
      minItems: 1,
      maxItems: request.maxTasks,
      items: closed({
        key: { type: 'string', pattern: '^[a-z][a-z0-9-]{0,30}$' },
        title: { type: 'string', minLength: 3, maxLength: 160 },
        role: { type: 'string', enum: ['executor'] },
        required: { type: 'boolean' },
        maxAttempts: { type: 'integer', enum: [1, 2, 3].filter((count) => count <= request.maxAttemptsPerTask) },
        localRank: { type: 'integer', enum: [0, 1, 2, 3] },
        dependsOn: { type: 'array', items: { type: 'string', pattern: '^[a-z][a-z0-9-]{0,30}$' }, maxItems: request.maxTasks },
        requires: closed({
          tools: names(request.offeredTools),
          skills: names([]),
          integrations: names([]),
          authorities: names([]),
        }),
        approval: { type: 'string', enum: ['none', 'sponsor_required'] },
      }),
    },
  });

const system = (request: PlanRequest): string =>
  [
    'You plan work on one git repository. Answer with one JSON object: the plan.',
    `Split the request into at most ${request.maxTasks} tasks that agents do apart from each other; use as few as the request needs.`,
    `Each task: key (short, lower case, unique), title (what to do, one sentence), role executor, required true, maxAttempts 2, localRank 0.`,
    'dependsOn lists keys of other tasks whose results the task needs; no task depends on itself, and there is no cycle.',
    `requires.tools lists the tools that the task needs, out of: ${request.offeredTools.join(', ')}.`,
    'requires.skills, requires.integrations and requires.authorities stay empty. approval is none.',
    `The sum of all maxAttempts is at most ${request.maxTotalAttempts}.`,
    DATA_RULE,
  ].join('\n');

const complaint = (violations: readonly PlanViolation[]): string =>
  [
    'This plan cannot be admitted:',
    ...violations.slice(0, 20).map(({ code, message }) => `- ${code}: ${message}`),
    'Answer with the whole corrected plan, as one JSON object.',
  ].join('\n');

/** What every agent needs to look and to report; models forget to ask for it. */
const BASE_TOOLS = ['glob', 'grep', 'list_dir', 'read_file', 'write_report'];

function withBaseTools(candidate: PlanCandidate, offered: readonly string[]): PlanCandidate {
  const base = BASE_TOOLS.filter((tool) => offered.includes(tool));
  const tasks = candidate.tasks.map((task) => ({
    ...task,
    requires: { ...task.requires, tools: [...new Set([...base, ...task.requires.tools])].sort() },
  }));
  return { ...candidate, tasks };
}

function judge(text: string, { offeredTools }: PlanRequest, check: PlanPorts['check']): PlanCandidate | readonly PlanViolation[] {
  const answer = readJsonAnswer(text);
  if (!answer) return [{ code: 'CANDIDATE_MALFORMED', message: 'The answer is no JSON object.' }];
  const read = readCandidate(answer.value);
  if ('violations' in read) return read.violations;
  const candidate = withBaseTools(read.candidate, offeredTools);
  const violations = check(candidate);
  return violations.length === 0 ? candidate : violations;
}

/** Throws what the signal was aborted with. */
export async function planByModel(
  request: PlanRequest,
  model: ChatModel,
  check: PlanPorts['check'],
  signal?: AbortSignal,
): Promise<PlanningResult> {
  const responseSchema = { name: 'plan', schema: candidateSchema(request) };
  const messages: ChatMessage[] = [
    { role: 'system', text: system(request) },
    { role: 'user', text: `Plan this request:\n${dataBlock('work request', request.text)}` },
  ];
  let usage = NO_USAGE;
  let violations: readonly PlanViolation[] = [];
  for (let returned = 0; returned <= MAX_RETURNS; returned += 1) {
    const answer = await ask(model, { messages, responseSchema, maxOutputTokens: MAX_OUTPUT_TOKENS }, signal);
    if ('kind' in answer) return answer;
    usage = addUsage(usage, answer.usage);
    const judged = judge(answer.text, request, check);
    if ('tasks' in judged) return { kind: 'candidate', candidate: judged, usage, model: model.name };
    violations = judged;
    messages.push({ role: 'assistant', text: answer.text, toolCalls: [] }, { role: 'user', text: complaint(violations) });
  }
  return { kind: 'clarification', reasonCode: 'ambiguous_intent', violations, usage };
}

async function ask(model: ChatModel, request: ChatRequest, signal?: AbortSignal) {
  try {
    return await model.complete(request, signal);
  } catch (error) {
    if (!(error instanceof Rejection) && !(error instanceof Unavailable)) throw error;
    const mend = `${error.message} Or ask for what a strategy answers.`;
    const unavailable: PlanningResult = {
      ...{ kind: 'unavailable', reasonCode: 'planning_unavailable', cause: 'model_unavailable', mend },
      offers: strategyOffers(),
    };
    return unavailable;
  }
}
