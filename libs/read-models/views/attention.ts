// Attention: every wait that a person can do something about, with the ids and lines that do it.
import type { RunState } from '#domain/run';
import type { AttentionDto } from '#contracts/http';
import type { Entry } from '../projection.js';
import { actionsAfterExpiry, waitsOf } from './run-waits.js';
import type { RunWait } from './run-waits.js';

const GATE_WORDS: Readonly<Record<string, string>> = {
  approve: 'approve',
  reject: 'reject',
  request_changes: 'request-changes',
  cancel: 'cancel',
  reopen: 'reopen',
};
const RUN_WORDS: Readonly<Record<string, string>> = { replan: 'replan', cancel: 'cancel', resume: 'resume' };

/** The chat lines that do what the wait allows. */
function commandsOf(runId: string, { kind, taskKey, id, allowedActions }: RunWait): readonly string[] {
  const gate = kind === 'plan_gate' || kind === 'sponsor_gate';
  return allowedActions.flatMap((action) => {
    if (gate && taskKey && GATE_WORDS[action]) return [`/control gate ${GATE_WORDS[action]} ${runId} ${taskKey} ${id}`];
    return RUN_WORDS[action] ? [`/control run ${RUN_WORDS[action]} ${runId}`] : [];
  });
}

/** A review that an agent has taken is in good hands. */
const needsPerson = ({ kind, status, owner }: RunWait): boolean =>
  !(kind === 'reviewer' && status === 'claimed' && owner.startsWith('agent:')) && kind !== 'preemption';

function attentionOf(run: RunState, wait: RunWait): AttentionDto {
  return {
    projectId: run.projectId,
    runId: run.runId,
    kind: wait.kind,
    waitId: wait.id,
    taskKey: wait.taskKey,
    taskRef: wait.taskRef,
    taskRevision: wait.taskRevision,
    owner: wait.owner,
    reasonCode: wait.reasonCode,
    openedAt: wait.openedAt,
    deadline: wait.deadline,
    expired: wait.expired,
    allowedActions: wait.allowedActions,
    expectedSequence: Math.max(run.runSequence, wait.subjectSequence),
    candidateHash: wait.candidateHash,
    commands: commandsOf(run.runId, wait),
  };
}

/** Status: the kind of wait. */
export const attentionEntries = (run: RunState): readonly Entry<AttentionDto>[] =>
  waitsOf(run)
    .filter(needsPerson)
    .map((wait) => ({
      list: 'attention',
      key: `${run.runId} ${wait.kind} ${wait.taskKey ?? ''} ${wait.id}`,
      projectId: run.projectId,
      status: wait.kind,
      at: wait.openedAt,
      body: attentionOf(run, wait),
    }));

/** Kinds on which nobody can decide any more once their deadline has passed. */
const EXPIRING: ReadonlySet<string> = new Set(['plan_gate', 'sponsor_gate', 'reviewer']);

/** A wait as it is at `now`: past its deadline it is expired, whether or not the clock has written so yet. */
export function attentionAt(item: AttentionDto, now: number): AttentionDto {
  if (item.expired || item.deadline === null || item.deadline > now) return item;
  if (!EXPIRING.has(item.kind)) return { ...item, expired: true };
  const allowedActions = actionsAfterExpiry(item.allowedActions);
  const lost = item.allowedActions.filter((action) => !allowedActions.includes(action)).map((action) => GATE_WORDS[action]);
  const commands = item.commands.filter((line) => !lost.includes(line.split(' ')[2]));
  return { ...item, expired: true, allowedActions, commands };
}
