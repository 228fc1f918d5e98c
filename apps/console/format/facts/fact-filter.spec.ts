import type { RunEventDto } from '#contracts/http';
import { chosen, type FactFilter, type ToldFact } from './fact-filter.js';

const told = (type: string, text: string, taskKey: string | null): ToldFact => ({
  fact: { type, metadata: { actor: { principalId: 'agent:executor' } } } as unknown as RunEventDto,
  text,
  icon: 'circle',
  tone: 'idle',
  taskKey,
});
const all = [
  told('run.created', 'A Run was opened.', null),
  told('task.planned', 'Inventory was planned.', 'inventory'),
  told('assignment.claimed', 'executor took Inventory.', 'inventory'),
  told('assignment.heartbeat', 'executor still works.', 'inventory'),
  told('task.planned', 'Report was planned.', 'report'),
];
const any: FactFilter = { group: null, taskKey: null, words: '', pulses: false };
const types = (filter: Partial<FactFilter>) => chosen(all, { ...any, ...filter }).map(({ text }) => text);

describe('the filter of a timeline', () => {
  it('hides signs of life unless they are asked for', () => {
    expect(types({})).toHaveLength(4);
    expect(types({ pulses: true })).toHaveLength(5);
  });

  it('chooses by drawer, by task and by all words, in sentence, type or actor', () => {
    expect(types({ group: 'task' })).toEqual(['Inventory was planned.', 'Report was planned.']);
    expect(types({ taskKey: 'inventory' })).toHaveLength(2);
    expect(types({ words: 'PLANNED report' })).toEqual(['Report was planned.']);
    expect(types({ words: 'agent:executor claimed' })).toEqual(['executor took Inventory.']);
  });
});
