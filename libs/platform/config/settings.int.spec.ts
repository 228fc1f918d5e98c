import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { effectiveValues } from './effective.js';
import { providerConfigs } from './provider-configs.js';
import { readSettings } from './settings.js';
import type { Settings } from './settings.js';

describe('settings', () => {
  let cwd: string;
  beforeEach(() => {
    cwd = mkdtempSync(join(tmpdir(), 'workroom-settings-'));
  });
  afterEach(() => rmSync(cwd, { recursive: true }));
  const settings = (env: Record<string, string> = {}, text?: string): Settings => {
    if (text !== undefined) writeFileSync(join(cwd, 'workroom.yml'), text);
    return readSettings({ cwd, env });
  };

  it('runs on defaults: SQLite in .workroom, the current directory as workspace, no model', () => {
    const { file, dataDir, workspace, storage, mainProvider, modelContractAccepted, config } = settings();
    expect({ file, dataDir, workspace, storage, mainProvider, modelContractAccepted }).toEqual({
      file: null,
      dataDir: join(cwd, '.workroom'),
      workspace: cwd,
      storage: { kind: 'sqlite' },
      mainProvider: null,
      modelContractAccepted: false,
    });
    expect([config.http.host, config.http.port]).toEqual(['127.0.0.1', 8086]);
  });

  it('puts the environment above the file, and the file above the defaults', () => {
    const text = 'http: {host: 0.0.0.0, port: 9000}\ndataDir: data\n';
    const { config, dataDir, workspace } = settings(
      { WORKROOM_PORT: '9001', WORKROOM_WORKSPACE: 'repo', WORKROOM_DATA_DIR: '' },
      text,
    );
    expect([config.http.host, config.http.port]).toEqual(['0.0.0.0', 9001]);
    expect([dataDir, workspace]).toEqual([join(cwd, 'data'), join(cwd, 'repo')]);
  });

  it('names the variable that is wrong', () => {
    expect(() => settings({ WORKROOM_PORT: 'x1' })).toThrow('environment WORKROOM_PORT, http.port: expected number');
    expect(() => settings({ KAFKA_SASL_USERNAME: 'u' })).toThrow('kafka.sasl.mechanism');
  });

  it('reads the file that WORKROOM_CONFIG names, and refuses one that is not there', () => {
    writeFileSync(join(cwd, 'other.yml'), 'log_level: debug\n');
    const { config, file } = settings({ WORKROOM_CONFIG: 'other.yml' }, 'log_level: warn\n');
    expect([config.log_level, file]).toEqual(['debug', join(cwd, 'other.yml')]);
    expect(() => settings({ WORKROOM_CONFIG: 'none.yml' })).toThrow('WORKROOM_CONFIG: the file');
  });

  it.each([
    [{ ANTHROPIC_API_KEY: 'k', OPENAI_API_KEY: 'k' }, 'ANTHROPIC_API_KEY'],
    [{ OPENAI_API_KEY: 'k', OPENROUTER_API_KEY: 'k' }, 'OPENAI_API_KEY'],
    [{ OPENROUTER_API_KEY: 'k', OLLAMA_BASE_URL: 'http://h' }, 'OPENROUTER_API_KEY'],
    [{ OLLAMA_BASE_URL: 'http://127.0.0.1:11434', OPENAI_API_KEY: '' }, 'OLLAMA_BASE_URL'],
    [{ OPENAI_BASE_URL: 'http://127.0.0.1:2/v1' }, 'OPENAI_BASE_URL'],
  ])('names the variable that offers the main provider in %j', (env, from) => {
    const { config, mainProvider } = settings(env as Record<string, string>);
    expect(mainProvider).toEqual({ alias: 'main', from });
    expect(config.ai.providers).toEqual({});
  });

  it('resolves the keys of declared providers, and refuses a variable that is not set', () => {
    const text = `ai:
  providers:
    main: {kind: anthropic, api_key: "\${KEY}", default_model: m}
    near: {kind: openai_compatible, base_url: "http://127.0.0.1:1/v1", api_key_env: NEAR_KEY, tool_calls: structured}
`;
    const env = { KEY: 'k1', NEAR_KEY: 'k2' };
    const { config } = settings(env, text);
    expect(providerConfigs(config, env)).toEqual({
      main: { kind: 'anthropic', apiKey: 'k1', model: 'm' },
      near: { kind: 'openai_compatible', baseUrl: 'http://127.0.0.1:1/v1', apiKey: 'k2', toolCalls: 'structured' },
    });
    expect(() => providerConfigs(config, { KEY: 'k1', NEAR_KEY: '' })).toThrow('ai.providers.near.api_key_env');
  });

  it('lets the file name the main provider', () => {
    const { config, mainProvider } = settings({ OPENAI_API_KEY: 'k' }, 'ai: {providers: {main: {kind: anthropic}}}\n');
    expect(config.ai.providers['main']?.kind).toBe('anthropic');
    expect(mainProvider).toEqual({ alias: 'main', from: 'workroom.yml' });
  });

  it('takes the model contract only by the word accept', () => {
    expect(settings({ WORKROOM_MODEL_CONTRACT: 'accept' }).modelContractAccepted).toBe(true);
    expect(() => settings({ WORKROOM_MODEL_CONTRACT: 'yes' })).toThrow('WORKROOM_MODEL_CONTRACT');
  });

  it('follows one choice of storage, and refuses choices that do not fit together', () => {
    const url = 'postgres://localhost/workroom';
    expect(settings({ DATABASE_URL: url }).storage).toEqual({ kind: 'postgres', url });
    expect(settings({ DATABASE_URL: '' }).storage).toEqual({ kind: 'sqlite' });
    expect(() => settings({ DATABASE_URL: 'mysql://x' })).toThrow('DATABASE_URL');
    expect(() => settings({ KAFKA_BROKERS: 'localhost:9092' })).toThrow('KAFKA_BROKERS');
    expect(() => settings({ EVENTSTORE_URL: 'esdb://localhost' })).toThrow('EVENTSTORE_URL');
    expect(settings({ DATABASE_URL: url, KAFKA_BROKERS: 'a:1, b:2' }).config.kafka.brokers).toEqual(['a:1', 'b:2']);
  });

  it('[RT-08] lets useDatabase: false beat DATABASE_URL, with one warning', () => {
    const { storage, warnings } = settings({ DATABASE_URL: 'postgres://localhost/w' }, 'ai: {sessions: {useDatabase: false}}\n');
    expect(storage).toEqual({ kind: 'files' });
    expect(warnings).toHaveLength(1);
    expect(settings({}, 'ai: {sessions: {useDatabase: false}}\n').warnings).toEqual([]);
  });

  it('shows effective values with their origin, and no secret', () => {
    const env = { TOKEN: 'hunter2', DATABASE_URL: 'postgres://u:hunter2@h/w', WORKROOM_PORT: '9001', OPENAI_API_KEY: 'hunter2' };
    const read = settings(
      env,
      'http: {token: "${TOKEN}", tokens: [{token: hunter2-demo, scope: demo}]}\nai: {mcpServers: {one: {command: c, env: {KEY: hunter2}}}}\n',
    );
    const values = effectiveValues(read, env);
    const of = (key: string): unknown => values.find((value) => value.key === key);
    expect(of('http.port')).toEqual({ key: 'http.port', value: 9001, from: 'environment WORKROOM_PORT' });
    expect(of('http.token')).toEqual({ key: 'http.token', value: '${TOKEN}', from: 'workroom.yml' });
    expect(of('http.tokens[0].token')).toEqual({ key: 'http.tokens[0].token', value: '***', from: 'workroom.yml' });
    expect(of('ai.mcpServers.one.env.KEY')).toMatchObject({ value: '***' });
    expect(of('database.url')).toEqual({ key: 'database.url', value: '***', from: 'environment DATABASE_URL' });
    expect(of('http.host')).toEqual({ key: 'http.host', value: '127.0.0.1', from: 'default' });
    expect(JSON.stringify(values)).not.toContain('hunter2');
  });
});
