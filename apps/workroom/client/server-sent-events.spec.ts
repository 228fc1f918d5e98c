import { serverSentEvents } from './server-sent-events.js';

async function read(...chunks: string[]) {
  const bytes = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(bytes.encode(chunk));
      controller.close();
    },
  });
  const events = [];
  for await (const event of serverSentEvents(body)) events.push(event);
  return events;
}

describe('a stream of server-sent events', () => {
  it('gives id, event and data, joins data lines, and passes comments over', async () => {
    expect(await read(': keepalive\n\nid: 7\nevent: task.accepted\ndata: {"a":\ndata: 1}\n\n')).toEqual([
      { id: '7', event: 'task.accepted', data: '{"a":\n1}' },
    ]);
  });

  it('does not care where the bytes are cut', async () => {
    const text = 'id: 1\ndata: ä\n\nid: 2\r\ndata: b\r\n\r\n';
    const bytes = new TextEncoder().encode(text);
    for (let cut = 1; cut < bytes.length; cut += 1) {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(bytes.slice(0, cut));
          controller.enqueue(bytes.slice(cut));
          controller.close();
        },
      });
      const events = [];
      for await (const event of serverSentEvents(body)) events.push(event);
      expect(events.map(({ id, data }) => [id, data])).toEqual([
        ['1', 'ä'],
        ['2', 'b'],
      ]);
    }
  });

  it('an event that was not finished is not given', async () => {
    expect(await read('id: 1\ndata: cut off')).toEqual([]);
  });
});
