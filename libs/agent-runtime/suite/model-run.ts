// Runs a model agent on a tree in memory, for tests.
import type { AgentBrief } from '../brief.js';
import { DEFAULT_BUDGET } from '../brief.js';
import { memoryCheckpoints } from '../checkpoints/index.js';
import type { ChatModel } from '../models/chat-model.js';
import type { AgentPorts } from '../ports.js';
import { runAgent } from '../run-agent.js';
import type { AgentStep } from '../step.js';
import { permissionGate } from '../tools/permission-rules.js';
import { memoryTree } from './memory-tree.js';

export const FILES = { 'README.md': '# Sample\nIt counts sheep.\n', 'src/count.ts': 'export const count = 1;\n' };

export const brief = (over: Partial<AgentBrief> = {}): AgentBrief => ({
  ...{ projectId: 'demo', runId: 'run-1', taskKey: 't1', taskRevision: 1, assignmentId: 'a-1', attempt: 1 },
  ...{ baseRevision: '1'.repeat(40), title: 'Say what this repository is for', strategy: 'dynamic@1.0.0' },
  criteria: [{ criterionId: 'reviewer-verdict', kind: 'judgment', text: null }],
  ...{ context: [], dependencies: [], budget: DEFAULT_BUDGET },
  capabilities: ['read_file', 'list_dir', 'glob', 'grep', 'bash', 'write_report'],
  ...over,
});

export const ports = (model: ChatModel | null, over: Partial<AgentPorts> = {}): AgentPorts => ({
  ...{ files: memoryTree(FILES), commands: null, model, gate: permissionGate([]), checkpoints: memoryCheckpoints() },
  now: () => 0,
  ...over,
});

export async function stepsOf(
  model: ChatModel | null,
  over: {
    brief?: Partial<AgentBrief>;
    ports?: Partial<AgentPorts>;
    onStep?: (step: AgentStep) => void;
    signal?: AbortSignal;
  } = {},
): Promise<AgentStep[]> {
  const steps: AgentStep[] = [];
  const signal = over.signal ?? new AbortController().signal;
  for await (const step of runAgent(brief(over.brief), ports(model, over.ports), signal)) {
    steps.push(step);
    over.onStep?.(step);
  }
  return steps;
}
