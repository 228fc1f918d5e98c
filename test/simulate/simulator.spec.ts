import { Counts } from './counts.js';
import { playEpisode, playTrace } from './episode.js';
import { stepsOf } from './simulation.js';
import { parseTrace, traceText } from './trace.js';

describe('the simulator', () => {
  it('[K-183] finds nothing wrong in some worlds, and brings every Run of theirs to its end', async () => {
    const counts = new Counts();
    for (const seed of [21, 22, 23]) {
      const played = await playEpisode(seed, 250);
      expect(played.failure).toBeNull();
      counts.addAll(played.counts);
    }
    expect(stepsOf(counts)).toBeGreaterThanOrEqual(750);
    expect(counts.of('run completed')).toBeGreaterThan(0);
    expect(counts.of('check liveness')).toBeGreaterThan(200);
    expect(counts.of('check replay equal')).toBeGreaterThan(5);
  });

  it('makes the same world from the same seed, and plays a trace again as it was', async () => {
    const first = await playEpisode(7, 120, { log: true });
    const second = await playEpisode(7, 120, { log: true });
    expect(second.log).toEqual(first.log);
    expect(second.counts).toEqual(first.counts);
    const played = await playTrace(parseTrace(traceText(first.trace)), { log: true });
    expect(played.log).toEqual(first.log);
    expect((await playEpisode(8, 120, { log: true })).log).not.toEqual(first.log);
  });
});
