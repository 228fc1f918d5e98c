// The API described for machines.
import { Controller, Get } from '@nestjs/common';
import { Access } from '#platform/auth';
import { OpenapiDocument } from '../openapi/openapi-document.js';

@Controller('openapi.json')
@Access({ open: true })
export class OpenapiController {
  constructor(private readonly document: OpenapiDocument) {}

  @Get()
  describe(): Promise<object> {
    return this.document.get();
  }
}
