// A declared way to work: which requests it answers, its steps, what each needs. Its plan is a candidate like any other.
import { digest } from '#domain/kernel';
import type { CandidateTask, PlanCandidate } from '../planner/plan-candidate.js';

export interface StrategyStep {
  /** Kept as the task's key. */
  readonly key: string;
  readonly title: string;
  readonly dependsOn: readonly string[];
  /** Tools that the step cannot do without. */
  readonly tools: readonly string[];
  /** Tools that it uses where they are offered; without them it says what it left out. */
  readonly optionalTools: readonly string[];
  readonly maxAttempts: number;
  readonly approval: CandidateTask['approval'];
  /** Another step whose agent may not do this one. */
  readonly distinctFrom: string | null;
}

/** All groups have to meet the request; within a group one word is enough. */
export interface StrategyScope {
  readonly words: readonly (readonly string[])[];
  /** Words that ask for something the strategy does not do. */
  readonly excludes: readonly string[];
}

export interface WorkflowStrategy {
  readonly id: string;
  readonly version: string;
  readonly summary: string;
  /** Examples of what it answers, for people. */
  readonly phrases: readonly string[];
  /** null: only a request that names the strategy gets it. */
  readonly scope: StrategyScope | null;
  readonly needsModel: boolean;
  readonly steps: readonly StrategyStep[];
}

export const strategyName = (strategy: Pick<WorkflowStrategy, 'id' | 'version'>): string => `${strategy.id}@${strategy.version}`;

/** `{id, version, digest}` as a trusted plan pins it. */
export const strategyPin = (strategy: WorkflowStrategy): { id: string; version: string; digest: string } => ({
  id: strategy.id,
  version: strategy.version,
  digest: digest(strategy),
});

const taskOf = (step: StrategyStep, localRank: number, offered: ReadonlySet<string>): CandidateTask => ({
  key: step.key,
  title: step.title,
  role: 'executor',
  required: true,
  maxAttempts: step.maxAttempts,
  localRank,
  dependsOn: [...step.dependsOn],
  requires: {
    tools: [...step.tools, ...step.optionalTools.filter((tool) => offered.has(tool))].sort(),
    skills: [],
    integrations: [],
    authorities: [],
  },
  approval: step.approval,
});

/** The strategy's plan, where the host offers these tools. */
export const strategyCandidate = (strategy: WorkflowStrategy, offeredTools: readonly string[]): PlanCandidate => {
  const offered = new Set(offeredTools);
  return {
    version: 1,
    strategy: strategyName(strategy),
    tasks: strategy.steps.map((step, index) => taskOf(step, index, offered)),
  };
};
