import { QueryClient } from '@tanstack/react-query';
import type { RunEventDto } from '#contracts/http';
import { Freshness } from '../api/freshness.js';
import { keys } from '../api/keys.js';
import { FactApplier } from './fact-applier.js';
import { effectsOf } from './fact-effects.js';
import { Refresher } from './refresher.js';

const fact = (revision: number, type = 'task.accepted', streamId = 'run-r1'): RunEventDto =>
  ({ revision, globalPosition: 100 + revision, type, streamId, data: {}, metadata: {} }) as unknown as RunEventDto;

function stage() {
  const cache = new QueryClient();
  const marked: string[] = [];
  const refresher = new Refresher({ targets: () => [], after: () => () => undefined });
  refresher.mark = (prefix, position) => void marked.push(`${prefix.join('/')} ${position}`);
  const freshness = new Freshness();
  const applier = new FactApplier(cache, refresher, freshness, 'demo');
  return { cache, marked, freshness, applier };
}

describe('applying live facts', () => {
  it('adds facts to a loaded timeline and marks what they make old, once for a batch', () => {
    const { cache, marked, freshness, applier } = stage();
    cache.setQueryData(keys.facts('demo', 'r1'), { pages: [{ facts: [fact(0)], asOf: 100, behind: false }], pageParams: [] });
    applier.apply([fact(1), fact(2)]);
    expect(cache.getQueryData(keys.facts('demo', 'r1'))).toMatchObject({ pages: [{ facts: [fact(0), fact(1), fact(2)] }] });
    expect(freshness.minPosition()).toBe(102);
    expect(marked).toEqual([
      'project/demo/run/r1 102',
      'project/demo/runs 102',
      'project/demo/attention 102',
      'project/demo/content/r1 102',
    ]);
  });

  it('reads a timeline again when a fact is missing in between', () => {
    const { cache, marked, applier } = stage();
    cache.setQueryData(keys.facts('demo', 'r1'), { pages: [{ facts: [fact(0)], asOf: 100, behind: false }], pageParams: [] });
    applier.apply([fact(5, 'clock.advanced')]);
    expect(marked).toEqual(['project/demo/facts/r1 105']);
  });

  it('a heartbeat touches the Run and the leases only; facts of other streams touch no Run', () => {
    expect(effectsOf('demo', fact(1, 'assignment.heartbeat'))).toEqual([keys.run('demo', 'r1'), keys.leases('demo')]);
    expect(effectsOf('demo', fact(1, 'proposal.applied', 'inbox-demo'))).toEqual([]);
    expect(effectsOf('demo', fact(1, 'clock.advanced'))).toEqual([]);
    expect(effectsOf('demo', fact(1, 'assignment.claimed'))).toContainEqual(keys.leases('demo'));
    expect(effectsOf('demo', fact(1, 'sponsor_gate.opened'))).toContainEqual(keys.attention('demo'));
  });
});
