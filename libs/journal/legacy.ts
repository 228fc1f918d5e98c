// Stores of another time: version 1 and 2 envelopes hold text and are never opened; newer ones need a newer build.
import { Rejection } from '#domain/kernel';
import { ENVELOPE_VERSION } from '#contracts/codec';

export const legacyJournal = (): Rejection =>
  new Rejection(
    'LEGACY_JOURNAL',
    'This store holds events of envelope version 1 or 2, which are not supported and cannot be migrated. ' +
      'Its files are unchanged; start with another data directory or database.',
  );

export const newerStore = (): Rejection =>
  new Rejection(
    'STORE_VERSION',
    'This store was written by a newer version of Workroom; its files are unchanged. Start that version.',
  );

/** Throws Rejection LEGACY_JOURNAL or STORE_VERSION when an envelope of a foreign version is among them. */
export function checkVersions(versions: Iterable<number>): void {
  for (const version of versions) {
    if (version < ENVELOPE_VERSION) throw legacyJournal();
    if (version > ENVELOPE_VERSION) throw newerStore();
  }
}
