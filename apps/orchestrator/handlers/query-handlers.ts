// Questions of other processes.
import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import { Orchestrator } from '../orchestrator.js';
import { CatalogQuery, RoomQuery, DiagnosticsQuery } from './edge-messages.js';

@QueryHandler(CatalogQuery)
export class CatalogQueryHandler implements IQueryHandler<CatalogQuery> {
  constructor(private readonly orchestrator: Orchestrator) {}
  async execute({ caller }: CatalogQuery) {
    return this.orchestrator.catalog(caller);
  }
}

@QueryHandler(RoomQuery)
export class RoomQueryHandler implements IQueryHandler<RoomQuery> {
  constructor(private readonly orchestrator: Orchestrator) {}
  execute({ caller, request }: RoomQuery) {
    return this.orchestrator.messages(caller, request);
  }
}

@QueryHandler(DiagnosticsQuery)
export class DiagnosticsQueryHandler implements IQueryHandler<DiagnosticsQuery> {
  constructor(private readonly orchestrator: Orchestrator) {}
  execute({ caller, request }: DiagnosticsQuery) {
    return this.orchestrator.diagnostics(caller, request);
  }
}

export const QUERY_HANDLERS = [CatalogQueryHandler, RoomQueryHandler, DiagnosticsQueryHandler];
