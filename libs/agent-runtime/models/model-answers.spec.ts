import { readJsonAnswer } from './json-answer.js';
import { addUsage, NO_USAGE, showTokens } from './model-usage.js';
import { readTextToolCalls } from './text-tool-calls.js';
import { withUniqueIds } from './tool-call-ids.js';
import { anthropicUsage, openAiUsage } from './usage-from-raw.js';

describe('JSON in answers', () => {
  it.each([
    ['{"a":1}', { a: 1 }],
    ['```json\n{"a":1}\n```', { a: 1 }],
    ['Here it is: {"a":1}. Good luck!', { a: 1 }],
    ['[1]', [1]],
  ])('%j', (text, value) => expect(readJsonAnswer(text)).toEqual({ value }));
  it.each(['', 'no', '{"a":'])('%j holds none', (text) => expect(readJsonAnswer(text)).toBeNull());
});

describe('tool calls written as text', () => {
  const call = (name: string, given: unknown) => expect.objectContaining({ name, arguments: given, defect: null });
  it.each([
    ['{"name":"glob","arguments":{"pattern":"*"}}', [call('glob', { pattern: '*' })]],
    ['```json\n{"tool": "glob", "args": {"pattern": "*"}}\n```', [call('glob', { pattern: '*' })]],
    [
      '<tool_call>\n{"name":"glob","arguments":{}}\n</tool_call><tool_call>{"name":"grep","arguments":"{}"}',
      [call('glob', {}), call('grep', {})],
    ],
    ['{"function":{"name":"grep","parameters":{"pattern":"x"}}}', [call('grep', { pattern: 'x' })]],
    ['I will call {"name":"glob","arguments":{}}', [call('glob', {})]],
    ['{"name":"set_state","arguments":{}}', []],
    ['The plan is {"a":1}.', []],
    ['nothing', []],
  ])('%j', (text, calls) => expect(readTextToolCalls(text, ['glob', 'grep'])).toEqual(calls));
});

describe('ids of tool calls', () => {
  const ids = (...given: (string | null)[]) =>
    withUniqueIds(given.map((id) => ({ id, name: 'get_weather', arguments: {}, defect: null }))).map(({ id }) => id);

  it('[F-LM-13] keeps the provider’s ids, and makes unique ones where the name was given as id or one id twice', () => {
    expect(ids('a', 'b')).toEqual(['a', 'b']);
    const made = ids('get_weather', 'get_weather', 'get_weather');
    expect(new Set(made).size).toBe(3);
    expect(new Set(ids('a', 'a', null, '')).size).toBe(4);
    expect(ids('get_weather')[0]).not.toBe('get_weather');
  });
});

describe('usage', () => {
  const known = (value: number) => ({ known: value, complete: true });
  const unknown = { known: 0, complete: false };

  it('[UL-05] counts cache reads and writes inside the input, and reasoning inside the output, once', () => {
    expect(
      anthropicUsage({ input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 100, cache_creation_input_tokens: 20 }),
    ).toMatchObject({
      inputTokens: known(130),
      outputTokens: known(5),
      cacheReadTokens: known(100),
      cacheWriteTokens: known(20),
    });
    expect(
      openAiUsage({
        ...{ prompt_tokens: 130, completion_tokens: 9 },
        prompt_tokens_details: { cached_tokens: 100, cache_write_tokens: 20 },
        completion_tokens_details: { reasoning_tokens: 4 },
      }),
    ).toMatchObject({
      ...{ inputTokens: known(130), outputTokens: known(9), cacheReadTokens: known(100), cacheWriteTokens: known(20) },
      reasoningTokens: known(4),
    });
  });

  it('[UL-04] is unknown where the provider states none, and never a number', () => {
    for (const usage of [anthropicUsage(undefined), openAiUsage({}), openAiUsage(null)]) {
      expect(usage).toMatchObject({ calls: 1, inputTokens: unknown, outputTokens: unknown, cacheReadTokens: unknown });
      expect(showTokens(usage.inputTokens)).toBe('?');
    }
  });

  it('adds what is known and keeps that something is not', () => {
    const sum = addUsage(addUsage(NO_USAGE, openAiUsage({ prompt_tokens: 60, completion_tokens: 1 })), openAiUsage({}));
    expect(sum.calls).toBe(2);
    expect(showTokens(sum.inputTokens)).toBe('>=60');
    expect(showTokens(NO_USAGE.inputTokens)).toBe('0');
  });
});
