// One Nest application on Fastify with the guard, the filter and the operations routes: what a client sees of each.
import { Body, Controller, Get, Module, Param, Post } from '@nestjs/common';
import type { LoggerService } from '@nestjs/common';
import { APP_GUARD, NestFactory, Reflector } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Rejection, Unavailable } from '#domain/kernel';
import { Access, AccessGuard, CurrentPrincipal, RateLimits, SigningKeys, TokenBook } from '../auth/index.js';
import type { Principal } from '../auth/index.js';
import { MemorySigningKeyStore, MemoryTokenStore } from '../auth/memory/index.js';
import { OperationsController, Readiness } from '../health/index.js';
import { Metrics } from '../metrics/index.js';
import { allowedMethods, ProblemFilter, traceIdOf } from './index.js';

const logged: unknown[][] = [];
const logger = { error: (...parts: unknown[]) => void logged.push(parts) } as unknown as LoggerService;
const readiness = new Readiness();
const metrics = new Metrics();
const wrap = { wrap: () => 'wrapped', unwrap: () => undefined };

@Access({ plane: 'run' })
@Controller('api/runs')
class RunsController {
  @Get()
  mine(@CurrentPrincipal() principal: Principal): Principal {
    return principal;
  }

  @Get(':runId')
  one(@Param('runId') runId: string): never {
    if (runId === 'defect') throw new Error('a private sentence');
    if (runId === 'busy') throw new Unavailable('PROJECTION_BEHIND', 'The view is behind: ask again.', 1200);
    throw new Rejection('RUN_NOT_FOUND', `There is no Run ${runId}.`, { runId });
  }

  @Post()
  start(@Body() body: unknown): unknown {
    return body;
  }
}

@Access({ principal: false, queryToken: true, demo: true })
@Controller('api/events')
class EventsController {
  @Get()
  read(): object {
    return { read: true };
  }
}

@Module({
  controllers: [RunsController, EventsController, OperationsController],
  providers: [
    {
      provide: APP_GUARD,
      useFactory: (reflector: Reflector) =>
        new AccessGuard(
          new TokenBook({
            http: {
              token: 'plain',
              tokens: [
                { token: 'ada', scope: 'full', principalId: 'sandbox:ada' },
                { token: 'effects', scope: 'full', principalId: 'sandbox:bob', planes: ['effect'] },
                { token: 'guest', scope: 'demo' },
                { token: 'system', scope: 'full', principalId: 'system:scheduler' },
              ],
            },
            bootstrap: null,
            store: new MemoryTokenStore(),
          }),
          new RateLimits({ writes: 3, reads: 1000 }, () => 0),
          reflector,
        ),
      inject: [Reflector],
    },
    { provide: Readiness, useValue: readiness },
    { provide: Metrics, useValue: metrics },
    { provide: SigningKeys, useFactory: () => new SigningKeys('tokens', new MemorySigningKeyStore(), wrap, () => 0) },
  ],
})
class TestModule {}

describe('an HTTP application', () => {
  let app: NestFastifyApplication;
  beforeAll(async () => {
    const adapter = new FastifyAdapter({ bodyLimit: 1024, genReqId: traceIdOf });
    const allowed = allowedMethods(adapter.getInstance());
    app = await NestFactory.create<NestFastifyApplication>(TestModule, adapter, { logger: false });
    app.useGlobalFilters(new ProblemFilter(logger, allowed));
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
  });
  afterAll(() => app.close());

  const call = async (
    method: 'GET' | 'POST' | 'DELETE' | 'PUT',
    url: string,
    token?: string,
    over: { headers?: Record<string, string>; payload?: string } = {},
  ): Promise<{ status: number; body: Record<string, unknown>; headers: Record<string, unknown> }> => {
    const headers = { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...over.headers };
    const response = await app.inject({ method, url, headers, ...(over.payload !== undefined && { payload: over.payload }) });
    return {
      status: response.statusCode,
      body: JSON.parse(response.body || '{}') as Record<string, unknown>,
      headers: response.headers,
    };
  };
  const json = { 'content-type': 'application/json' };

  it('[A-015] answers a refusal as problem+json with the trace id of the caller', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const { status, body, headers } = await call('GET', '/api/runs/run-9?token=x', 'ada', { headers: { traceparent } });
    expect(status).toBe(404);
    expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(body).toEqual({
      type: 'urn:workroom:problem:RUN_NOT_FOUND',
      title: 'Run not found',
      status: 404,
      detail: 'There is no Run run-9.',
      instance: '/api/runs/run-9',
      code: 'RUN_NOT_FOUND',
      details: { runId: 'run-9' },
      traceId: '0af7651916cd43dd8448eb211c80319c',
    });
  });

  it('tells nothing of a defect, and logs it under the trace id that it shows', async () => {
    const { status, body } = await call('GET', '/api/runs/defect', 'ada');
    expect([status, body['code']]).toEqual([500, 'INTERNAL_ERROR']);
    expect(JSON.stringify(body)).not.toContain('private');
    expect(logged).toEqual([[expect.any(Error), body['traceId']]]);
  });

  it('says when to come back', async () => {
    const { status, headers } = await call('GET', '/api/runs/busy', 'ada');
    expect([status, headers['retry-after']]).toEqual([503, '2']);
  });

  it.each([
    ['no token', undefined, 401, 'TOKEN_INVALID'],
    ['an unknown token', 'nobody', 401, 'TOKEN_INVALID'],
    ['a token without principal', 'plain', 403, 'PRINCIPAL_REQUIRED'],
    ['a token of another plane', 'effects', 403, 'TOKEN_PLANE'],
    ['a token of scope demo', 'guest', 403, 'TOKEN_SCOPE'],
    ['an internal principal', 'system', 403, 'INTERNAL_PRINCIPAL'],
    ['an address that is not there', 'ada', 404, 'ROUTE_NOT_FOUND', '/api/nothing'],
  ])('refuses %s', async (_what, token, status, code, url = '/api/runs') => {
    expect(await call('GET', url, token)).toMatchObject({ status, body: { code } });
  });

  it('hands the principal of the token to the handler', async () => {
    expect((await call('GET', '/api/runs', 'ada')).body).toEqual({
      tokenId: 'http.tokens[0]',
      principalId: 'sandbox:ada',
      scope: 'full',
      planes: null,
    });
  });

  it('[A-002] takes ?token= only where a route says so', async () => {
    expect((await call('GET', '/api/events?token=plain')).status).toBe(200);
    expect((await call('GET', '/api/events?token=nobody')).status).toBe(401);
    expect((await call('GET', '/api/runs?token=ada')).status).toBe(401);
    expect((await call('GET', '/api/events', 'guest')).status).toBe(200);
  });

  it('[A-062] answers 405 with the methods that a path takes', async () => {
    for (const method of ['DELETE', 'PUT'] as const) {
      const { status, body, headers } = await call(method, '/api/runs/run-1', 'ada', { headers: json, payload: '{}' });
      expect([status, body['code'], headers['allow']]).toEqual([405, 'METHOD_NOT_ALLOWED', 'GET, HEAD']);
    }
  });

  it('[A-016] refuses a body that is too large, no JSON, or of another type, without quoting it', async () => {
    const secret = 'hunter2';
    const large = await call('POST', '/api/runs', 'ada', {
      headers: json,
      payload: JSON.stringify({ secret: secret.repeat(300) }),
    });
    const broken = await call('POST', '/api/runs', 'ada', { headers: json, payload: `{"secret": ${secret}` });
    const form = await call('POST', '/api/runs', 'ada', { headers: { 'content-type': 'application/xml' }, payload: secret });
    expect([large, broken, form].map(({ status, body }) => [status, body['code']])).toEqual([
      [413, 'BODY_TOO_LARGE'],
      [400, 'VALUE_INVALID'],
      [415, 'MEDIA_TYPE'],
    ]);
    expect(JSON.stringify([large, broken, form])).not.toContain(secret);
  });

  it('[A-022] refuses more writes than the limit with the time to wait', async () => {
    const post = () => call('POST', '/api/runs', 'ada', { headers: json, payload: '{"a":1}' });
    const statuses = [await post(), await post(), await post()].map(({ status }) => status);
    expect(statuses).toEqual([201, 201, 201]);
    expect(await post()).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' }, headers: { 'retry-after': '20' } });
    expect((await call('GET', '/api/runs', 'ada')).status).toBe(200);
  });

  it('[A-021] is alive at once, and ready when each part says so', async () => {
    expect(await call('GET', '/healthz')).toMatchObject({ status: 200, body: { alive: true } });
    readiness.add('journal', () => null);
    expect(await call('GET', '/readyz')).toMatchObject({ status: 200, body: { ready: true, checks: { journal: null } } });
    readiness.add('views', () => Promise.resolve('12 events behind'));
    readiness.add('vault', () => Promise.reject(new Unavailable('STORE_FULL', 'Full.')));
    expect(await call('GET', '/readyz')).toMatchObject({
      status: 503,
      body: { code: 'RUNTIME_NOT_READY', details: { checks: { journal: null, views: '12 events behind', vault: 'STORE_FULL' } } },
    });
  });

  it('serves its numbers and its public keys without a token', async () => {
    metrics.counter('workroom_refusals_total', 'Refusals by code.', ['code']).inc({ code: 'TOKEN_INVALID' });
    expect(metrics.counter('workroom_refusals_total', 'Refusals by code.', ['code'])).toBe(
      metrics.counter('workroom_refusals_total', 'Refusals by code.', ['code']),
    );
    const numbers = await app.inject({ method: 'GET', url: '/metrics' });
    expect(numbers.headers['content-type']).toContain('text/plain');
    expect(numbers.body).toContain('workroom_refusals_total{code="TOKEN_INVALID"} 1');
    const { body } = await call('GET', '/.well-known/jwks.json');
    expect(body).toEqual({
      keys: [expect.objectContaining({ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', kid: expect.any(String) })],
    });
    expect(JSON.stringify(body)).not.toContain('"d"');
  });
});
