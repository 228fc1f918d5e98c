// `workroom journal verify|stats`: reads the store itself, beside a running server or without one.
import { stats, verify } from '#journal';
import type { Break } from '#journal';
import { readSettings } from '#platform/config';
import { CliFailure, EXIT } from '../cli/exit.js';
import type { ExitCode } from '../cli/exit.js';
import { table } from '../cli/output.js';
import type { Output } from '../cli/output.js';
import type { Surroundings } from '../cli/surroundings.js';
import { withJournal } from '../stores.module.js';

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
  const opened = withJournal(dataDir, (journal) => verify(journal, options));
  const result = await opened.catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? `${String(error.code)}: ` : '';
    throw new CliFailure(EXIT.refused, `${code}${error instanceof Error ? error.message : String(error)}`, { cause: error });
  });
  output.result(result, () =>
    result.sound
      ? [`sound: ${result.events} events in ${result.streams} streams`]
      : result.breaks.map((broken) => `BROKEN ${sentence(broken)}`),
  );
  return result.sound ? EXIT.ok : EXIT.error;
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
