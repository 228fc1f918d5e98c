import { fittingLines } from './command-lines.js';

const usages = (typed: string) => fittingLines(typed).map(({ usage }) => usage.split(' ').slice(0, 3).join(' '));

describe('the command lines under the message field', () => {
  it('are shown for a slash only', () => {
    expect(fittingLines('hello /work')).toEqual([]);
    expect(fittingLines('/')).toHaveLength(8);
  });

  it('narrow with every word', () => {
    expect(usages('/wo')).toEqual(['/work <request>']);
    expect(usages('/run')).toEqual(['/runs [status]', '/run <runId>']);
    expect(usages('/run ')).toEqual(['/run <runId>']);
    expect(usages('/control g')).toEqual(['/control gate approve|reject|request-changes|cancel|reopen']);
    expect(usages('/control run pa')).toEqual(['/control run pause|resume|replan|cancel']);
    expect(usages('/control run fly')).toEqual([]);
  });

  it('stay while free words are typed', () => {
    expect(usages('/work audit this repository, please')).toEqual(['/work <request>']);
  });
});
