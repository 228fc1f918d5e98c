import { Rejection } from '#domain/kernel';
import { createLogger, NestLogger } from './logger.js';
import type { LoggerOptions } from './logger.js';
import { redact } from './redact.js';

const capture = (over: Partial<LoggerOptions> = {}): { lines: string[]; logger: ReturnType<typeof createLogger> } => {
  const lines: string[] = [];
  const logger = createLogger({ level: 'info', readable: false, stream: { write: (line) => lines.push(line) }, ...over });
  return { lines, logger };
};
const JWT = 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl';

describe('log lines', () => {
  it('are JSON with level, time, sentence and fields', () => {
    const { lines, logger } = capture();
    logger.info({ runId: 'run-1', tokens: 12 }, 'Run admitted');
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      level: 'info',
      at: expect.any(Number),
      runId: 'run-1',
      tokens: 12,
      msg: 'Run admitted',
    });
  });

  it('keep to their level', () => {
    const written = (level: LoggerOptions['level']): number => {
      const { lines, logger } = capture({ level });
      logger.debug('d');
      logger.info('i');
      logger.warn('w');
      logger.error('e');
      return lines.length;
    };
    expect((['debug', 'info', 'warn', 'error', 'silent'] as const).map(written)).toEqual([4, 3, 2, 1, 0]);
  });

  it.each<{ what: string; fields: object; sentence?: string }>([
    { what: 'a text field', fields: { title: 'planted words' } },
    { what: 'a nested text', fields: { command: { data: { reason: 'planted words', body: ['planted words'] } } } },
    { what: 'a bearer header', fields: { headers: { authorization: 'Bearer planted' } } },
    { what: 'a bearer in a sentence', fields: {}, sentence: 'called with Bearer planted' },
    { what: 'a token in a URL', fields: { url: '/console/#token=planted&x=1' } },
    { what: 'a token in a query', fields: {}, sentence: 'GET /api/events?token=planted' },
    { what: 'a created token', fields: {}, sentence: `made wr_planted${'x'.repeat(30)}` },
    { what: 'a JWT', fields: { value: JWT.replace('c2ln', 'planted') } },
    { what: 'a password in a URL', fields: { database: 'postgres://user:planted@host/db' } },
    { what: 'a key', fields: { privateKey: 'planted', api_key: 'planted', 'Set-Cookie': 'planted' } },
    { what: 'bytes', fields: { data: Buffer.from('planted') } },
    {
      what: 'an error that quotes its input',
      fields: { err: new SyntaxError('Unexpected token p, "planted words"... is not valid JSON') },
    },
    { what: 'such an error as a cause', fields: { err: new Error('outer', { cause: new Error("near 'planted words'") }) } },
    { what: 'an error with a line of text below', fields: { err: new Error('first\nplanted words') } },
  ])('never hold $what', ({ fields, sentence }) => {
    const { lines, logger } = capture();
    logger.info(fields, sentence);
    logger.child(fields).info('x');
    logger.error('err' in fields ? (fields.err as Error) : fields);
    expect(lines.join('')).not.toContain('planted');
    expect(lines.length).toBe(3);
  });

  it('keep what helps to find a defect: name, code, place, and words that are mere names', () => {
    const error = Object.assign(new TypeError("Cannot read properties of undefined (reading 'taskKey')"), { code: 'E_X' });
    expect(redact(error)).toMatchObject({ name: 'TypeError', code: 'E_X', message: error.message, at: expect.any(Array) });
    const rejection = new Rejection('TASK_NOT_READY', 'Task "t one" is not ready.');
    expect(redact(rejection)).toEqual({ name: 'Rejection', code: 'TASK_NOT_READY', message: 'Task "t one" is not ready.' });
  });

  it('are one readable line each on a terminal', () => {
    const { lines, logger } = capture({ readable: true });
    logger.warn({ context: 'Relay', behind: 3, view: 'runs' }, 'Far behind');
    expect(lines).toEqual([expect.stringMatching(/^\d\d:\d\d:\d\d\.\d{3} WARN {2}\[Relay\] Far behind behind=3 view=runs\n$/)]);
  });

  it('take those of Nest, with context and error', () => {
    const { lines, logger } = capture();
    const nest = new NestLogger(logger);
    nest.log('Starting', 'Bootstrap');
    nest.error(new Error('x "planted words"'), 'trace-1');
    nest.error('It failed', 'Error: planted words\n    at f (x.js:1:1)', 'Router');
    nest.warn({ text: 'planted words' });
    nest.verbose('quiet');
    expect(lines.join('')).not.toContain('planted');
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { level: 'info', context: 'Bootstrap', msg: 'Starting' },
      { level: 'error', context: 'trace-1', err: { name: 'Error' } },
      { level: 'error', context: 'Router', msg: 'It failed' },
      { level: 'warn', data: { text: '***' } },
    ]);
  });
});
