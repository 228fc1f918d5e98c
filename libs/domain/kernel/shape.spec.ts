// Closed shapes: what fits, what does not, and that a refusal never repeats the value.
import { textOf } from '#testing';
import { checkShape, list, nullable, optional, record, shapes, text, variants, word } from './index.js';
import type { Rejection } from './index.js';

const shape = record({
  key: shapes.taskKey,
  lane: word('high', 'low'),
  reason: text,
  deadline: optional(nullable(shapes.time)),
  parts: list(record({ n: shapes.count })),
});
const good = { key: 'a', lane: 'high', reason: null, parts: [{ n: 1 }] };

function fieldOf(value: unknown): unknown {
  try {
    checkShape(shape, value, 'thing');
    return null;
  } catch (error) {
    expect(error).toMatchObject({ code: 'VALUE_INVALID' });
    return (error as Rejection).details['field'];
  }
}

describe('a closed record', () => {
  it('[K-004] takes exactly its keys in exactly their forms', () => {
    expect(fieldOf(good)).toBeNull();
    expect(fieldOf({ ...good, deadline: null, reason: textOf('reason', 'why') })).toBeNull();
  });

  it.each([
    ['an unknown key', { ...good, extra: 1 }, 'thing'],
    ['a missing key', { key: 'a', lane: 'high', reason: null }, 'thing/parts'],
    ['an undefined optional key', { ...good, deadline: undefined }, 'thing/deadline'],
    ['a wrong form', { ...good, key: 'A b' }, 'thing/key'],
    ['an unknown word', { ...good, lane: 'middle' }, 'thing/lane'],
    ['free text', { ...good, reason: 'because' }, 'thing/reason'],
    ['a wrong part of a list', { ...good, parts: [{ n: 1 }, { n: 0 }] }, 'thing/parts/1/n'],
    ['no list', { ...good, parts: {} }, 'thing/parts'],
    ['no record', [], 'thing'],
    ['an array that is no record', { ...good, parts: [[]] }, 'thing/parts/0'],
  ])('[K-004] refuses %s and names the place', (_what, value, field) => {
    expect(fieldOf(value)).toBe(field);
  });

  it('[K-004] never repeats a value in a refusal', () => {
    const secret = 'correct horse battery staple';
    const refused = (): unknown => {
      try {
        return checkShape(shape, { ...good, key: secret, [secret]: 1 }, 'thing');
      } catch (error) {
        return error;
      }
    };
    const { message, details } = refused() as Rejection;
    expect(`${message} ${JSON.stringify(details)}`).not.toContain('horse');
  });

  it('[K-004] tells variants apart by their tag', () => {
    const either = variants('kind', { one: { n: shapes.count }, two: {} });
    expect(either.problem({ kind: 'one', n: 1 })).toBeNull();
    expect(either.problem({ kind: 'two' })).toBeNull();
    expect(either.problem({ kind: 'two', n: 1 })).not.toBeNull();
    expect(either.problem({ kind: 'three' })).toMatchObject({ path: '/kind' });
    expect(either.problem(null)).not.toBeNull();
  });
});
