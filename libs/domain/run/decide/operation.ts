// What makes a repeated command recognisable: its key, and a digest of what its sender asked for.
import { digest } from '../../kernel/index.js';
import type { Operation } from '../../kernel/index.js';
import type { RunCommand, RunCommandType } from '../commands/run-command.js';

/** Filled in by intake and handlers, so not part of what was asked. */
const FILLED_IN: ReadonlySet<string> = new Set([
  'expectedSequence',
  'controlDeadline',
  'authority',
  'authorization',
  'authorizedBy',
  'person',
  'sameModel',
  'anotherReviewerOffered',
  'authorityGrant',
  'routeDigest',
  'limits',
  'route',
  'facts',
]);

type Data = Readonly<Record<string, unknown>>;

const asked = (data: Data): Data => Object.fromEntries(Object.entries(data).filter(([key]) => !FILLED_IN.has(key)));

/** Commands that fill values in deeper than at their first level. */
const ASKED: Partial<Record<RunCommandType, (data: Data) => Data>> = {
  commit_scheduler_decision: ({ runId, decision }) => ({ runId, decision: (decision as Data)['digest'] }),
  commit_priority_change: ({ runId, proposal }) => {
    const { taskKey, taskRevision, requestedLane, localRank, principalId } = proposal as Data;
    return { runId, taskKey, taskRevision, requestedLane, localRank, principalId };
  },
  submit_reviewer_verdict: (data) => {
    const { criteria, claims } = data['verdict'] as Data;
    return { ...asked(data), verdict: { criteria, claims } };
  },
  // The Envelope's digest stands for all that it binds.
  apply_observation: ({ observation, envelopeDigest }) => ({ observation, envelopeDigest }),
};

/** `operation` and `decide` ask for the same digest one after the other: it is made once. */
let latest: { readonly command: RunCommand; readonly digest: string } | null = null;

/** The digest of what was asked. */
export function requestDigest(command: RunCommand): string {
  if (latest?.command === command) return latest.digest;
  const said = (ASKED[command.type] ?? asked)(command.data as Data);
  latest = { command, digest: digest([command.type, said]) };
  return latest.digest;
}

function keyOf(command: RunCommand): Pick<Operation, 'kind' | 'key'> {
  const { data } = command;
  switch (command.type) {
    case 'apply_observation':
      return { kind: 'observationId', key: command.data.observationId };
    case 'commit_scheduler_decision':
      return { kind: 'decisionId', key: command.data.decision.decisionId };
    case 'request_checkpoint':
      return { kind: 'decisionId', key: command.data.decisionId };
    case 'admit_plan_revision':
      return { kind: 'proposalId', key: command.data.proposalId };
    case 'commit_priority_change':
      return { kind: 'proposalId', key: command.data.proposal.proposalId };
    default:
      return 'operationId' in data
        ? { kind: 'operationId', key: data.operationId }
        : { kind: 'commandId', key: command.meta.commandId };
  }
}

export const operationOf = (command: RunCommand): Operation => ({ ...keyOf(command), digest: requestDigest(command) });
