// Bodies against their closed class; the validators are loaded with the first write, not with the server.
import { Injectable } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import { Rejection } from '#domain/kernel';

type Bodies = typeof import('./bodies.js');
export type BodyName = { [Name in keyof Bodies]: Bodies[Name] extends new () => object ? Name : never }[keyof Bodies];

/** Every fault by its path and rule, never with the value. */
function problems(errors: readonly ValidationError[], path = ''): readonly string[] {
  return errors.flatMap(({ property, constraints = {}, children = [] }) => {
    const at = `${path}/${property}`;
    const rules = Object.entries(constraints).map(
      ([rule, text]) => `${at} ${rule === 'whitelistValidation' ? 'is not known here' : text}`,
    );
    return [...rules, ...problems(children, at)];
  });
}

@Injectable()
export class ClosedBody implements PipeTransform {
  constructor(private readonly name: BodyName) {}

  async transform(value: unknown): Promise<object> {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new Rejection('VALUE_INVALID', 'The body must be a JSON object.', { problems: ['/ must be an object'] });
    const [bodies, { plainToInstance }, { validate }] = await Promise.all([
      import('./bodies.js'),
      import('class-transformer'),
      import('class-validator'),
    ]);
    const body = plainToInstance(bodies[this.name] as new () => object, value);
    const errors = await validate(body, { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: true });
    if (!errors.length) return body;
    const found = problems(errors);
    throw new Rejection('VALUE_INVALID', `The body is not a ${this.name}: ${found.slice(0, 5).join('; ')}.`, { problems: found });
  }
}
