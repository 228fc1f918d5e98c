import { ClosedBody } from './closed-body.js';
import type { BodyName } from './closed-body.js';

const read = (name: BodyName, value: unknown): Promise<object> => new ClosedBody(name).transform(value);
const invalid = (...problems: readonly string[]): object =>
  expect.objectContaining({
    code: 'VALUE_INVALID',
    details: { problems: problems.map((text) => expect.stringContaining(text)) },
  });

const gate = { operationId: 'op-1', projectId: 'demo', expectedSequence: 3, taskRevision: 1, decision: 'approve' };

describe('closed bodies', () => {
  it('[A-016] a body with exactly its keys is read', async () => {
    expect(await read('GateDecisionBody', gate)).toEqual(gate);
    expect(await read('GateDecisionBody', { ...gate, reason: 'Looks right.' })).toEqual({ ...gate, reason: 'Looks right.' });
  });

  it('[A-016] an unknown key, a missing one and a wrong value are each named, the value is not', async () => {
    await expect(read('GateDecisionBody', { ...gate, secret: 's3cret' })).rejects.toEqual(invalid('/secret is not known here'));
    const { decision: _, ...missing } = gate;
    await expect(read('GateDecisionBody', missing)).rejects.toEqual(invalid('/decision must be one of approve'));
    await expect(read('GateDecisionBody', { ...gate, expectedSequence: '3' })).rejects.toEqual(
      expect.objectContaining({ code: 'VALUE_INVALID' }),
    );
    await expect(read('GateDecisionBody', { ...gate, reason: null })).rejects.toEqual(
      expect.objectContaining({ code: 'VALUE_INVALID' }),
    );
    const error = (await read('GateDecisionBody', { ...gate, operationId: 'two words' }).catch(
      (caught: Error) => caught,
    )) as Error;
    expect(error.message).toContain('/operationId');
    expect(error.message).not.toContain('two words');
  });

  it('[A-016] nested parts are closed as well', async () => {
    const claim = { operationId: 'op-1', projectId: 'demo', runId: 'run-1', expectedSequence: 3 };
    const criteria = [{ criterionId: 'c1', verdict: 'passed', evidenceRefs: ['e1'] }];
    const whole = { ...claim, criteria, claims: [{ claimId: 'x', accepted: true }] };
    expect(await read('VerdictBody', whole)).toEqual(whole);
    await expect(read('VerdictBody', { ...whole, criteria: [{ ...criteria[0], note: 'fine' }] })).rejects.toEqual(
      invalid('/criteria/0/note is not known here'),
    );
    await expect(read('VerdictBody', { ...whole, claims: [{ claimId: 'x', accepted: 'yes' }] })).rejects.toEqual(
      invalid('/claims/0/accepted'),
    );
    await expect(read('VerdictBody', { ...whole, criteria: 'all' })).rejects.toEqual(
      expect.objectContaining({ code: 'VALUE_INVALID' }),
    );
  });

  it.each([null, [], 'text', 7])('[A-016] %p is no body', async (value) => {
    await expect(read('PostInboxBody', value)).rejects.toEqual(expect.objectContaining({ code: 'VALUE_INVALID' }));
  });
});
