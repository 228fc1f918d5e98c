// Created tokens: the store keeps SHA-256 hashes only. Table `workroom_tokens`.
import type { Plane, TokenScope } from './principal.js';

export interface StoredToken {
  readonly id: string;
  /** 64 hex digits: SHA-256 of the token text. */
  readonly hash: string;
  readonly principalId: string;
  readonly scope: TokenScope;
  readonly planes: readonly Plane[] | null;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly revokedAt: number | null;
}

/** Each method is one durable transaction. */
export abstract class TokenStore {
  abstract add(token: StoredToken): Promise<void>;
  /** Oldest first, revoked ones included. */
  abstract list(): Promise<readonly StoredToken[]>;
  abstract findByHash(hash: string): Promise<StoredToken | undefined>;
  /** false when there is no such token; a revoked one keeps its first revokedAt. */
  abstract revoke(id: string, at: number): Promise<boolean>;
}
