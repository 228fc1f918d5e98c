import { counted, shortHash, shortId, whoWords } from './names.js';

describe('ids and principals in short', () => {
  it.each([
    [`workroom-task:${'3f'.repeat(32)}`, 'task 3f3f3f'],
    [`workroom-sponsor-gate:${'0a'.repeat(32)}`, 'sponsor gate 0a0a0a'],
    ['run-5f2c8d0e9b7a41c3a6d1e4f7b8c9d02', 'run-5f2c8d0e'],
    ['01890000-0000-7000-8000-000000000042', '…00000042'],
    ['short', 'short'],
    [`sponsor:${'c'.repeat(60)}:7`, `sponsor:cccccccc…cccccc:7`],
  ])('%s reads %s', (id, short) => expect(shortId(id)).toBe(short));

  it.each([
    ['agent:reviewer', 'reviewer', 'agent'],
    ['system:clock', 'clock', 'system'],
    ['orchestrator:demo', 'orchestrator', 'system'],
    ['workroom-scheduler-assignment-supply', 'scheduler', 'system'],
    ['sandbox:ada', 'ada', 'person'],
    ['workroom-admin', 'workroom-admin', 'person'],
  ])('%s is %s, a kind of %s', (principal, name, kind) => expect(whoWords(principal)).toEqual({ name, kind }));

  it('counts in words and cuts hashes', () => {
    expect([counted(1, 'task'), counted(0, 'task'), counted(2, 'criterion', 'criteria')]).toEqual([
      '1 task',
      '0 tasks',
      '2 criteria',
    ]);
    expect(shortHash('hmac-sha256:0123456789abcdef')).toBe('0123456789');
  });
});
