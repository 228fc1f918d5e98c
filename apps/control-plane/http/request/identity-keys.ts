// Identity comes from the token alone: a key that claims it is refused wherever it stands, true or not.
import { Rejection } from '#domain/kernel';

const IDENTITY_KEYS: ReadonlySet<string> = new Set([
  'principal',
  'principalId',
  'actor',
  'role',
  'authority',
  'authorizedBy',
  'approved',
  'approval',
  'proof',
  'discussion',
]);

/** Closed documents that name members and roles by their own rules; looked into by their own checks. */
const DOCUMENTS: ReadonlySet<string> = new Set(['workrooms', 'overlay', 'pack', 'policy', 'entries']);

/** Throws Rejection IDENTITY_IN_BODY with the path of the first such key. */
export function refuseIdentityKeys(value: unknown, path = ''): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    const at = `${path}/${key}`;
    if (!Array.isArray(value) && IDENTITY_KEYS.has(key))
      throw new Rejection('IDENTITY_IN_BODY', `${at} claims an identity; it is read from the token alone. Leave it out.`, {
        path: at,
      });
    if (!DOCUMENTS.has(key)) refuseIdentityKeys(part, at);
  }
}
