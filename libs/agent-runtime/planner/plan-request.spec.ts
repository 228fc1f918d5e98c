import type { PlanCandidate } from './plan-candidate.js';
import { planRequest } from './plan-request.js';

const plan = (text: string, check: (candidate: PlanCandidate) => readonly { code: string; message: string }[] = () => []) =>
  planRequest(
    { text, offeredTools: ['bash', 'read_file'], maxTasks: 8, maxAttemptsPerTask: 3, maxTotalAttempts: 24 },
    { model: null, check },
  );

describe('planning without a model', () => {
  it.each([
    'audit this repository',
    'Please audit the code of this repo.',
    'Could you inspect our codebase?',
    'repository-audit',
    'run repository-audit@1.0.0 on main',
    '请审计这个仓库',
  ])('[PL-01] plans %j by repository-audit, as a graph', async (text) => {
    const result = await plan(text);
    expect(result).toMatchObject({ kind: 'candidate', model: null, candidate: { strategy: 'repository-audit@1.0.0' } });
    expect(result.kind === 'candidate' && result.candidate.tasks.length).toBe(5);
  });

  it.each([
    'fix the failing build',
    'audit this repository and fix what you find',
    'summarise what this repository is for',
    'tell me about auditing',
    'my-repository-audit-notes',
    'software-delivery: add a login page',
    '',
  ])('[PL-01] does not plan %j, and makes no task of it: it says what is missing and what is on offer', async (text) => {
    const result = await plan(text);
    expect(result).toMatchObject({ kind: 'unavailable', reasonCode: 'planning_unavailable', cause: 'no_model' });
    expect(result).toMatchObject({ mend: expect.stringContaining('No model is configured') });
    expect(result.kind === 'unavailable' && result.offers.map(({ strategy }) => strategy)).toContain('repository-audit@1.0.0');
  });

  it('takes what the plan builder says as it is', async () => {
    const violations = [{ code: 'K-260', message: 'too many tasks' }];
    await expect(plan('audit this repository', () => violations)).resolves.toMatchObject({ kind: 'clarification', violations });
  });
});
