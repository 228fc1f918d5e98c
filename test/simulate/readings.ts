// What people and services read besides the fold: the scheduler, the clock, waits, work lists, views. All must say the same of the same facts.
import { awaitingEvaluation, dueInstants, nextDecision, openWaits } from '#domain/run';
import type { Projection } from '#read-models';
import { runsView } from '#read-models/views';

export interface Readings {
  readonly nextDecision: typeof nextDecision;
  readonly dueInstants: typeof dueInstants;
  readonly openWaits: typeof openWaits;
  readonly awaitingEvaluation: typeof awaitingEvaluation;
  readonly views: ReadonlyArray<Projection<unknown>>;
}

export const READINGS: Readings = {
  nextDecision,
  dueInstants,
  openWaits,
  awaitingEvaluation,
  views: [runsView as unknown as Projection<unknown>],
};
