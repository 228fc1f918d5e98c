// Records what is not recorded yet: new stories, and digests of new versions. What stands is changed on explicit demand only.
import type { Code } from './code.js';
import { digestsOf } from './golden.js';
import type { Digests, Golden, GoldenDigests } from './golden.js';
import { readAllGolden, writeGolden } from './library.js';
import { Recorder } from './recorder.js';
import type { Scenario } from './scenarios/scenario.js';

export interface RecordingOptions {
  readonly folder: string;
  readonly scenarios: Readonly<Record<string, Scenario>>;
  readonly code: Code;
  /** Names of journals that are told and written anew. */
  readonly overwrite: ReadonlySet<string>;
}

export interface Recording {
  readonly written: readonly string[];
  /** Journals whose recorded digests today's code contradicts; they are left as they are. */
  readonly refused: readonly string[];
}

function toldBy(scenario: Scenario, name: string, code: Code): Golden {
  const recorder = new Recorder();
  scenario(recorder);
  return { name, events: recorder.events, digests: digestsOf(recorder.events, code) };
}

const contradicts = (recorded: Digests, today: Digests): boolean =>
  Object.entries(today).some(([version, digest]) => recorded[version] !== undefined && recorded[version] !== digest);

const added = (recorded: Digests, today: Digests): boolean => Object.keys(today).some((version) => !(version in recorded));

/** null: today's code says otherwise than what is recorded for its own version. */
function merged(recorded: GoldenDigests, today: GoldenDigests): { digests: GoldenDigests; grew: boolean } | null {
  const streams = Object.entries(today.streams).map(
    ([streamId, states]) => [streamId, recorded.streams[streamId] ?? {}, states] as const,
  );
  if (contradicts(recorded.views, today.views) || streams.some(([, then, now]) => contradicts(then, now))) return null;
  return {
    grew: added(recorded.views, today.views) || streams.some(([, then, now]) => added(then, now)),
    digests: {
      streams: Object.fromEntries(streams.map(([streamId, then, now]) => [streamId, { ...now, ...then }])),
      views: { ...today.views, ...recorded.views },
    },
  };
}

export function recordNew({ folder, scenarios, code, overwrite }: RecordingOptions): Recording {
  const written: string[] = [];
  const refused: string[] = [];
  const recorded = new Map(readAllGolden(folder).map((golden) => [golden.name, golden]));
  const write = (golden: Golden): void => {
    writeGolden(folder, golden);
    written.push(golden.name);
  };
  for (const [name, scenario] of Object.entries(scenarios)) {
    if (!recorded.has(name) || overwrite.has(name)) write(toldBy(scenario, name, code));
  }
  for (const golden of recorded.values()) {
    if (overwrite.has(golden.name)) continue;
    const grown = merged(golden.digests, digestsOf(golden.events, code));
    if (grown === null) refused.push(golden.name);
    else if (grown.grew) write({ ...golden, digests: grown.digests });
  }
  return { written, refused };
}
