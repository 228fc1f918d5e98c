// The untrusted plan: exactly these keys. Lanes, deadlines, budgets and gates come from trusted ports.
import { z } from 'zod';

const Key = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,63}$/);
const Names = z.array(z.string().min(1).max(128)).max(32);

const CandidateTaskSchema = z.strictObject({
  key: Key,
  title: z.string().trim().min(1).max(500),
  role: z.enum(['executor', 'integration']),
  required: z.boolean(),
  maxAttempts: z.int().min(1).max(100),
  localRank: z.int().min(0).max(1_000_000),
  dependsOn: z.array(Key).max(256),
  requires: z.strictObject({ tools: Names, skills: Names, integrations: Names, authorities: Names }),
  approval: z.enum(['none', 'sponsor_required']),
});

export const PlanCandidateSchema = z.strictObject({
  version: z.literal(1),
  /** `id@version` of the strategy that the plan follows. */
  strategy: z.string().min(1).max(128),
  tasks: z.array(CandidateTaskSchema).min(1).max(256),
});

export type PlanCandidate = Readonly<z.infer<typeof PlanCandidateSchema>>;
export type CandidateTask = Readonly<z.infer<typeof CandidateTaskSchema>>;

/** What the plan builder, or the shape itself, finds wrong with a candidate. */
export interface PlanViolation {
  readonly code: string;
  readonly message: string;
}

/** The candidate, or each violation of its shape. */
export function readCandidate(
  value: unknown,
): { readonly candidate: PlanCandidate } | { readonly violations: readonly PlanViolation[] } {
  const parsed = PlanCandidateSchema.safeParse(value);
  if (parsed.success) return { candidate: parsed.data };
  return {
    violations: parsed.error.issues.map((issue) => ({
      code: 'CANDIDATE_MALFORMED',
      message: `/${issue.path.join('/')}: ${issue.message}`,
    })),
  };
}
