import { ServerClock } from './server-clock.js';

const NOON = Date.UTC(2026, 0, 2, 12);
const header = (at: number) => new Date(at).toUTCString();

describe('the server’s clock', () => {
  let local = NOON;
  const clock = () => new ServerClock(() => local);

  beforeEach(() => (local = NOON));

  it('is followed where this machine’s clock is far off', () => {
    const server = clock();
    server.note(header(NOON + 600_000), NOON - 100);
    expect(server.now() - NOON).toBeGreaterThan(599_000);
    expect(server.now() - NOON).toBeLessThan(602_000);
    server.note(header(NOON), NOON);
    expect(server.now()).toBe(NOON);
  });

  it('is left alone for a second’s difference, a slow answer, and a missing or foreign header', () => {
    const server = clock();
    server.note(header(NOON + 1_000), NOON);
    server.note(header(NOON + 600_000), NOON - 5_000);
    server.note(null, NOON);
    server.note('yesterday', NOON);
    expect(server.now()).toBe(NOON);
  });
});
