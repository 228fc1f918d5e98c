// How the application of one proposal ended: what is recorded in the Inbox, and what is answered in the room.
import { CLARIFICATIONS, clarificationLines, refusalLines } from '#domain/ingress';
import type { AppliedKind, ClarificationReason } from '#domain/ingress';
import type { Conflict, Rejection } from '#domain/kernel';
import { reasonOfRefusal } from '#domain/processes';

export type Settlement =
  | {
      readonly outcome: 'applied';
      readonly kind: AppliedKind;
      readonly resultRef: string | null;
      readonly lines: readonly string[];
    }
  | { readonly outcome: 'clarification'; readonly reasonCode: ClarificationReason; readonly lines: readonly string[] };

export const applied = (kind: AppliedKind, lines: readonly string[], resultRef: string | null = null): Settlement => ({
  outcome: 'applied',
  kind,
  resultRef,
  lines,
});

export const clarify = (
  reasonCode: ClarificationReason,
  details: { readonly usage?: string | null; readonly note?: string | null } = {},
): Settlement => ({ outcome: 'clarification', reasonCode, lines: clarificationLines(reasonCode, details) });

/** A refusal of the Kernel: its reason for people, its stable code and its sentence. */
export function refusedBy({ code, message }: Rejection | Conflict): Settlement {
  const reasonCode = reasonOfRefusal(code);
  return { outcome: 'clarification', reasonCode, lines: [CLARIFICATIONS[reasonCode], ...refusalLines(code, message)] };
}
