// What serves and for whom: shown in the Console's frame.
import { Controller, Get, Inject } from '@nestjs/common';
import type { AboutDto, Success } from '#contracts/http';
import { Access, CurrentPrincipal } from '#platform/auth';
import type { Principal } from '#platform/auth';
import { success } from './answers.js';
import { FRESH } from './request/queries.js';
import type { FieldsOf } from './request/query-shape.js';
import { Fields } from './request/route-inputs.js';

/** What the composition root knows of the installation. */
export type Installation = Omit<AboutDto, 'principalId' | 'scope'>;
export const INSTALLATION = Symbol('installation');

@Controller('about')
@Access({ demo: true, principal: false })
export class AboutController {
  constructor(@Inject(INSTALLATION) private readonly installation: Installation) {}

  @Get()
  about(@CurrentPrincipal() { principalId, scope }: Principal, @Fields(FRESH) _ask: FieldsOf<typeof FRESH>): Success<AboutDto> {
    return success({ ...this.installation, principalId, scope });
  }
}
