// The OpenAPI document of this process, made from its routes when it is first asked for.
import { Injectable } from '@nestjs/common';
import type { INestApplication } from '@nestjs/common';
import { ApplicationConfig, HttpAdapterHost, ModulesContainer } from '@nestjs/core';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { QueryShape } from '../http/request/query-shape.js';
import { BODY_NAME, QUERY_SHAPE } from '../http/request/route-inputs.js';
import type { Schema } from './schema-of-body.js';

interface Operation {
  readonly operationId?: string;
  parameters?: Schema[];
  requestBody?: unknown;
  responses?: unknown;
}

const PROBLEM: Schema = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'traceId'],
  properties: {
    type: { type: 'string', description: 'urn:workroom:problem:<code>' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    instance: { type: 'string' },
    code: { type: 'string', description: 'Stable; title and detail are not.' },
    details: { type: 'object' },
    traceId: { type: 'string' },
  },
};
const REFUSED = {
  description: 'Refused: RFC 9457 problem details.',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};

@Injectable()
export class OpenapiDocument {
  #made: Promise<OpenAPIObject> | null = null;

  constructor(
    private readonly adapter: HttpAdapterHost,
    private readonly modules: ModulesContainer,
    private readonly config: ApplicationConfig,
  ) {}

  get(): Promise<OpenAPIObject> {
    return (this.#made ??= this.#make());
  }

  async #make(): Promise<OpenAPIObject> {
    const [{ DocumentBuilder, SwaggerModule }, { schemaOfBody }, bodies] = await Promise.all([
      import('@nestjs/swagger'),
      import('./schema-of-body.js'),
      import('../http/request/bodies.js'),
    ]);
    const info = new DocumentBuilder().setTitle('Workroom').setVersion('1').addBearerAuth().addSecurityRequirements('bearer');
    const document = SwaggerModule.createDocument(this.#application(), info.build());
    const schemas = (document.components ??= {}).schemas ?? {};
    document.components.schemas = { ...schemas, Problem: PROBLEM };
    const handlers = this.#handlers();
    for (const path of Object.values(document.paths)) {
      for (const operation of Object.values(path as Record<string, Operation>)) {
        const handler = handlers.get(operation.operationId ?? '');
        const shape = handler?.(QUERY_SHAPE) as QueryShape<unknown> | undefined;
        if (shape) operation.parameters = [...(operation.parameters ?? []), ...parametersOf(shape)];
        const body = handler?.(BODY_NAME) as keyof typeof bodies | undefined;
        if (body) {
          const schema = schemaOfBody(bodies[body] as new () => object);
          operation.requestBody = { required: true, content: { 'application/json': { schema } } };
        }
        operation.responses = { ...(operation.responses as object), default: REFUSED };
      }
    }
    return document;
  }

  /** What the scanner reads of an application. */
  #application(): INestApplication {
    const container = { getModules: () => this.modules, isGlobalModule: () => false };
    return { container, config: this.config, getHttpAdapter: () => this.adapter.httpAdapter } as unknown as INestApplication;
  }

  /** operationId → what its handler's decorators noted. */
  #handlers(): ReadonlyMap<string, (key: string) => unknown> {
    const found = new Map<string, (key: string) => unknown>();
    for (const { controllers } of this.modules.values()) {
      for (const { metatype, name } of controllers.values()) {
        const prototype = (metatype as { prototype: object } | null)?.prototype;
        if (!prototype) continue;
        for (const method of Object.getOwnPropertyNames(prototype))
          found.set(`${String(name)}_${method}`, (key) => Reflect.getMetadata(key, prototype, method) as unknown);
      }
    }
    return found;
  }
}

const parametersOf = ({ fields }: QueryShape<unknown>): Schema[] =>
  Object.entries(fields).map(([name, { required, schema }]) => ({ name, in: 'query', required, schema }));
