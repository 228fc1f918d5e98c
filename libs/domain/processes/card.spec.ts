// How the lines of a card share 240 characters.
import { bodyLines, MAX_BODY } from './card.js';

const long = (length: number, letter = 'x') => letter.repeat(length);

describe('bodyLines', () => {
  it('[I-111] counts the line break, and lets the last line give way first', () => {
    expect(bodyLines(null, [long(100), long(139, 'y')])).toEqual([long(100), long(139, 'y')]);
    expect(bodyLines(null, [long(100), long(140, 'y')])).toEqual([long(100), `${long(138, 'y')}…`]);
    expect(bodyLines(null, [long(239), 'y'])).toEqual([long(239)]);
    expect(bodyLines(null, [long(238), 'yy'])).toEqual([long(238), '…']);
    expect(bodyLines(null, [long(MAX_BODY + 1)])).toEqual([`${long(MAX_BODY - 1)}…`]);
  });

  it('[I-111] puts the member’s name and role before the first line only, and one line stays one line', () => {
    const speaker = { name: 'Ada\nLovelace', role: 'executor' };
    expect(bodyLines(speaker, ['one\n two', 'three'])).toEqual(['[Ada Lovelace · executor] one two', 'three']);
    expect(bodyLines({ name: long(300), role: 'reviewer' }, ['is done'])).toEqual([`[${long(39)}… · reviewer] is done`]);
    expect(bodyLines(null, ['', 'two'])).toEqual(['two']);
  });
});
