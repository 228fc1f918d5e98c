// Which declaration of a hosted provider a Project's disclosure authority covers. The authority's digest says it: nothing else is kept.
import { digest } from '#domain/kernel';
import type { AuthorityPublished, ModelDeclaration } from '#domain/governance';

/** The shipped declaration of the configured provider; it counts only once a Sponsor has accepted it. */
export interface OfferedDeclaration {
  readonly alias: string;
  readonly declaration: ModelDeclaration;
}

/** What an authority is issued over: the governance policy, with or without the offered declaration. */
export const coverDigest = (policyDigest: string, offered: OfferedDeclaration | null): string =>
  offered ? digest({ policyDigest, declarations: { [offered.alias]: digest(offered.declaration) } }) : policyDigest;

/** Whether the authority was issued over exactly this. A changed declaration is another one, and has to be accepted anew. */
export function covers(authority: AuthorityPublished | undefined, policyDigest: string): boolean {
  if (!authority) return false;
  const { digest: issued, ...body } = authority;
  return issued === digest({ ...body, policyDigest });
}
