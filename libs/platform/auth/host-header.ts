// A page of another site must not reach a local server by a name of its own (DNS rebinding): the Host header has to match.
import { Rejection } from '#domain/kernel';

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/** Throws Rejection HOST_NOT_ALLOWED. A server that listens on every address takes any host. `port` is the one in use. */
export function checkHostHeader(header: string | undefined, listening: { readonly host: string; readonly port: number }): void {
  const { host, port } = listening;
  if (host === '0.0.0.0' || host === '::') return;
  const names = LOOPBACK.includes(host) || host === '::1' ? LOOPBACK : [host.includes(':') ? `[${host}]` : host];
  const allowed = names.flatMap((name) => (port === 80 || port === 443 ? [name, `${name}:${port}`] : [`${name}:${port}`]));
  if (header !== undefined && allowed.includes(header.toLowerCase())) return;
  throw new Rejection('HOST_NOT_ALLOWED', `This server answers as ${allowed.join(', ')} only: open one of these addresses.`);
}
