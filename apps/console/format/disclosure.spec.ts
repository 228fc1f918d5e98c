import type { DisclosedText } from '#contracts/http';
import { withheldWords } from './disclosure.js';

const text = (disposition: DisclosedText['disposition'], reasons: string[], body: string | null = null): DisclosedText => ({
  disposition,
  reasons,
  text: body,
  contentHash: 'hmac-sha256:0',
});

describe('a withheld text', () => {
  it('[A-107] says that it is withheld and why, one reason after the other', () => {
    expect(withheldWords(text('deny', ['object_quarantined', 'purpose_not_allowed']))).toBe(
      'This text may not be shown to you here. Why: it is in quarantine; it may not be used for this purpose.',
    );
    expect(withheldWords(text('metadata_only', ['a_reason_of_later']))).toContain('Why: a reason of later.');
    expect(withheldWords(text('unavailable', []))).toBe('This text no longer exists: it was erased or its time ran out.');
  });

  it('has no words for a text that is shown', () => {
    expect(withheldWords(text('full', ['authorized_minimum_disclosure'], 'body'))).toBe('');
  });
});
