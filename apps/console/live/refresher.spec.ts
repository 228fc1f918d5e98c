import { Refresher, type RefreshTarget } from './refresher.js';

function stage() {
  let timers: Array<() => void> = [];
  const queries = new Map<string, { asOf: number | null; reading: boolean; answers: number; finish: (() => void) | null }>();
  const target = (name: string): RefreshTarget => {
    const query = queries.get(name) ?? { asOf: null, reading: false, answers: 0, finish: null };
    queries.set(name, query);
    return {
      key: [name],
      reading: query.reading,
      asOf: query.asOf,
      refresh: () => {
        query.reading = true;
        query.answers += 1;
        return new Promise((resolve) => {
          query.finish = () => {
            query.reading = false;
            resolve();
          };
        });
      },
    };
  };
  const refresher = new Refresher({
    targets: (prefix) => [target(String(prefix[0]))],
    after: (_ms, call) => {
      timers.push(call);
      return () => undefined;
    },
  });
  const settle = async () => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  const tick = async () => {
    const due = timers;
    timers = [];
    for (const call of due) call();
    await settle();
  };
  const query = (name: string) => {
    target(name);
    return queries.get(name) as NonNullable<ReturnType<typeof queries.get>>;
  };
  return { refresher, tick, query, settle };
}

describe('reading again after live events', () => {
  it('reads a query once for many marks', async () => {
    const { refresher, tick, query, settle } = stage();
    for (let position = 1; position <= 1_000; position += 1) refresher.mark(['runs'], position);
    await tick();
    expect(query('runs').answers).toBe(1);
    query('runs').finish?.();
    await settle();
    await tick();
    expect(query('runs').answers).toBe(1);
  });

  it('never reads what is being read; it reads again once that answer is in and still older', async () => {
    const { refresher, tick, query, settle } = stage();
    query('runs').reading = true;
    refresher.mark(['runs'], 7);
    await tick();
    expect(query('runs').answers).toBe(0);
    query('runs').reading = false;
    query('runs').asOf = 5;
    await tick();
    expect(query('runs').answers).toBe(1);
    query('runs').finish?.();
    await settle();
  });

  it('does not read what already reaches the event', async () => {
    const { refresher, tick, query } = stage();
    query('runs').asOf = 7;
    refresher.mark(['runs'], 7);
    await tick();
    expect(query('runs').answers).toBe(0);
    await expect(refresher.settled()).resolves.toBeUndefined();
  });

  it('settles when every mark has been acted on', async () => {
    const { refresher, tick, query, settle } = stage();
    refresher.mark(['a'], 1);
    refresher.mark(['b'], 1);
    let settled = false;
    void refresher.settled().then(() => (settled = true));
    await tick();
    query('a').finish?.();
    await settle();
    expect(settled).toBe(false);
    query('b').finish?.();
    await settle();
    expect(settled).toBe(true);
  });
});
