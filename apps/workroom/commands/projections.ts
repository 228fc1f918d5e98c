// `workroom projections status|rebuild`: works on the stores themselves, beside a running server or without one.
import { readSettings } from '#platform/config';
import { projectionsStatus, rebuildProjections as rebuild } from '../../projector/projector.module.js';
import { EXIT } from '../cli/exit.js';
import type { ExitCode } from '../cli/exit.js';
import { table } from '../cli/output.js';
import type { Output } from '../cli/output.js';
import type { Surroundings } from '../cli/surroundings.js';
import { withReadModels } from '../stores.module.js';

export async function projectionStatus(at: Surroundings, output: Output): Promise<ExitCode> {
  const { views, position } = await withReadModels(readSettings(at).dataDir, async ({ readModels, journal }) => ({
    views: await projectionsStatus(readModels),
    position: await journal.position(),
  }));
  output.result({ position, views }, () => [
    `The Journal ends at position ${position}.`,
    ...table(
      ['VIEW', 'GENERATION', 'LIVE', 'POSITION', 'BEHIND', 'ROWS'],
      views.map((view) => [
        view.view,
        view.generation,
        view.live ? 'yes' : 'no',
        String(view.position),
        String(position - view.position),
        String(view.rows),
      ]),
    ),
  ]);
  return EXIT.ok;
}

export async function rebuildProjections(view: string | undefined, at: Surroundings, output: Output): Promise<ExitCode> {
  const stop = new AbortController();
  const interrupt = (): void => stop.abort();
  process.once('SIGINT', interrupt);
  try {
    const rebuilt = await withReadModels(readSettings(at).dataDir, (ports) => {
      output.progress(
        view === undefined
          ? 'Rebuilding all views beside the ones that are shown …'
          : `Rebuilding ${view} beside the one that is shown …`,
      );
      return rebuild(ports, view ?? null, stop.signal);
    });
    output.result(rebuilt, () =>
      rebuilt.map(({ view: name, generation }) =>
        generation ? `${name}: ${generation} is live` : `${name}: stopped before it had caught up`,
      ),
    );
    return rebuilt.every(({ generation }) => generation !== null) ? EXIT.ok : EXIT.interrupted;
  } finally {
    process.off('SIGINT', interrupt);
  }
}
