import { Rejection } from '#domain/kernel';
import { RUN_EVENTS, RUN_LIST } from './queries.js';

const base = { projectId: 'demo' };
const refusal = (read: () => unknown): string => {
  try {
    read();
  } catch (error) {
    return error instanceof Rejection ? `${error.code} ${String(error.details['field'])}` : 'defect';
  }
  return 'read';
};

describe('query fields', () => {
  it('[A-019] limit is 1 to 200, 50 when left out', () => {
    expect(RUN_LIST.read(base)).toEqual({
      projectId: 'demo',
      limit: 50,
      cursor: undefined,
      status: undefined,
      minPosition: undefined,
    });
    expect(RUN_LIST.read({ ...base, limit: '200' }).limit).toBe(200);
    for (const limit of ['0', '201', '-1', '1.5', 'ten', '', '1e2', '99999999999999999'])
      expect(refusal(() => RUN_LIST.read({ ...base, limit }))).toBe('VALUE_INVALID limit');
  });

  it('[A-018] a scoped route needs its Project', () => {
    expect(refusal(() => RUN_LIST.read({}))).toBe('VALUE_INVALID projectId');
    expect(refusal(() => RUN_LIST.read({ projectId: 'Demo!' }))).toBe('VALUE_INVALID projectId');
  });

  it('[A-016] unknown, repeated and malformed fields are refused by name', () => {
    expect(refusal(() => RUN_LIST.read({ ...base, statu: 'active' }))).toBe('VALUE_INVALID statu');
    expect(refusal(() => RUN_LIST.read({ ...base, toString: 'x' }))).toBe('VALUE_INVALID toString');
    expect(refusal(() => RUN_LIST.read({ projectId: ['demo', 'other'] }))).toBe('VALUE_INVALID projectId');
    expect(refusal(() => RUN_LIST.read({ ...base, status: 'done' }))).toBe('VALUE_INVALID status');
    expect(refusal(() => RUN_LIST.read({ ...base, cursor: 'a b' }))).toBe('VALUE_INVALID cursor');
  });

  it('[A-028] facts are read after a revision; before the first one when left out', () => {
    expect(RUN_EVENTS.read(base).after).toBe(-1);
    expect(RUN_EVENTS.read({ ...base, after: '41' }).after).toBe(41);
  });
});
