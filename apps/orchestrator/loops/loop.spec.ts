import { Rejection, Unavailable } from '#domain/kernel';
import { Loop } from './loop.js';

const never = 2 ** 30;

describe('a loop', () => {
  const defects: string[] = [];
  const loops: Loop[] = [];
  const made = (work: (signal: AbortSignal) => Promise<void>): Loop => {
    const loop = new Loop({ name: 'sample', work, tickMs: never, onDefect: (name) => defects.push(name) });
    loops.push(loop);
    return loop;
  };
  afterEach(async () => {
    defects.length = 0;
    await Promise.all(loops.splice(0).map((loop) => loop.stop()));
  });

  it('[F-LS-08] runs wake-ups that come together once, and one that comes during the work once more, never side by side', async () => {
    let runs = 0;
    let beside = 0;
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const loop = made(async () => {
      runs += 1;
      beside += 1;
      expect(beside).toBe(1);
      if (runs === 1) await gate;
      beside -= 1;
    });
    loop.wake();
    loop.start();
    loop.wake();
    loop.wake();
    release();
    await loop.settled();
    expect(runs).toBe(2);
  });

  it('tries again after Unavailable, when the hint has passed', async () => {
    let runs = 0;
    const loop = made(async () => {
      runs += 1;
      if (runs === 1) throw new Unavailable('STORE_UNAVAILABLE', 'The store does not answer; wait.', 1);
    });
    loop.start();
    await loop.settled();
    expect([runs, defects]).toEqual([2, []]);
  });

  it('stops for good on anything else and says so', async () => {
    let runs = 0;
    const loop = made(async () => {
      runs += 1;
      throw new Rejection('EVENT_UNKNOWN', 'The fact is unknown.');
    });
    loop.start();
    await loop.settled();
    loop.wake();
    await Promise.resolve();
    expect([runs, defects]).toEqual([1, ['sample']]);
  });

  it('stops after the work in hand', async () => {
    let ended = false;
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const loop = made(async (signal) => {
      await gate;
      ended = signal.aborted;
    });
    loop.start();
    const stopped = loop.stop();
    release();
    await stopped;
    expect(ended).toBe(true);
  });
});
