// What the simulator has broken once stays mended: each kept script plays without a finding, and shows its defect again when that is put back.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFECTS } from './defects.js';
import { playEpisode, playScript } from './episode.js';
import { parseScript, scriptText } from './script.js';

const FOLDER = join(import.meta.dirname, 'regressions');
const scripts = readdirSync(FOLDER).map((file) => {
  const name = file.replace('.jsonl', '');
  return [name, parseScript(readFileSync(join(FOLDER, file), 'utf8'))] as const;
});

describe('what the simulator has found', () => {
  it.each(scripts)('[K-183] %s is mended', async (_name, script) => {
    const { failure, counts } = await playScript(script);
    expect(failure).toBeNull();
    expect(counts.of('fact run.created')).toBeGreaterThan(0);
  });

  it.each(scripts)('%s would be found again', async (name, script) => {
    const defect = DEFECTS[name];
    expect(script.defect).toBe(defect?.what);
    const { failure } = await playScript(script, defect?.options());
    expect(failure?.invariant).toBe(script.invariant);
  });

  it('has a script for each defect that can be put back', () => {
    expect(scripts.map(([name]) => name).toSorted()).toStrictEqual(Object.keys(DEFECTS).toSorted());
  });

  it('can be kept from any world: a script makes the same facts as the steps that it was written down from', async () => {
    const played = await playEpisode(7, 400, { log: true });
    expect(played.failure).toBeNull();
    const script = parseScript(scriptText({ defect: 'none', invariant: 'none', world: played.trace.world, sent: played.script }));
    const again = await playScript(script);
    expect(again.failure).toBeNull();
    expect(again.counts.under('fact ')).toStrictEqual(played.counts.under('fact '));
    expect(again.counts.under('command ')).toStrictEqual(played.counts.under('command '));
  });
});
