import { Rejection } from '#domain/kernel';
import { parseConfig } from './parse-config.js';
import { configJsonSchema } from './schema.js';
import type { Config } from './schema.js';

const parse = (text: string, env: Record<string, string> = {}): Config => parseConfig({ file: 'workroom.yml', text, env }).config;
const refusal = (text: string, env: Record<string, string> = {}): Rejection => {
  try {
    parse(text, env);
  } catch (error) {
    if (error instanceof Rejection) return error;
    throw error;
  }
  throw new Error('The configuration was accepted.');
};

describe('workroom.yml', () => {
  it('[A-109] has its defaults without a file', () => {
    expect(parse('')).toMatchObject({
      log_level: 'info',
      dataDir: '.workroom',
      http: { host: '127.0.0.1', port: 8086, base: '/api', tokens: [], rateLimits: { writes: 120, reads: 1200 } },
      ai: {
        sessions: { useDatabase: true },
        trigger: { timeout: 60_000 },
        agent: { maxIterations: 15, inboundQueue: { maxQueuedTurns: 5, merge: { quietMs: 1500 } } },
        workroom: {
          assignmentHeartbeatLeaseMs: 30_000,
          dispatchClaimMs: 30_000,
          clarificationOpenHours: 24,
          currency: 'USD',
          trustedPackPublishers: [],
        },
      },
      a2a: { workroomCallbacks: { enabled: false }, workroomRemoteExecutors: { enabled: false } },
    });
  });

  it('takes a section without a value, and null, for absent', () => {
    expect(parse('http:\nlog_level: null\nai:\n  agent:\n').http.port).toBe(8086);
  });

  it.each([
    ['ai:\n  workrooms: {}\n', 'ai.workrooms', 'Catalog'],
    ['ai:\n  remoteAgents: []\n', 'ai.remoteAgents', 'a2a.workroomRemoteExecutors'],
    ['endpoints:\n  github:\n    main:\n      poll_interval: 5\n', 'endpoints.github.main.poll_interval', 'webhook'],
    ['remote_mesh: true\n', 'remote_mesh', 'a2a.workroomRemoteExecutors'],
  ])('[A-120] refuses the legacy key of %j by name, with a hint', (text, key, hint) => {
    const { code, message } = refusal(text);
    expect(code).toBe('LEGACY_CONFIG');
    expect(message).toContain(key);
    expect(message).toContain(hint);
  });

  it('[CT-03] refuses ai.workrooms with the way to migrate, also when the rest is fine', () => {
    expect(refusal('log_level: info\nai:\n  workrooms:\n    demo: {}\n').message).toBe(
      'workroom.yml:4 ai.workrooms: Workrooms live in the Catalog now: remove the key and enter them in the Console under Workrooms, or with `workroom catalog set`. Mend this and start again.',
    );
  });

  it('[RX-03] refuses ai.remoteAgents', () => {
    expect(refusal('ai:\n  remoteAgents: {}\n')).toMatchObject({
      code: 'LEGACY_CONFIG',
      details: { problems: [{ key: 'ai.remoteAgents' }] },
    });
  });

  it('names an unknown key with its line and the keys that are known there', () => {
    const { code, message } = refusal('log_level: info\nhttp:\n  host: 0.0.0.0\n  prot: 8087\n');
    expect(code).toBe('CONFIG_INVALID');
    expect(message).toContain('workroom.yml:4 http.prot: unknown key; known here: host, port, base,');
  });

  it.each([
    ['http:\n  port: many\n', 'workroom.yml:2 http.port: expected number, received string'],
    ['http:\n  port: 70000\n', 'workroom.yml:2 http.port: too big: expected number to be <=65535'],
    ['log_level: loud\n', 'workroom.yml:1 log_level: invalid option: expected one of "debug"|"info"'],
    ['http:\n  tokens:\n    - {token: t, scope: all}\n', 'workroom.yml:3 http.tokens[0].scope: invalid option'],
    ['ai:\n  agent:\n    maxIterations: 0\n', 'workroom.yml:3 ai.agent.maxIterations: too small'],
    ['- a\n', 'workroom.yml:1 YAML: the file must hold keys and values'],
    ['a: [1\n', 'YAML: the file cannot be read'],
    ['a: 1\na: 2\n', 'workroom.yml:2 YAML: the file cannot be read (DUPLICATE_KEY)'],
    ['reply_fallback: "  "\n', 'reply_fallback: the fallback reply must not be blank'],
  ])('names key, line and fault of %j in one line', (text, message) => {
    expect(refusal(text).message).toContain(message);
    expect(refusal(text).message).not.toContain('\n');
  });

  it('tells the first five faults and how many more there are', () => {
    const text = Array.from({ length: 7 }, (_, at) => `key${at}: 1\n`).join('');
    expect(refusal(text).message).toMatch(/key0.*key4.*and 2 more/);
  });

  it('[A-125] refuses a reference that expands to nothing, naming key and variable', () => {
    const text = 'http:\n  tokens:\n    - token: ${SPONSOR_TOKEN}\n      scope: full\n';
    for (const env of [{}, { SPONSOR_TOKEN: '' }]) {
      const { code, message } = refusal(text, env);
      expect(code).toBe('CONFIG_INVALID');
      expect(message).toContain('workroom.yml:3 http.tokens[0].token: the environment variable SPONSOR_TOKEN is unset or empty');
    }
    expect(parse(text, { SPONSOR_TOKEN: 'abc' }).http.tokens[0]?.token).toBe('abc');
  });

  it('[AP-12] covers unset and empty by a default, and leaves a bare $NAME', () => {
    const text = 'persona: "${A:-a} ${B:-b} $C ${D}"\n';
    expect(parse(text, { B: '', D: 'd' }).persona).toBe('a b $C d');
  });

  it('reads a reference as the number or boolean that the key wants, and as text where it wants text', () => {
    const text = 'http:\n  port: ${PORT}\n  token: ${TOKEN}\nai:\n  agent:\n    thinkingPreview: ${SHOW}\n';
    const config = parse(text, { PORT: '9000', TOKEN: '12345', SHOW: 'true' });
    expect([config.http.port, config.http.token, config.ai.agent.thinkingPreview]).toEqual([9000, '12345', true]);
    expect(refusal(text, { PORT: 'x', TOKEN: 't', SHOW: 'true' }).message).toContain('http.port');
  });

  it('never says a value that it refuses', () => {
    const secret = 'hunter2';
    const texts = [
      'http:\n  port: ${S}\n',
      'http:\n  token: [hunter2]\n',
      'log_level: hunter2\n',
      'http:\n  tokens:\n    - {token: hunter2, scope: full}\n    - {token: hunter2, scope: demo}\n',
      'ai:\n  providers:\n    main: {kind: openai, base_url: hunter2}\n',
      'database: {url: hunter2, x: hunter2}\n',
    ];
    for (const text of texts) {
      const error = refusal(text, { S: secret });
      expect(error.message + JSON.stringify(error.details)).not.toContain(secret);
    }
  });

  it('[A-001] refuses one token text with two meanings, and takes an honest repeat', () => {
    const tokens = (second: string): string =>
      `http:\n  tokens:\n    - {token: t, scope: full, principalId: ada}\n    - ${second}\n`;
    for (const second of [
      '{token: t, scope: demo, principalId: ada}',
      '{token: t, scope: full, principalId: bob}',
      '{token: t, scope: full}',
      '{token: t, scope: full, principalId: ada, planes: [run]}',
    ]) {
      expect(refusal(tokens(second)).message).toContain('workroom.yml:4 http.tokens[1].token');
    }
    expect(parse(tokens('{token: t, scope: full, principalId: ada}')).http.tokens).toHaveLength(2);
    expect(refusal('http:\n  token: t\n  tokens: [{token: t, scope: full, principalId: ada}]\n').code).toBe('CONFIG_INVALID');
  });

  it('[EN-04] refuses the sample with its placeholders left in, each by its key', () => {
    const sample = `ai:
  workroom:
    disclosure:
      modelProviders:
        PROVIDER_ALIAS:
          endpoint: REPLACE_WITH_CONTRACTED_ENDPOINT
          processingRegions: [REPLACE_WITH_CONTRACTED_REGION]
`;
    const { code, details } = refusal(sample);
    expect(code).toBe('CONFIG_INVALID');
    const contract = 'ai.workroom.disclosure.modelProviders.PROVIDER_ALIAS';
    expect((details['problems'] as { key: string }[]).map(({ key }) => key)).toEqual([
      contract,
      `${contract}.endpoint`,
      `${contract}.processingRegions[0]`,
    ]);
  });

  it.each([
    'endpoint',
    'processingRegions',
    'maxConfidentiality',
    'external',
    'noTraining',
    'loggingMode',
    'maximumRetentionSeconds',
    'allowsRedisclosure',
    'supportsDeletion',
  ])('[EN-03] refuses a model contract without %s', (missing) => {
    const contract: Record<string, unknown> = {
      endpoint: 'https://models.example/v1',
      processingRegions: ['eu'],
      maxConfidentiality: 'project_internal',
      external: true,
      noTraining: true,
      loggingMode: 'disabled',
      maximumRetentionSeconds: 1,
      allowsRedisclosure: false,
      supportsDeletion: true,
    };
    const text = (value: object): string =>
      JSON.stringify({ ai: { workroom: { disclosure: { modelProviders: { main: value } } } } });
    expect(parse(text(contract)).ai.workroom.disclosure.modelProviders['main']).toEqual(contract);
    const { [missing]: _gone, ...rest } = contract;
    expect(refusal(text(rest)).message).toContain(`modelProviders.main.${missing}`);
  });

  it('takes compaction in either place, and refuses two different ones by both paths', () => {
    expect(parse('compaction: {auto: false}\n').compaction?.auto).toBe(false);
    const { message } = refusal('compaction: {auto: false}\nai: {agent: {compaction: {auto: true}}}\n');
    expect(message).toContain('compaction: it differs from ai.agent.compaction');
  });

  it.each([
    ['{command: serve, args: [a]}', true],
    ['{url: "http://localhost:1"}', true],
    ['{type: streamable-http, url: "http://localhost:1"}', true],
    ['{transport: sse, url: "http://localhost:1", headers: {a: b}}', true],
    ['{type: stdio, url: "http://localhost:1"}', false],
    ['{type: sse, transport: http, url: "http://localhost:1"}', false],
    ['{args: [a]}', false],
  ])('judges the server %s', (server, good) => {
    const text = `ai: {mcpServers: {one: ${server}}}\n`;
    if (good) expect(parse(text).ai.mcpServers).toHaveProperty('one');
    else expect(refusal(text).message).toContain('ai.mcpServers.one');
  });

  it('exports a JSON Schema in which nothing is required and unknown keys are refused', () => {
    const schema = configJsonSchema();
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false, properties: { http: { type: 'object' } } });
    expect(schema['required']).toBeUndefined();
  });
});
