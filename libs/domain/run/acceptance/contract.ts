// The acceptance contract of one task revision: its id says what it binds.
import type { Contract } from '../records/acceptance.js';

/** `acceptance-contract:<project>:<run>:<task>:<revision>:<policy digest>`. */
export const contractIdOf = (
  projectId: string,
  runId: string,
  taskKey: string,
  taskRevision: number,
  policyDigest: string,
): string => `acceptance-contract:${projectId}:${runId}:${taskKey}:${taskRevision}:${policyDigest}`;

/** The criterion whose check reads the report's claims, in contracts that the acceptance policy makes. */
export const CLAIMS_CRITERION = 'report-claims';

/** Why a contract cannot be pinned, or null. */
export function contractFlaw(contract: Contract, expectedId: string): string | null {
  if (contract.contractId !== expectedId) return `contractId must be ${expectedId}`;
  const ids = contract.criteria.map((criterion) => criterion.criterionId);
  if (ids.length === 0) return 'a contract has at least one criterion';
  if (new Set(ids).size < ids.length) return 'criterion ids must differ';
  const claims = contract.criteria.find((criterion) => criterion.criterionId === contract.claimSchema.criterionId);
  return claims?.kind === 'deterministic' ? null : 'claimSchema.criterionId must name a deterministic criterion';
}
