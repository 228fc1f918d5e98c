// What operators and machines ask of a process: alive, ready, its numbers, its public keys. Open, and without content.
import { Controller, Get, Header, Res } from '@nestjs/common';
import { Access, SigningKeys } from '../auth/index.js';
import { Metrics } from '../metrics/index.js';
import { Readiness } from './readiness.js';
import type { ReadinessReport } from './readiness.js';

@Access({ open: true })
@Controller()
export class OperationsController {
  constructor(
    private readonly readiness: Readiness,
    private readonly metrics: Metrics,
    private readonly tokenKeys: SigningKeys,
  ) {}

  @Get('healthz')
  alive(): { readonly alive: true } {
    return { alive: true };
  }

  @Get('readyz')
  ready(): Promise<ReadinessReport> {
    return this.readiness.require();
  }

  @Get('metrics')
  async numbers(@Res({ passthrough: true }) reply: { header(name: string, value: string): unknown }): Promise<string> {
    reply.header('content-type', this.metrics.contentType);
    return this.metrics.render();
  }

  @Get('.well-known/jwks.json')
  @Header('cache-control', 'public, max-age=300')
  keys(): Promise<{ readonly keys: readonly object[] }> {
    return this.tokenKeys.jwks();
  }
}
