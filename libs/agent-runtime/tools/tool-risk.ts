// What a tool may do to the world, declared with it; the Kernel derives a task's risk from these.

export interface ToolRisk {
  readonly sideEffect: 'none' | 'local' | 'external' | 'unknown';
  readonly reversibility: 'discard_only' | 'compensatable' | 'irreversible' | 'unknown';
  readonly blastRadius: 'single_artifact' | 'project' | 'organization' | 'external' | 'unknown';
  readonly tags: readonly string[];
}

/** No tools: nothing happens. */
export const NO_RISK: ToolRisk = {
  sideEffect: 'none',
  reversibility: 'discard_only',
  blastRadius: 'single_artifact',
  tags: [],
};

const SIDE_EFFECTS = ['none', 'local', 'external', 'unknown'] as const;
const REVERSIBILITIES = ['discard_only', 'compensatable', 'irreversible', 'unknown'] as const;
const BLAST_RADII = ['single_artifact', 'project', 'organization', 'external', 'unknown'] as const;

const worse = <T extends string>(order: readonly T[], a: T, b: T): T => (order.indexOf(a) >= order.indexOf(b) ? a : b);

/** The componentwise maximum, unknown above all; tags are united. */
export const combinedRisk = (risks: readonly ToolRisk[]): ToolRisk =>
  risks.reduce(
    (sum, risk) => ({
      sideEffect: worse(SIDE_EFFECTS, sum.sideEffect, risk.sideEffect),
      reversibility: worse(REVERSIBILITIES, sum.reversibility, risk.reversibility),
      blastRadius: worse(BLAST_RADII, sum.blastRadius, risk.blastRadius),
      tags: [...new Set([...sum.tags, ...risk.tags])].sort(),
    }),
    NO_RISK,
  );
