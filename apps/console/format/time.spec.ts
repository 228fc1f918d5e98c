import { countdown, duration, momentOf, relative, span } from './time.js';

const now = Date.UTC(2026, 0, 2, 12);

describe('times', () => {
  it.each([
    [now - 3_000, 'just now'],
    [now - 59_000, '59 s ago'],
    [now - 61_000, '1 min ago'],
    [now + 7_200_000, 'in 2 h'],
    [now - 26 * 3_600_000, '1 day ago'],
    [now - 50 * 3_600_000, '2 days ago'],
  ])('%i reads %s', (at, words) => expect(relative(at, now)).toBe(words));

  it.each([
    [now + 1, '0:01'],
    [now + 59_001, '1:00'],
    [now + 845_000, '14:05'],
    [now + 7_800_000, '2 h 10 min'],
    [now + 3 * 86_400_000, '3 days'],
    [now, 'expired'],
    [now - 1, 'expired'],
  ])('a deadline at %i counts down as %s', (deadline, words) => expect(countdown(deadline, now)).toBe(words));

  it.each([
    [400, '0.4 s'],
    [12_345, '12 s'],
    [200_000, '3 min 20 s'],
    [7_500_000, '2 h 5 min'],
    [-5, '0.0 s'],
  ])('%i ms took %s', (ms, words) => expect(duration(ms)).toBe(words));

  it('a span is never zero, and another day names its date', () => {
    expect(span(0)).toBe('1 s');
    expect(momentOf(now, now)).not.toContain('2026');
    expect(momentOf(now - 3 * 86_400_000, now)).toContain('2025');
  });
});
