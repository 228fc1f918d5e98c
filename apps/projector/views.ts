// The views that this build keeps.
import type { Projection } from '#read-models';
import { inboxView, runsView } from '#read-models/views';

export const VIEWS: readonly Projection<unknown>[] = [runsView, inboxView];
