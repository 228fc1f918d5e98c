import { Conflict, Rejection, Unavailable } from '#domain/kernel';
import { problemCodes, START_CODES, statusOf } from './problem-table.js';
import { problemOf } from './problem.js';

const where = { instance: '/api/agent/workroom/runs/run-1', traceId: '0af7651916cd43dd8448eb211c80319c' };

describe('problem table', () => {
  it.each([
    [400, 'VALUE_INVALID', 'A-091'],
    [401, 'TOKEN_EXPIRED', 'A-092'],
    [403, 'TOKEN_PLANE', 'A-093'],
    [403, 'WORKSPACE_ESCAPE', 'A-093'],
    [404, 'DISPATCH_NOT_FOUND', 'A-094'],
    [409, 'TASK_NOT_AWAITING', 'A-095'],
    [409, 'PROFILE_CONFLICT', 'A-095'],
    [410, 'PAYLOAD_UNAVAILABLE', 'A-096'],
    [429, 'RATE_LIMITED', 'A-097'],
    [422, 'WAIT_MALFORMED', 'A-098'],
    [500, 'PAYLOAD_CORRUPT', 'A-099'],
    [503, 'WRITER_FENCED', 'A-100'],
    [503, 'STORE_FULL', 'D-83'],
  ])('answers %i for %s', (status, code) => {
    expect(statusOf(code)).toBe(status);
  });

  it('[A-102] gives each code one status only', () => {
    expect(new Set(problemCodes()).size).toBe(problemCodes().length);
  });

  it('[A-101] gives no code of a refused start a status', () => {
    expect(START_CODES.filter((code) => statusOf(code) !== undefined)).toEqual([]);
  });
});

describe('problem details', () => {
  it('[A-015] carries type, title, status, detail, instance, code, details and the trace id', () => {
    const rejection = new Rejection('TASK_NOT_READY', 'Task t1 is not ready; wait for t0.', { taskKey: 't1' });
    expect(problemOf(rejection, where)).toEqual({
      kind: 'rejection',
      retryAfter: null,
      problem: {
        type: 'urn:workroom:problem:TASK_NOT_READY',
        title: 'Task not ready',
        status: 409,
        detail: 'Task t1 is not ready; wait for t0.',
        instance: where.instance,
        code: 'TASK_NOT_READY',
        details: { taskKey: 't1' },
        traceId: where.traceId,
      },
    });
  });

  it('leaves details out when there are none', () => {
    expect(problemOf(new Rejection('VALUE_INVALID', 'No.'), where).problem).not.toHaveProperty('details');
  });

  it('[A-018] answers a Run of another Project as missing, without a word of what it is', () => {
    const { problem } = problemOf(
      new Rejection('RUN_PROJECT_MISMATCH', 'Run r is of Project secret.', { projectId: 'secret' }),
      where,
    );
    expect(problem).toMatchObject({ status: 404, code: 'RUN_NOT_FOUND', type: 'urn:workroom:problem:RUN_NOT_FOUND' });
    expect(JSON.stringify(problem)).not.toContain('secret');
  });

  it('shows a conflict with the sequence that stands', () => {
    const conflict = new Conflict('SEQUENCE_CONFLICT', 'Read again.', { expectedSequence: 3, actualSequence: 5 });
    expect(problemOf(conflict, where)).toMatchObject({
      kind: 'conflict',
      problem: { status: 409, details: { expectedSequence: 3, actualSequence: 5 } },
    });
  });

  it('[A-021] tells how long to wait, in whole seconds', () => {
    expect(problemOf(new Unavailable('RUNTIME_NOT_READY', 'Starting.', 1500), where)).toMatchObject({
      kind: 'unavailable',
      retryAfter: 2,
      problem: { status: 503 },
    });
  });

  it('says nothing of a defect to the caller, nor of a refusal whose code is not in the table', () => {
    for (const error of [new Error('password=1'), new Rejection('NO_SUCH_CODE', 'password=1'), 'password=1', undefined]) {
      const answer = problemOf(error, where);
      expect(answer).toMatchObject({ kind: 'defect', problem: { status: 500, code: 'INTERNAL_ERROR', traceId: where.traceId } });
      expect(JSON.stringify(answer)).not.toContain('password');
    }
  });
});
