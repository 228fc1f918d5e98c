// Refuses identity in query and body before any route reads them.
import { Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { refuseIdentityKeys } from '../http/request/identity-keys.js';

@Injectable()
export class IdentityGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { query, body } = context.switchToHttp().getRequest<FastifyRequest>();
    refuseIdentityKeys(query);
    refuseIdentityKeys(body);
    return true;
  }
}
