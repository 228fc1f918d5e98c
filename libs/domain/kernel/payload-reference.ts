// Where a text lies: facts and commands hold references, bodies lie in the vault.

export const PAYLOAD_KIND = 'governed_workroom_journal_payload';

/** One text is one object; two field paths may share it. */
export interface PayloadReference {
  readonly version: 1;
  readonly kind: typeof PAYLOAD_KIND;
  /** The key of the event or record that it stands for, e.g. `title`. */
  readonly fieldPath: string;
  /** `hmac-sha256:` + 64 hex digits under the Project's content key. */
  readonly contentHash: string;
  readonly receipt: { readonly objectId: string; readonly descriptorDigest: string };
}

export const isPayloadReference = (value: unknown): value is PayloadReference =>
  typeof value === 'object' && value !== null && (value as { kind?: unknown }).kind === PAYLOAD_KIND;

/** A text key: a reference, or null where no person and no model wrote a text. */
export type TextRef = PayloadReference | null;
