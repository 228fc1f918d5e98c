// What the orchestrator is given from outside: stores, the feed, planning, workspaces, and where it says what happened.
import type { PlanningResult, PlanPorts, PlanRequest } from '#agent-runtime';
import type { ConversationEvents } from '#conversation/inbound';
import type { Feed, WorkingSet } from '#feed';
import type { Journal } from '#journal';
import type { CatalogTable } from '#read-models';
import type { Vault } from '#vault';
import type { RepositorySource } from '#workspaces';
import type { PlannerModel } from '../planning/model-gate.js';
import type { RunDirectory } from '../queries/run-answers.js';
import type { OrchestratorSettings } from '../settings.js';

/** Fields hold ids, codes and numbers, never a text that somebody wrote. */
export type Log = (level: 'info' | 'warn' | 'error', message: string, fields: Readonly<Record<string, unknown>>) => void;

export interface OrchestratorPorts {
  readonly journal: Journal;
  readonly feed: Feed;
  readonly workingSet: WorkingSet;
  readonly vault: Vault;
  readonly conversations: ConversationEvents;
  readonly planRequest: (request: PlanRequest, ports: PlanPorts, signal?: AbortSignal) => Promise<PlanningResult>;
  /** The model of the Orchestrator; null when none is configured. */
  readonly plannerModel: PlannerModel | null;
  readonly resolveBaseRevision: (source: RepositorySource) => Promise<string>;
  readonly directory: RunDirectory;
  readonly catalogTable: CatalogTable;
  readonly settings: OrchestratorSettings;
  /** UUIDs of version 7. */
  readonly newId: () => string;
  readonly log: Log;
  /** A loop met what is no refusal: the process has to end, a restart finds everything in the Journal. */
  readonly onDefect: (name: string, error: unknown) => void;
}
