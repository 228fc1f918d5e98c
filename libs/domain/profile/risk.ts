// What a tool can do to the world, as its pack declares it; a task's risk is the componentwise maximum over what it is given.
import { compareIds } from '#domain/kernel';
import type { ToolRisk } from '#domain/run';

/** Without the tool that it belongs to; tags such as payment, deploy, send, publish are in code-unit order. */
export type ToolEffects = Omit<ToolRisk, 'tool'>;

/** Each list from harmless to worst; an undeclared dimension counts as unknown. */
const SIDE_EFFECTS: readonly ToolRisk['sideEffect'][] = ['none', 'local', 'external', 'unknown'];
const REVERSIBILITIES: readonly ToolRisk['reversibility'][] = ['discard_only', 'compensatable', 'irreversible', 'unknown'];
const BLAST_RADII: readonly ToolRisk['blastRadius'][] = ['single_artifact', 'project', 'organization', 'external', 'unknown'];

/** A tool that only reads, or writes nothing but the task's own report. */
export const READ_ONLY_RISK: ToolEffects = {
  sideEffect: 'none',
  reversibility: 'discard_only',
  blastRadius: 'single_artifact',
  tags: [],
};

/** A change or a sandboxed command inside the worktree of the Assignment. */
export const WORKTREE_RISK: ToolEffects = { ...READ_ONLY_RISK, sideEffect: 'local' };

const worse = <T>(order: readonly T[], one: T, other: T): T => (order.indexOf(one) >= order.indexOf(other) ? one : other);

/** No tools: none, discard_only, single_artifact. */
export const maxRisk = (risks: readonly ToolEffects[]): ToolEffects =>
  risks.reduce<ToolEffects>(
    (most, risk) => ({
      sideEffect: worse(SIDE_EFFECTS, most.sideEffect, risk.sideEffect),
      reversibility: worse(REVERSIBILITIES, most.reversibility, risk.reversibility),
      blastRadius: worse(BLAST_RADII, most.blastRadius, risk.blastRadius),
      tags: [...new Set([...most.tags, ...risk.tags])].toSorted(compareIds),
    }),
    READ_ONLY_RISK,
  );
