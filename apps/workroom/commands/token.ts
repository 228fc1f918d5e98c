// `workroom token create|list|revoke`: written to the store itself; a running server knows the change at its next request.
import { createToken as makeToken } from '#platform/auth';
import { PLANES, readSettings } from '#platform/config';
import { CliFailure, EXIT } from '../cli/exit.js';
import type { ExitCode } from '../cli/exit.js';
import { table } from '../cli/output.js';
import type { Output } from '../cli/output.js';
import type { Surroundings } from '../cli/surroundings.js';
import { withTokens } from '../stores.module.js';

type Plane = (typeof PLANES)[number];

export interface CreateTokenFlags {
  readonly principal: string;
  readonly scope: 'full' | 'demo';
  readonly planes?: readonly string[];
}

export async function createToken(
  { principal, scope, planes }: CreateTokenFlags,
  at: Surroundings,
  output: Output,
): Promise<ExitCode> {
  if (!/^[A-Za-z0-9][A-Za-z0-9:._@/+=#-]{0,255}$/.test(principal)) {
    throw new CliFailure(EXIT.usage, `--principal takes an id such as workroom-admin or telegram:10001; "${principal}" is none.`);
  }
  const unknown = planes?.find((plane) => !(PLANES as readonly string[]).includes(plane));
  if (unknown !== undefined)
    throw new CliFailure(EXIT.usage, `--planes knows ${PLANES.join(', ')}; "${unknown}" is none of them.`);
  const wanted = { principalId: principal, scope, planes: planes ? (planes as readonly Plane[]) : null };
  const { token, stored } = await withTokens(readSettings(at).dataDir, (store) => makeToken(store, wanted, Date.now()));
  output.result({ id: stored.id, token, principalId: principal, scope, planes: wanted.planes }, () => [token]);
  output.progress(
    `Token ${stored.id} for ${principal} (${scope}). It is shown this once; revoke it with: workroom token revoke ${stored.id}`,
  );
  return EXIT.ok;
}

export async function listTokens(at: Surroundings, output: Output): Promise<ExitCode> {
  const tokens = await withTokens(readSettings(at).dataDir, (store) => store.list());
  const shown = tokens.map(({ id, principalId, scope, planes, createdAt, revokedAt }) => ({
    id,
    principalId,
    scope,
    planes,
    createdAt,
    revokedAt,
  }));
  output.result(shown, () =>
    shown.length
      ? table(
          ['ID', 'PRINCIPAL', 'SCOPE', 'PLANES', 'CREATED (UTC)', 'STATE'],
          shown.map(({ id, principalId, scope, planes, createdAt, revokedAt }) => [
            id,
            principalId,
            scope,
            planes?.join(',') ?? 'all',
            new Date(createdAt).toISOString().slice(0, 19),
            revokedAt === null ? 'in force' : 'revoked',
          ]),
        )
      : ['No token was created. The first one of a server lies in its data directory (bootstrap-token).'],
  );
  return EXIT.ok;
}

export async function revokeToken(id: string, at: Surroundings, output: Output): Promise<ExitCode> {
  const revoked = await withTokens(readSettings(at).dataDir, (store) => store.revoke(id, Date.now()));
  if (!revoked) throw new CliFailure(EXIT.refused, `There is no token ${id}; "workroom token list" shows them.`);
  output.result({ id, revoked: true }, () => [`revoked ${id}`]);
  return EXIT.ok;
}
