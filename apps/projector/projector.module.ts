// Composition root of the projector: the runners of all views, and what the command line asks of them.
import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { Projector } from './projector.js';
import type { ProjectorPorts } from './projector.js';
import { VIEWS } from './views.js';

export { projectionsStatus, rebuildProjections } from './projections.js';
export type { RebuiltView } from './projections.js';
export { Projector } from './projector.js';
export type { ProjectorPorts } from './projector.js';

@Module({})
export class ProjectorModule {
  static register(ports: ProjectorPorts): DynamicModule {
    return {
      module: ProjectorModule,
      providers: [{ provide: Projector, useFactory: () => new Projector(ports, VIEWS) }],
      exports: [Projector],
    };
  }
}
