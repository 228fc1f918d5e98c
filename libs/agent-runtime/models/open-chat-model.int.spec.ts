import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ModelProviders } from './model-providers.js';

interface Seen {
  readonly url: string;
  readonly body: Record<string, unknown>;
}

/** An endpoint that speaks like OpenAI's and Anthropic's, with answers as they were recorded. */
class Endpoint {
  readonly seen: Seen[] = [];
  answer: unknown = {};
  status = 200;
  private server: Server | null = null;

  async start(): Promise<string> {
    this.server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        if (request.url === '/v1/models') return response.end(JSON.stringify({ data: [{ id: 'small' }] }));
        const body = JSON.parse(text) as Record<string, unknown>;
        this.seen.push({ url: request.url ?? '', body });
        if (body['stream'] === true && this.status === 200) return response.end(asStream(this.answer as Completion));
        response.writeHead(this.status, { 'content-type': 'application/json' }).end(JSON.stringify(this.answer));
      });
    });
    await new Promise<void>((resolve) => this.server?.listen(0, '127.0.0.1', resolve));
    const { port } = this.server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  stop(): void {
    this.server?.closeAllConnections();
    this.server?.close();
  }
}

interface Completion {
  readonly usage: unknown;
  readonly choices: readonly { readonly finish_reason: string; readonly message: unknown }[];
}

/** The same answer in pieces: two deltas, the end, the usage. */
function asStream({ usage, choices }: Completion): string {
  const chunk = (parts: unknown, more: Record<string, unknown> = {}) =>
    `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'small', choices: parts, ...more })}\n\n`;
  const choice = choices[0]!;
  const { content } = choice.message as { content: string };
  const half = Math.ceil(content.length / 2);
  const deltas = [content.slice(0, half), content.slice(half)].map((part) =>
    chunk([{ index: 0, delta: { role: 'assistant', content: part }, finish_reason: null }]),
  );
  const end = chunk([{ index: 0, delta: {}, finish_reason: choice.finish_reason }]);
  return [...deltas, end, chunk([], { usage }), 'data: [DONE]\n\n'].join('');
}

const completion = (
  message: Record<string, unknown>,
  finish = 'stop',
  usage: unknown = { prompt_tokens: 7, completion_tokens: 3 },
) => ({
  ...{ id: 'x', object: 'chat.completion', created: 1, model: 'small', usage },
  choices: [{ index: 0, finish_reason: finish, message: { role: 'assistant', content: '', ...message } }],
});

const TOOL = {
  name: 'glob',
  description: 'Finds files.',
  parameters: {
    type: 'object',
    properties: { pattern: { type: 'string', maxLength: 400 } },
    required: ['pattern'],
    additionalProperties: false,
  },
};
const ASK = [
  { role: 'system' as const, text: 'Be brief.' },
  { role: 'user' as const, text: 'Hello' },
];

describe('a model behind an endpoint', () => {
  const endpoint = new Endpoint();
  let url: string;
  beforeAll(async () => {
    url = await endpoint.start();
  });
  afterAll(() => endpoint.stop());
  beforeEach(() => {
    endpoint.seen.length = 0;
    endpoint.status = 200;
  });

  const open = (config: { toolCalls?: 'native' | 'structured'; apiKey?: string } = {}) =>
    new ModelProviders({}, { main: { kind: 'openai_compatible', baseUrl: `${url}/v1`, ...config } }).open('main');

  it('takes its name from the endpoint where none was given, and asks for JSON by a schema', async () => {
    const model = await open();
    endpoint.answer = completion({ content: '{"a":1}' });
    const answer = await model.complete({
      messages: ASK,
      responseSchema: { name: 'plan', schema: { type: 'object', properties: { a: { type: 'string', maxLength: 3 } } } },
      maxOutputTokens: 50,
    });
    expect(model.name).toBe('main/small');
    expect(answer).toMatchObject({ text: '{"a":1}', stop: 'end', usage: { inputTokens: { known: 7, complete: true } } });
    expect(endpoint.seen[0]).toMatchObject({
      url: '/v1/chat/completions',
      body: {
        ...{
          model: 'small',
          max_tokens: 50,
          messages: [
            { role: 'system', content: 'Be brief.' },
            { role: 'user', content: 'Hello' },
          ],
        },
        response_format: { type: 'json_schema', json_schema: { name: 'plan', strict: true } },
      },
    });
  });

  it('gets a tool call as a structured answer where native calls are not reliable', async () => {
    const model = await open();
    endpoint.answer = completion({ content: '{"tool":"glob","arguments":{"pattern":"*"}}' });
    const answer = await model.complete({
      messages: [
        ...ASK,
        { role: 'assistant', text: '', toolCalls: [{ id: 'c', name: 'glob', arguments: { pattern: 'a' }, defect: null }] },
        { role: 'tool', toolCallId: 'c', name: 'glob', text: 'a.txt', failed: false },
        { role: 'user', text: 'Go on' },
      ],
      tools: [TOOL],
      maxOutputTokens: 50,
    });
    expect(answer).toMatchObject({ text: '', stop: 'tool_calls', toolCalls: [{ name: 'glob', arguments: { pattern: '*' } }] });
    const body = endpoint.seen[0]!.body;
    expect(body['tools']).toBeUndefined();
    expect((body['messages'] as { role: string }[]).map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(JSON.stringify(body['response_format'])).not.toContain('maxLength');
  });

  it('[F-LM-08] marks a structured call that was cut', async () => {
    endpoint.answer = completion({ content: '{"tool":"glob","arguments":{"pattern":"aaaa' }, 'length');
    const answer = await (await open()).complete({ messages: ASK, tools: [TOOL], maxOutputTokens: 5 });
    expect(answer.toolCalls).toEqual([expect.objectContaining({ name: 'glob', defect: 'truncated' })]);
  });

  it('[F-LM-08, F-LM-09] passes native calls on as they are: whole, cut, no JSON, or no object', async () => {
    const model = await open({ toolCalls: 'native' });
    const native = (...given: string[]) =>
      given.map((text, index) => ({ id: `c${index}`, type: 'function', function: { name: 'glob', arguments: text } }));
    const ask = () => model.complete({ messages: ASK, tools: [TOOL], maxOutputTokens: 50 });
    endpoint.answer = completion({ tool_calls: native('{"pattern":"*"}', 'null', '[]', '7', '{"pattern') }, 'tool_calls');
    expect((await ask()).toolCalls.map(({ arguments: given, defect }) => [given, defect])).toEqual([
      [{ pattern: '*' }, null],
      [null, null],
      [[], null],
      [7, null],
      ['{"pattern', 'not_json'],
    ]);
    endpoint.answer = completion({ tool_calls: native('{"pattern":"a"}', '{"pattern":"b') }, 'length');
    expect((await ask()).toolCalls.map(({ defect }) => defect)).toEqual([null, 'truncated']);
    expect(endpoint.seen[0]!.body).toMatchObject({ tools: [{ type: 'function', function: { name: 'glob' } }] });
  });

  it('reads a native call that was written as text', async () => {
    endpoint.answer = completion({ content: '```json\n{"name":"glob","arguments":{"pattern":"*"}}\n```' });
    const answer = await (await open({ toolCalls: 'native' })).complete({ messages: ASK, tools: [TOOL], maxOutputTokens: 50 });
    expect(answer).toMatchObject({ text: '', toolCalls: [{ name: 'glob', arguments: { pattern: '*' } }] });
  });

  it('says what a refusal means, without body or key', async () => {
    endpoint.status = 401;
    endpoint.answer = { error: { message: 'bad key sk-planted' } };
    const model = await open({ apiKey: 'sk-planted' });
    const refused = model.complete({ messages: ASK, maxOutputTokens: 5 });
    await expect(refused).rejects.toMatchObject({
      code: 'MODEL_REFUSED',
      message: 'main/small refused the request with status 401; check its key.',
    });
  });

  it('speaks to Anthropic: a structured answer by a forced tool, usage with the cache inside', async () => {
    endpoint.answer = {
      ...{ id: 'm', type: 'message', role: 'assistant', model: 'claude-x', stop_reason: 'tool_use', stop_sequence: null },
      content: [
        { type: 'thinking', thinking: 'hm', signature: 's' },
        { type: 'tool_use', id: 't', name: 'plan', input: { a: 1 } },
      ],
      usage: { input_tokens: 2, output_tokens: 3, cache_read_input_tokens: 10, cache_creation_input_tokens: 1 },
    };
    const model = await new ModelProviders(
      {},
      { main: { kind: 'anthropic', baseUrl: url, model: 'claude-x', apiKey: 'k' } },
    ).open('main');
    const answer = await model.complete({
      messages: ASK,
      responseSchema: { name: 'plan', schema: { type: 'object', properties: { a: { type: 'integer' } } } },
      maxOutputTokens: 50,
    });
    expect(answer).toMatchObject({
      text: '{"a":1}',
      toolCalls: [],
      usage: { inputTokens: { known: 13 }, cacheReadTokens: { known: 10 } },
    });
    expect(endpoint.seen[0]).toMatchObject({
      url: '/v1/messages',
      body: { max_tokens: 50, tool_choice: { type: 'tool', name: 'plan' }, system: 'Be brief.' },
    });
  });

  it('says that nobody answers', async () => {
    const nobody = new ModelProviders({ OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' }).open('main');
    await expect(nobody).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
  });
});
