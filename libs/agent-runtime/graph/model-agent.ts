// An agent with a model, as a graph: agent → tools → agent, with one reprompt for an empty answer, bounded in calls.
import { END, START, StateGraph } from '@langchain/langgraph';
import { Rejection } from '#domain/kernel';
import type { AgentBrief } from '../brief.js';
import { CacheSaver } from '../checkpoints/cache-saver.js';
import { briefContext } from '../context/brief-context.js';
import { buildContextView } from '../context/context-view.js';
import { EvidenceLog } from '../evidence/evidence-log.js';
import type { ChatModel } from '../models/chat-model.js';
import type { AgentPorts } from '../ports.js';
import type { AgentStep } from '../step.js';
import { TOOLS } from '../tools/tool-registry.js';
import { afterAgent, afterTools, agentNode, progressOf, repromptNode, toolsNode } from './agent-nodes.js';
import type { AgentRun } from './agent-nodes.js';
import { AgentState } from './agent-state.js';
import type { AgentStateUpdate, AgentStateValue } from './agent-state.js';

const STATE_VERSION = 2;

const compile = (run: AgentRun, saver: CacheSaver) =>
  new StateGraph(AgentState)
    .addNode('agent', (state) => agentNode(run, state))
    .addNode('tools', (state) => toolsNode(run, state))
    .addNode('reprompt', (state) => repromptNode(run, state))
    .addEdge(START, 'agent')
    .addConditionalEdges('agent', afterAgent, { tools: 'tools', reprompt: 'reprompt', [END]: END })
    .addConditionalEdges('tools', afterTools, { agent: 'agent', [END]: END })
    .addEdge('reprompt', 'agent')
    .compile({ checkpointer: saver });

/** Only what the capability snapshot holds and the host can do. Throws Rejection CAPABILITY_MISSING without a way to report. */
function toolsFor(brief: AgentBrief, ports: AgentPorts) {
  const tools = TOOLS.filter(({ name }) => brief.capabilities.includes(name) && (name !== 'bash' || ports.commands !== null));
  if (tools.some(({ name }) => name === 'write_report') && tools.length > 1) return tools;
  throw new Rejection(
    'CAPABILITY_MISSING',
    `${brief.taskKey} needs write_report and a tool to look at files; its capability snapshot has neither or one.`,
  );
}

const outcome = (state: AgentStateValue, model: ChatModel): AgentStep => {
  if (state.report) return { kind: 'report', report: state.report, usage: state.usage, model: model.name };
  const { reasonCode, detail } = state.failure ?? { reasonCode: 'no_candidate', detail: 'The agent ended without a report.' };
  return { kind: 'failed', reasonCode, retryable: true, detail, usage: state.usage, model: model.name };
};

/** Throws Rejections CONTEXT_BUDGET_EXCEEDED and CAPABILITY_MISSING before the model is asked, and what the model throws. */
export async function* runModelAgent(
  brief: AgentBrief,
  ports: AgentPorts,
  model: ChatModel,
  signal: AbortSignal,
): AsyncGenerator<AgentStep, void> {
  const tools = toolsFor(brief, ports);
  const { text: view } = buildContextView(briefContext(brief), brief.budget.maxContextTokens);
  const evidence = new EvidenceLog(brief.assignmentId);
  const run: AgentRun = { brief, ports, model, tools, evidence, view, signal };
  const saver = new CacheSaver(ports.checkpoints, `agent-graph:${STATE_VERSION}:${brief.assignmentId}:${brief.attempt}`);
  const config = {
    configurable: { thread_id: brief.assignmentId },
    recursionLimit: brief.budget.maxModelCalls * 4 + 8,
    streamMode: ['updates', 'values'] as ('updates' | 'values')[],
    signal,
  };
  const cached = (await saver.getTuple(config))?.checkpoint.channel_values as Partial<AgentStateValue> | undefined;
  const resumes = cached !== undefined && !cached.report && !cached.failure && (cached.messages?.length ?? 0) > 0;
  if (resumes) evidence.restore(cached.evidence ?? []);
  else await saver.deleteThread();
  let state: AgentStateValue | null = null;
  let kept = 0;
  let told = 0;
  for await (const [mode, chunk] of await compile(run, saver).stream(resumes ? null : {}, config)) {
    if (mode === 'values') {
      state = chunk as AgentStateValue;
      continue;
    }
    const used = progressOf((chunk as { tools?: AgentStateUpdate }).tools ?? {});
    if (used === '') continue;
    const completedUnits = state?.usage.calls ?? 0;
    yield { kind: 'progress', summary: `Used ${used}`, completedUnits, totalUnits: brief.budget.maxModelCalls };
    if (saver.kept.count === kept) continue;
    kept = saver.kept.count;
    told += 1;
    yield { kind: 'checkpoint', checkpointRef: `checkpoint:${brief.assignmentId}:${told}`, checkpointDigest: saver.kept.digest };
  }
  signal.throwIfAborted();
  await saver.deleteThread();
  if (!state) throw new Rejection('NO_CANDIDATE', `The agent of ${brief.taskKey} ended before its first step.`);
  yield outcome(state, model);
}
