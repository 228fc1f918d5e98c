// One thing that a Context View may hold.

/** 1 mandatory: Envelope, policy, contract, applied control, criteria; 2 accepted state, direct dependencies; 3 reports; 4 metadata; 5 recent discussion. */
export type ContextTier = 1 | 2 | 3 | 4 | 5;

export interface ContextItem {
  /** Id of the fact or record that it comes from. */
  readonly id: string;
  readonly tier: ContextTier;
  /** What it is, e.g. `accepted_report`. */
  readonly kind: string;
  /** Which revision of the Journal, or which task, it was read from. */
  readonly source: string;
  readonly text: string;
  /** Only what trusted ports wrote is trusted; everything else is shown as data. */
  readonly trusted: boolean;
}
