import { ModelProviders } from './model-providers.js';
import { switchTracingOff } from './no-tracing.js';
import { isLoopback } from './provider.js';

const chosen = (env: Record<string, string>) => new ModelProviders(env).list().map(({ alias, kind }) => [alias, kind]);

describe('model providers by environment', () => {
  it.each([
    [{}, []],
    [{ ANTHROPIC_API_KEY: 'k' }, [['main', 'anthropic']]],
    [{ OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: '' }, [['main', 'openai']]],
    [
      { OPENROUTER_API_KEY: 'k', OPENAI_API_KEY: 'k' },
      [
        ['main', 'openai'],
        ['openrouter_api_key', 'openrouter'],
      ],
    ],
    [{ OLLAMA_BASE_URL: 'http://127.0.0.1:11434' }, [['main', 'ollama']]],
    [{ OPENAI_BASE_URL: 'http://127.0.0.1:8089/v1' }, [['main', 'openai_compatible']]],
    [{ OPENAI_BASE_URL: 'http://127.0.0.1:8089/v1', OPENAI_API_KEY: 'any' }, [['main', 'openai_compatible']]],
    [{ OPENAI_BASE_URL: 'https://api.openai.com/v1', OPENAI_API_KEY: 'k' }, [['main', 'openai']]],
  ])('%j gives %j', (env, expected) => expect(chosen(env as Record<string, string>)).toEqual(expected));

  it('lets configuration stand above the environment', () => {
    const providers = new ModelProviders(
      { ANTHROPIC_API_KEY: 'k' },
      { main: { kind: 'openai_compatible', baseUrl: 'http://localhost:1/v1/', model: 'm', toolCalls: 'native' } },
    );
    expect(providers.main()).toMatchObject({
      kind: 'openai_compatible',
      baseUrl: 'http://localhost:1/v1',
      model: 'm',
      toolCalls: 'native',
    });
    expect(providers.list()).toHaveLength(1);
  });

  it('shows no key', () => {
    const providers = new ModelProviders(
      { OPENAI_API_KEY: 'sk-planted' },
      { other: { kind: 'anthropic', apiKey: 'sk-planted' } },
    );
    expect(JSON.stringify(providers.list())).not.toContain('planted');
  });

  it('names what is wrong', async () => {
    expect(() => new ModelProviders({ OLLAMA_BASE_URL: 'not a url' })).toThrow(/OLLAMA_BASE_URL/);
    expect(() => new ModelProviders({}, { a: { kind: 'openai_compatible' } })).toThrow(/ai\.providers\.a/);
    await expect(new ModelProviders({}).open('main')).rejects.toMatchObject({ code: 'PROVIDER_UNKNOWN' });
  });

  it('never chooses a scripted model', () => {
    const env = { WORKROOM_MODEL: 'scripted', OPENAI_BASE_URL: 'http://127.0.0.1:1' };
    expect(new ModelProviders(env).main()).toMatchObject({ kind: 'openai_compatible', model: 'scripted' });
  });
});

describe('model contracts', () => {
  it('a loopback model has one that lets nothing out; a hosted one is shipped with date and source; an unknown endpoint has none', () => {
    const contract = (env: Record<string, string>) => new ModelProviders(env).main()?.contract;
    expect(contract({ OPENAI_BASE_URL: 'http://127.0.0.1:8089/v1' })).toMatchObject({
      external: false,
      processingRegions: ['local'],
      noTraining: true,
      loggingMode: 'disabled',
    });
    for (const key of ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'OPENROUTER_API_KEY']) {
      expect(contract({ [key]: 'k' })).toMatchObject({
        external: true,
        declaredOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        source: expect.stringMatching(/^https:/),
        condition: expect.any(String),
      });
    }
    expect(contract({ OPENAI_BASE_URL: 'https://models.example.org/v1', OPENAI_API_KEY: 'k' })).toBeNull();
  });

  it.each([
    ['http://localhost:1', true],
    ['http://a.localhost', true],
    ['http://127.9.9.9', true],
    ['http://[::1]:2', true],
    ['http://127.0.0.1.example.org', false],
    ['http://localhost.example.org', false],
    ['http://10.0.0.1', false],
    ['nothing', false],
  ])('%s is loopback: %s', (url, loopback) => expect(isLoopback(url)).toBe(loopback));
});

describe('tracing by LangChain', () => {
  it('is switched off, whatever the environment says', () => {
    const environment = { LANGSMITH_TRACING: 'true', LANGCHAIN_TRACING_V2: 'true', OTHER: 'true' };
    switchTracingOff(environment);
    expect(environment).toEqual({ LANGSMITH_TRACING: 'false', LANGCHAIN_TRACING_V2: 'false', OTHER: 'true' });
  });
});
