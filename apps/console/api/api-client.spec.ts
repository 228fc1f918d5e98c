import { ApiClient, addressOf } from './api-client.js';
import { ProblemError, Unreachable, isPassing } from './failure.js';
import { ServerClock } from './server-clock.js';
import { TokenKeeper } from './token-keeper.js';

const problem = {
  type: 'urn:workroom:problem:GATE_EXPIRED',
  title: 'Gate expired',
  status: 409,
  detail: 'Gate g1 expired at 12:00.',
  instance: '/x',
  code: 'GATE_EXPIRED',
  traceId: 't',
};

function clientOf(answer: () => Response | Promise<Response>) {
  const keeper = new TokenKeeper({ getItem: () => 'secret', setItem: () => undefined, removeItem: () => undefined });
  const sent: Array<{ url: string; init: RequestInit }> = [];
  const client = new ApiClient(
    keeper,
    async (url, init) => {
      sent.push({ url: String(url), init: init ?? {} });
      return answer();
    },
    new ServerClock(() => 0),
  );
  return { client, sent, keeper };
}

describe('the API client', () => {
  it('[A-002] sends the token in the Authorization header, never in the address', async () => {
    const { client, sent } = clientOf(() => Response.json({ success: true, data: [] }));
    await client.get('/api/agent/workroom/runs', { projectId: 'demo', status: undefined });
    expect(sent[0]?.url).toBe('/api/agent/workroom/runs?projectId=demo');
    expect(sent[0]?.init.headers).toMatchObject({ Authorization: 'Bearer secret' });
  });

  it('[A-015] throws the problem document, with its sentence as the message', async () => {
    const { client } = clientOf(() => Response.json(problem, { status: 409 }));
    const error = await client.post('/x', {}).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ProblemError);
    expect(error).toMatchObject({ code: 'GATE_EXPIRED', message: 'Gate g1 expired at 12:00.' });
    expect(isPassing(error)).toBe(false);
  });

  it('[A-003] a 401 drops the token', async () => {
    const { client, keeper } = clientOf(() => Response.json({ ...problem, status: 401, code: 'TOKEN_INVALID' }, { status: 401 }));
    await expect(client.get('/x')).rejects.toThrow(ProblemError);
    expect(keeper.current()).toEqual({ token: null, refused: true });
  });

  it('makes a problem of an answer that is none, and Unreachable of no answer', async () => {
    const page = await clientOf(() => new Response('<html>', { status: 502 }))
      .client.get('/x')
      .catch((thrown: unknown) => thrown);
    expect(page).toMatchObject({ code: 'HTTP_502', status: 502 });
    expect(isPassing(page)).toBe(true);
    const none = await clientOf(() => Promise.reject(new TypeError('failed to fetch')))
      .client.get('/x')
      .catch((thrown: unknown) => thrown);
    expect(none).toBeInstanceOf(Unreachable);
    expect(isPassing(none)).toBe(true);
  });

  it('[A-021] reads Retry-After', async () => {
    const { client } = clientOf(() =>
      Response.json({ ...problem, status: 503, code: 'RUNTIME_NOT_READY' }, { status: 503, headers: { 'Retry-After': '3' } }),
    );
    await expect(client.get('/x')).rejects.toMatchObject({ retryAfter: 3 });
  });

  it('leaves empty fields out of the address', () => {
    expect(addressOf('/x', { a: 0, b: '', c: null, d: 'a b' })).toBe('/x?a=0&d=a+b');
  });
});
