import { Unavailable } from '#domain/kernel';
import { PullHost } from './pull-host.js';
import type { PullHostPorts } from './pull-host.js';

interface Held {
  readonly offer: string;
  readonly end: () => void;
  readonly fail: (error: Error) => void;
  drained: boolean;
}

/** A source that gives offers when told to, and pieces that end when told to. */
function scene(overrides: Partial<PullHostPorts<string>> = {}) {
  const waiting: string[] = [];
  const begun: Held[] = [];
  const asked: number[] = [];
  const defects: string[] = [];
  let wake: () => void = () => undefined;
  const ports: PullHostPorts<string> = {
    resume: () => Promise.resolve([]),
    pull: async function* (freeSlots, signal) {
      asked.push(freeSlots);
      for (let left = freeSlots; left > 0 && !signal.aborted;) {
        const offer = waiting.shift();
        if (offer !== undefined) {
          left -= 1;
          yield offer;
        } else {
          await new Promise<void>((resolve) => {
            wake = resolve;
            signal.addEventListener('abort', () => resolve(), { once: true });
          });
        }
      }
    },
    begin: (offer) => {
      let held!: Held;
      const ended = new Promise<void>((resolve, reject) => {
        held = { offer, end: resolve, fail: reject, drained: false };
      });
      begun.push(held);
      return {
        ended,
        drain: () => {
          held.drained = true;
          held.end();
        },
      };
    },
    onDefect: (what, error) => defects.push(`${what}: ${(error as Error).message}`),
    ...overrides,
  };
  const give = (...offers: string[]) => {
    waiting.push(...offers);
    wake();
  };
  return { ports, give, begun, asked, defects };
}
const until = async (holds: () => boolean) => {
  for (let turn = 0; turn < 1_000 && !holds(); turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(holds()).toBe(true);
};

describe('a host that pulls', () => {
  it('begins no more pieces than it has slots, and pulls again when one ends', async () => {
    const { ports, give, begun, asked } = scene();
    const host = new PullHost(ports, { slots: 2, drainMs: 0 });
    host.start();
    give('a', 'b', 'c');
    await until(() => begun.length === 2);
    expect(host.active).toBe(2);
    begun[0]?.end();
    await until(() => begun.length === 3);
    expect(begun.map(({ offer }) => offer)).toEqual(['a', 'b', 'c']);
    expect(asked.slice(0, 2)).toEqual([2, 1]);
    await host.stop();
  });

  it('begins what a restart gives back before it pulls', async () => {
    const { ports, begun, asked } = scene({ resume: () => Promise.resolve(['kept']) });
    const host = new PullHost(ports, { slots: 2, drainMs: 0 });
    host.start();
    await until(() => asked.length === 1);
    expect(begun.map(({ offer }) => offer)).toEqual(['kept']);
    expect(asked).toEqual([1]);
    await host.stop();
  });

  it('asks again while the source is unavailable, and reports any other error of a pull as a defect', async () => {
    const errors = [new Unavailable('STORE_UNAVAILABLE', 'Not now.', 1), new Error('broken')];
    const base = scene();
    const host = new PullHost(
      {
        ...base.ports,
        resume: () => {
          const error = errors.shift();
          return error ? Promise.reject(error) : Promise.resolve(['late']);
        },
      },
      { slots: 2, drainMs: 0, defectPauseMs: 1 },
    );
    host.start();
    while (!base.begun.length) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(base.defects).toEqual(['pull: broken']);
    await host.stop();
  });

  it('a piece that breaks is a defect, frees its slot and stops nobody else', async () => {
    const { ports, give, begun, defects } = scene();
    const host = new PullHost(ports, { slots: 1, drainMs: 0 });
    host.start();
    give('a', 'b');
    await until(() => begun.length === 1);
    begun[0]?.fail(new Error('broken'));
    await until(() => begun.length === 2);
    expect(defects).toEqual(['piece: broken']);
    await host.stop();
  });

  it('a stop waits for pieces under way, then drains what is left', async () => {
    const { ports, give, begun } = scene();
    const host = new PullHost(ports, { slots: 2, drainMs: 1 });
    host.start();
    give('a', 'b');
    await until(() => begun.length === 2);
    begun[0]?.end();
    await host.stop();
    expect(begun.map(({ drained }) => drained)).toEqual([false, true]);
    expect(host.active).toBe(0);
  });
});
