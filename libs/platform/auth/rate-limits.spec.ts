import { RateLimits } from './rate-limits.js';

describe('rate limits', () => {
  it('[A-022] lets 120 writes a minute pass and refuses the next with the time to wait', () => {
    let now = 0;
    const limits = new RateLimits({ writes: 120, reads: 1200 }, () => now);
    for (let at = 0; at < 120; at += 1) limits.take('a', 'writes');
    const refused = (): unknown => {
      try {
        limits.take('a', 'writes');
        return undefined;
      } catch (error) {
        return error;
      }
    };
    expect(refused()).toMatchObject({ name: 'Unavailable', code: 'RATE_LIMITED', retryAfterMs: 500 });
    limits.take('a', 'reads');
    limits.take('b', 'writes');
    now = 499;
    expect(refused()).toBeDefined();
    now = 500;
    expect(refused()).toBeUndefined();
    expect(refused()).toBeDefined();
  });

  it('never saves up more than a minute, and does not run dry when the clock goes back', () => {
    let now = 0;
    const limits = new RateLimits({ writes: 2, reads: 0 }, () => now);
    limits.take('a', 'writes');
    now = 3_600_000;
    limits.take('a', 'writes');
    limits.take('a', 'writes');
    expect(() => limits.take('a', 'writes')).toThrow('2 writes a minute');
    now = 3_500_000;
    expect(() => limits.take('a', 'writes')).toThrow('2 writes a minute');
  });

  it('counts nothing at a limit of 0', () => {
    const limits = new RateLimits({ writes: 1, reads: 0 }, () => 0);
    for (let at = 0; at < 5000; at += 1) limits.take('a', 'reads');
    limits.take('a', 'writes');
    expect(() => limits.take('a', 'writes')).toThrow('writes a minute');
  });
});
