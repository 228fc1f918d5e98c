// What holds for every request before a route sees it: the Host header, and below the API's base the size and type of bodies.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Rejection } from '#domain/kernel';

export interface EdgeRules {
  /** Paths below it take closed JSON bodies only, e.g. `/api`. */
  readonly base: string;
  /** Throws Rejection HOST_NOT_ALLOWED. */
  checkHost(host: string | undefined): void;
}

const MOST_BODY_BYTES = 256 * 1024;
const MOST_HOSTS = 16;
const WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/** To be called before the first route is registered. */
export function installEdge(server: FastifyInstance, { base, checkHost }: EdgeRules): void {
  const isBelow = (path: string): boolean => path.startsWith(`${base}/`);
  server.addHook('onRoute', (route) => {
    if (isBelow(route.url)) route.bodyLimit = MOST_BODY_BYTES;
  });
  /** A host that was right once stays right. */
  const right = new Set<string | undefined>();
  server.addHook('onRequest', async (request) => {
    const { host } = request.headers;
    if (!right.has(host)) {
      checkHost(host);
      if (right.size < MOST_HOSTS) right.add(host);
    }
    if (!request.is404 && isBelow(request.url)) refuseMediaType(request);
  });
}

function refuseMediaType({ method, headers }: FastifyRequest): void {
  const type = headers['content-type'] ?? '';
  if (!WITH_BODY.has(method) || /^application\/json *(;|$)/i.test(type)) return;
  throw new Rejection('MEDIA_TYPE', 'Bodies are application/json here; send one, with that content type.');
}
