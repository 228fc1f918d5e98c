// The view of Runs: one row a Run, folded by the decider; lists of headers, waits and leases are read off it.
import { runEventCatalogue } from '#domain/run';
import type { Projection } from '../projection.js';
import { attentionEntries } from './attention.js';
import { leaseEntries } from './leases.js';
import { runListEntry } from './run-list.js';
import { foldRun } from './run-row.js';
import type { RunRow } from './run-row.js';

const view = 'runs';
const STREAM = 'run-';

/** Where readers find what. */
export const RUNS = {
  view,
  headers: { view, list: 'headers' },
  attention: { view, list: 'attention' },
  leases: { view, list: 'leases' },
} as const;

export const runsView: Projection<RunRow> = {
  name: view,
  version: 1,
  handles: Object.keys(runEventCatalogue),
  key: ({ streamId }) => (streamId.startsWith(STREAM) ? streamId.slice(STREAM.length) : null),
  project: foldRun,
  entries: (row) => [runListEntry(row.run), ...attentionEntries(row.run), ...leaseEntries(row.run)],
};
