// The views: what each question is answered from.
export { INBOX, inboxView } from './inbox.js';
export { attentionAt } from './attention.js';
export { runDetail } from './run-detail.js';
export { readinessOf } from './run-readiness.js';
export type { RunRow } from './run-row.js';
export { runTexts } from './run-texts.js';
export type { RunTexts, TaskTexts, TextPlace } from './run-texts.js';
export { RUNS, runsView } from './runs.js';
