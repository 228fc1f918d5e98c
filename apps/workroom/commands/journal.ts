// `workroom journal verify|export|keys|stats`: reads the store itself, beside a running server or without one.
import type { JsonWebKey } from 'node:crypto';
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { Rejection } from '#domain/kernel';
import { runStreamOf } from '#domain/run';
import { exportBundle, stats, verify, verifyBundle } from '#journal';
import type { Break } from '#journal';
import { readSettings } from '#platform/config';
import { CliFailure, EXIT } from '../cli/exit.js';
import type { ExitCode } from '../cli/exit.js';
import { table } from '../cli/output.js';
import type { Output } from '../cli/output.js';
import type { Surroundings } from '../cli/surroundings.js';
import { readHeadKeys, withJournal } from '../stores.module.js';

export interface VerifyFlags {
  readonly stream?: string;
  readonly from?: number;
}

/** Exit 0 sound, 1 broken, 3 cannot open. */
export async function verifyJournal({ stream, from }: VerifyFlags, at: Surroundings, output: Output): Promise<ExitCode> {
  if (from !== undefined && !(Number.isSafeInteger(from) && from >= 1)) {
    throw new CliFailure(EXIT.usage, `--from takes a globalPosition, a whole number from 1 on; "${from}" is none.`);
  }
  const options = { ...(stream === undefined ? {} : { streamId: stream }), ...(from === undefined ? {} : { after: from - 1 }) };
  const { dataDir } = readSettings(at);
  const result = await orRefused(withJournal(dataDir, (journal, signed) => verify(journal, { ...options, signed })));
  output.result(result, () =>
    result.sound
      ? [`sound: ${result.events} events in ${result.streams} streams`]
      : result.breaks.map((broken) => `BROKEN ${sentence(broken)}`),
  );
  return result.sound ? EXIT.ok : EXIT.error;
}

const orRefused = <T>(opened: Promise<T>): Promise<T> =>
  opened.catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? `${String(error.code)}: ` : '';
    throw new CliFailure(EXIT.refused, `${code}${error instanceof Error ? error.message : String(error)}`, { cause: error });
  });

/** Writes `out` whole or not at all. Exit 3 where there is no such Run, or none with a signed end. */
export async function exportRun(runId: string, out: string, at: Surroundings, output: Output): Promise<ExitCode> {
  const { dataDir } = readSettings(at);
  const part = `${out}.${process.pid}.part`;
  const written = withJournal(dataDir, async (journal, signed) => {
    const { revision } = await journal.head(runStreamOf(runId));
    if (revision < 0) throw new Rejection('RUN_NOT_FOUND', `There is no Run ${runId} here; "workroom runs" lists them.`);
    await writeFile(part, ended(exportBundle(journal, [runStreamOf(runId)], signed)), { flag: 'wx', mode: 0o600 });
    await rename(part, out);
  });
  await orRefused(written.finally(() => rm(part, { force: true })));
  output.result({ runId, out }, () => [
    `exported: Run ${runId} to ${out}; check it with "workroom journal verify --bundle ${out}"`,
  ]);
  return EXIT.ok;
}

async function* ended(lines: AsyncIterable<string>): AsyncIterable<string> {
  for await (const line of lines) yield `${line}\n`;
}

/** Needs no store. Exit 0 sound, 1 broken, 3 no bundle or no key. */
export async function verifyExport(path: string, trust: string | undefined, output: Output): Promise<ExitCode> {
  const trusted = trust === undefined ? [] : await orRefused(readTrusted(trust));
  const file = await orRefused(open(path));
  const result = await orRefused(verifyBundle(file.readLines(), trusted));
  const vouched = result.selfSignedOnly
    ? 'self-signed only: name a key that you trust with --trust-key'
    : 'signed by a trusted key';
  output.result(result, () =>
    result.sound
      ? [`sound: ${result.events} events of ${result.streams.join(', ')}; ${vouched}`]
      : result.breaks.map((broken) => `BROKEN ${sentence(broken)}`),
  );
  return result.sound ? EXIT.ok : EXIT.error;
}

/** One JWK, or a JWKS document as `journal keys` prints it. */
async function readTrusted(path: string): Promise<readonly JsonWebKey[]> {
  const value = JSON.parse(await readFile(path, 'utf8')) as JsonWebKey & { readonly keys?: readonly JsonWebKey[] };
  const keys = value.keys ?? [value];
  if (keys.length > 0 && keys.every(({ kty, x }) => kty === 'OKP' && typeof x === 'string')) return keys;
  throw new Error(`${path} holds no Ed25519 public key (JWK, or a JWKS document as "workroom journal keys" prints it).`);
}

/** Prints a JWKS document: what `--trust-key` takes. */
export async function journalKeys(at: Surroundings, output: Output): Promise<ExitCode> {
  const jwks = await orRefused(readHeadKeys(readSettings(at).dataDir));
  output.result(jwks, () => [JSON.stringify(jwks)]);
  return EXIT.ok;
}

const MEANING: Readonly<Record<Break['kind'], string>> = {
  hash: 'its contents are not what was hashed',
  link: 'it does not follow on the event before it',
  revision: 'an event is missing or stands twice',
  row: "it is not in its own row's place",
  position: 'the store counted an event that is not there',
  end: 'the stream ends elsewhere than the store says',
  signature: 'no known key signed its end',
  signed: 'it is not what its signed end says',
  index: 'the streams up to here are not those that the signed index counts',
};

const sentence = ({ kind, streamId, revision, globalPosition }: Break): string =>
  `${streamId === null ? `position ${globalPosition}` : `stream ${streamId} at revision ${revision}`}: ${MEANING[kind]}`;

export async function journalStats(at: Surroundings, output: Output): Promise<ExitCode> {
  const result = await withJournal(readSettings(at).dataDir, stats);
  output.result(result, () => [
    `${result.events} events in ${result.streams} streams, ${result.bytes} bytes of envelopes, last position ${result.position}`,
    ...table(
      ['TYPE', 'EVENTS'],
      Object.entries(result.byType)
        .sort(([, a], [, b]) => b - a)
        .map(([type, count]) => [type, String(count)]),
    ),
  ]);
  return EXIT.ok;
}
