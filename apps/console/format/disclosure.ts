// Why a text is not shown, as sentences for its reader.
import type { DisclosedText } from '#contracts/http';
import { entry, phrase } from './phrase.js';

const DISPOSITION: Record<Exclude<DisclosedText['disposition'], 'full'>, string> = {
  metadata_only: 'You may know that this text exists, not what it says.',
  transform_required: 'This text may only be shown after sensitive parts are taken out, and that has not been done.',
  approval_required: 'This text may only be shown once Compliance has approved it.',
  deny: 'This text may not be shown to you here.',
  unavailable: 'This text no longer exists: it was erased or its time ran out.',
};

const REASON: Readonly<Record<string, string>> = {
  body_withheld_by_disclosure_policy: 'it is more confidential than you are cleared for',
  no_trusted_minimizing_transform: 'nothing trusted can reduce it to what you may see',
  payload_retention_expired: 'its retention has ended',
  object_erased: 'it was erased',
  object_quarantined: 'it is in quarantine',
  purpose_not_allowed: 'it may not be used for this purpose',
  principal_project_mismatch: 'you are not a recipient of this Project',
  recipient_project_mismatch: 'a recipient does not belong to this Project',
  channel_policy_missing: 'no policy covers the Console',
  policy_revision_mismatch: 'the policy changed a moment ago; try again',
};

/** One sentence, then the reasons of the decision. Empty for a text that is shown. */
export function withheldWords(text: DisclosedText): string {
  if (text.disposition === 'full' && text.text !== null) return '';
  const sentence = text.disposition === 'full' ? DISPOSITION.unavailable : entry(DISPOSITION, text.disposition, DISPOSITION.deny);
  const reasons = text.reasons.map((reason) => phrase(REASON, reason));
  return reasons.length ? `${sentence} Why: ${reasons.join('; ')}.` : sentence;
}
