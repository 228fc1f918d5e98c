import { Unavailable } from '#domain/kernel';
import { ScriptedModel } from '../models/scripted/index.js';
import type { ScriptedAnswer } from '../models/scripted/index.js';
import type { PlanViolation } from './plan-candidate.js';
import { planRequest } from './plan-request.js';

const task = (key: string, over: Record<string, unknown> = {}) => ({
  ...{ key, title: `Do ${key}`, role: 'executor', required: true, maxAttempts: 2, localRank: 0, dependsOn: [] },
  ...{ requires: { tools: ['read_file', 'write_report'], skills: [], integrations: [], authorities: [] }, approval: 'none' },
  ...over,
});
const candidate = (...tasks: unknown[]) => ({ version: 1, strategy: 'dynamic@1.0.0', tasks });
const good = JSON.stringify(candidate(task('look'), task('sum-up', { dependsOn: ['look'] })));

async function plan(
  answers: readonly ScriptedAnswer[],
  check: () => readonly PlanViolation[] = () => [],
  text = 'summarise what this is for',
) {
  const model = new ScriptedModel(answers);
  const request = { text, offeredTools: ['read_file', 'write_report'], maxTasks: 8, maxAttemptsPerTask: 3, maxTotalAttempts: 24 };
  return { model, result: await planRequest(request, { model, check }) };
}

describe('planning with a model', () => {
  it('[PL-03] takes an untrusted candidate by structured output, with the request as data', async () => {
    const { model, result } = await plan([good]);
    expect(result).toMatchObject({
      kind: 'candidate',
      model: 'scripted/recorded',
      usage: { calls: 1 },
      candidate: { strategy: 'dynamic@1.0.0', tasks: [{ key: 'look' }, { key: 'sum-up', dependsOn: ['look'] }] },
    });
    const [request] = model.requests;
    expect(request!.responseSchema).toMatchObject({ name: 'plan', schema: { additionalProperties: false } });
    expect(request!.messages.at(-1)!.text).toContain('<data source="work request">\nsummarise what this is for\n</data>');
  });

  it('gives every task what it needs to look and to report, and no more than is offered', async () => {
    const bare = { requires: { tools: [], skills: [], integrations: [], authorities: [] } };
    const { result } = await plan([JSON.stringify(candidate(task('look', bare)))]);
    expect(result).toMatchObject({ candidate: { tasks: [{ requires: { tools: ['read_file', 'write_report'] } }] } });
  });

  it.each([
    ['no JSON', 'I would rather not.'],
    ['authority in it', JSON.stringify(candidate(task('look', { sponsorLane: 'urgent' })))],
    ['a budget in it', JSON.stringify({ ...candidate(task('look')), budget: {} })],
    ['no task', JSON.stringify(candidate())],
    ['a version that is none', JSON.stringify({ ...candidate(task('look')), version: 2 })],
  ])('[W-090] gives a candidate with %s back with its violations, and takes the corrected one', async (_name, bad) => {
    const { model, result } = await plan([bad, good]);
    expect(result).toMatchObject({ kind: 'candidate', usage: { calls: 2 } });
    expect(model.requests[1]!.messages.at(-1)!.text).toContain('CANDIDATE_MALFORMED');
  });

  it('[W-090] gives back what the plan builder refuses at most twice, then asks for clarification', async () => {
    const violations = [{ code: 'PLAN_CYCLE', message: 'look depends on itself' }];
    const { model, result } = await plan([good, good, good, good], () => violations);
    expect(model.requests).toHaveLength(3);
    expect(result).toMatchObject({ kind: 'clarification', reasonCode: 'ambiguous_intent', violations, usage: { calls: 3 } });
    expect(model.requests[2]!.messages.at(-1)!.text).toContain('PLAN_CYCLE: look depends on itself');
  });

  it('plans a named strategy without asking the model, and everything else by it', async () => {
    expect((await plan([], undefined, 'repository-audit please')).result).toMatchObject({
      model: null,
      candidate: { strategy: 'repository-audit@1.0.0' },
    });
    expect((await plan([good], undefined, 'audit this repository')).result).toMatchObject({ model: 'scripted/recorded' });
    const delivery = (await plan([], undefined, 'software-delivery: a login page')).result;
    expect(delivery).toMatchObject({ kind: 'candidate', candidate: { strategy: 'software-delivery@1.0.0' } });
  });

  it('says that the model is not there', async () => {
    const { result } = await plan([new Unavailable('MODEL_UNAVAILABLE', 'main/x could not be reached; try again later.')]);
    expect(result).toMatchObject({ kind: 'unavailable', cause: 'model_unavailable', mend: expect.stringContaining('main/x') });
  });
});
