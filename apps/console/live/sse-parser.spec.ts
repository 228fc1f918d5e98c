import * as fc from 'fast-check';
import { SseParser } from './sse-parser.js';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('the reader of server-sent events', () => {
  it('[A-082] reads id, event and data, joins data lines and skips comments', () => {
    const frames = new SseParser().push(bytes(': keep\n\nid: 7\nevent: task.accepted\ndata: {"a":\ndata: 1}\n\n'));
    expect(frames).toEqual([{ id: '7', event: 'task.accepted', data: '{"a":\n1}' }]);
  });

  it('knows CR, LF and CRLF, and a missing space after the colon', () => {
    const frames = new SseParser().push(bytes('id:1\r\ndata:x\r\n\r\ndata: y\r\rdata: z\n\n'));
    expect(frames.map((frame) => frame.data)).toEqual(['x', 'y', 'z']);
  });

  it('gives no frame without data and none before its empty line', () => {
    const parser = new SseParser();
    expect(parser.push(bytes('event: sync\n\ndata: a\n'))).toEqual([]);
    expect(parser.push(bytes('\n'))).toEqual([{ id: null, event: 'message', data: 'a' }]);
  });

  it('gives the same frames wherever the bytes are cut, also inside a character', () => {
    const end = fc.constantFrom('\n', '\r\n', '\r');
    const field = fc.tuple(fc.constantFrom('data: ', 'event: ', 'id: ', ': ', 'data:'), fc.constantFrom('ü1', '', 'x:y', '漢字'));
    const text = fc
      .array(fc.tuple(fc.array(field, { maxLength: 4 }), end), { maxLength: 6 })
      .map((blocks) =>
        blocks.map(([fields, nl]) => `${fields.map(([name, value]) => name + value + nl).join('')}${nl}`).join(''),
      );
    fc.assert(
      fc.property(text, fc.array(fc.nat({ max: 200 })), (source, cuts) => {
        const all = bytes(source);
        const whole = new SseParser().push(all);
        const parser = new SseParser();
        const points = [...new Set([0, ...cuts.filter((cut) => cut < all.length), all.length])].toSorted((a, b) => a - b);
        const parts = points.slice(1).flatMap((to, index) => parser.push(all.slice(points[index], to)));
        expect(parts).toEqual(whole);
      }),
    );
  });
});
