// Risk is derived from what packs declare about tools and from the class of the data; an Executor cannot declare it.
import type { DataClass, EvaluationFacts, Risk, RiskTier } from '../records/acceptance.js';

const SIDE_EFFECTS = ['none', 'local', 'external', 'unknown'] as const;
const REVERSIBILITIES = ['discard_only', 'compensatable', 'irreversible', 'unknown'] as const;
const BLAST_RADII = ['single_artifact', 'project', 'organization', 'external', 'unknown'] as const;

/** Each list rises: the larger of two values is the one that stands later. */
function maximum<Value extends string>(order: readonly Value[], values: readonly Value[]): Value {
  const rank = values.reduce((highest, value) => Math.max(highest, order.indexOf(value)), 0);
  return order[rank] as Value;
}

/** The componentwise maximum over the capability snapshot; no tools = none, discard_only, single_artifact. */
export function deriveRisk(facts: Pick<EvaluationFacts, 'tools' | 'undeclaredTools' | 'dataClass'>): Risk {
  const { tools, undeclaredTools, dataClass } = facts;
  const declared = undeclaredTools.length === 0;
  return {
    sideEffect: declared
      ? maximum(
          SIDE_EFFECTS,
          tools.map((tool) => tool.sideEffect),
        )
      : 'unknown',
    reversibility: declared
      ? maximum(
          REVERSIBILITIES,
          tools.map((tool) => tool.reversibility),
        )
      : 'unknown',
    dataClass,
    blastRadius: declared
      ? maximum(
          BLAST_RADII,
          tools.map((tool) => tool.blastRadius),
        )
      : 'unknown',
    uncertainty: declared ? 'known' : 'unknown',
    capabilityTags: [...new Set(tools.flatMap((tool) => tool.tags))].sort(),
  };
}

const HIGH_TAGS: ReadonlySet<string> = new Set(['deploy', 'send', 'publish']);
const MEDIUM_RADII: ReadonlySet<string> = new Set(['project', 'organization']);

/** The first tier that any dimension reaches, from the top. */
export function riskTier(risk: Risk): RiskTier {
  const { sideEffect, reversibility, dataClass, blastRadius, uncertainty, capabilityTags } = risk;
  const unknown = [sideEffect, reversibility, dataClass, blastRadius, uncertainty].includes('unknown');
  if (unknown || reversibility === 'irreversible' || dataClass === 'restricted' || capabilityTags.includes('payment')) {
    return 'critical';
  }
  if (sideEffect === 'external' || blastRadius === 'external' || capabilityTags.some((tag) => HIGH_TAGS.has(tag))) {
    return 'high';
  }
  if (sideEffect === 'local' || reversibility === 'compensatable' || dataClass === 'confidential') return 'medium';
  return MEDIUM_RADII.has(blastRadius) || capabilityTags.length > 0 ? 'medium' : 'low';
}

const TIERS = ['low', 'medium', 'high', 'critical'] as const;
export const higherTier = (one: RiskTier, other: RiskTier): RiskTier => maximum(TIERS, [one, other]);

const CONFIDENTIALITIES: Readonly<Record<string, DataClass>> = {
  public: 'public',
  project_internal: 'internal',
  confidential: 'confidential',
  restricted: 'restricted',
};

/** The risk dimension of a descriptor's confidentiality. */
export const dataClassOf = (confidentiality: string): DataClass => CONFIDENTIALITIES[confidentiality] ?? 'unknown';
