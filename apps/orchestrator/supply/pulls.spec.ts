import { Pulls } from './pulls.js';

const request = { hostId: 'host-1', agents: ['agent:executor'], freeSlots: 1 };

describe('the pulls of hosts', () => {
  it('gives an offer to a reserved slot, and ends when its slots are filled', async () => {
    let opened = 0;
    const pulls = new Pulls<string>(() => (opened += 1));
    const stop = new AbortController();
    const offers: string[] = [];
    const reader = (async () => {
      for await (const offer of pulls.pull(request, stop.signal)) offers.push(offer);
    })();
    await Promise.resolve();
    const pull = pulls.free('agent:executor')!;
    pull.reserve();
    expect([opened, pulls.free('agent:executor')]).toEqual([1, undefined]);
    pull.deliver('work');
    await reader;
    expect(offers).toEqual(['work']);
  });

  it('offers a host only what it can run, and a slot again when its claim came to nothing', async () => {
    const pulls = new Pulls<string>(() => undefined);
    const stop = new AbortController();
    const reading = pulls.pull(request, stop.signal).next();
    await Promise.resolve();
    expect(pulls.free('agent:other')).toBeUndefined();
    const pull = pulls.free('agent:executor')!;
    pull.reserve();
    pull.release();
    expect(pulls.free('agent:executor')).toBe(pull);
    stop.abort();
    expect(await reading).toEqual({ value: undefined, done: true });
    expect(pulls.free('agent:executor')).toBeUndefined();
  });
});
