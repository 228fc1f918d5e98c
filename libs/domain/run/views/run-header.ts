// The header of a Run: what lists show and what a control decision says it stood on. No text in it.
import { digest } from '../../kernel/index.js';
import type { RunState, RunStatus } from '../state.js';
import { runStatus } from '../status.js';

export interface RunHeader {
  readonly version: 1;
  readonly projectId: string;
  readonly runId: string;
  readonly status: RunStatus;
  readonly sequence: number;
  readonly cancelRequested: boolean;
  readonly paused: boolean;
  readonly replanRequested: boolean;
  readonly counts: {
    readonly tasks: number;
    readonly assignments: number;
    readonly reviewerAssignments: number;
    readonly sponsorGates: number;
  };
  readonly authorityDigest: string;
  readonly digest: string;
}

export function runHeader(state: RunState): RunHeader {
  const body = {
    version: 1 as const,
    projectId: state.projectId,
    runId: state.runId,
    status: runStatus(state),
    sequence: state.sequence,
    cancelRequested: state.cancelRequested,
    paused: state.pause !== null,
    replanRequested: state.replan !== null,
    counts: { tasks: state.tasks.length, ...state.counts },
    authorityDigest: state.plan?.authorityDigest ?? '',
  };
  return { ...body, digest: digest(body) };
}
