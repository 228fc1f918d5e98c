// Everything of a Run that waits for somebody: who, until when, and the exact commands that a Sponsor may send as they stand.
import { openWaits, type OpenWait, type RunState, type WaitKind } from '#domain/run';

/** A pause waits for nobody: whoever set it knows of it. */
export type AttentionKind = Exclude<WaitKind, 'pause'>;

export interface AttentionItem {
  readonly kind: AttentionKind;
  readonly projectId: string;
  readonly runId: string;
  readonly taskKey: string | null;
  /** The id of the wait. */
  readonly subjectId: string;
  readonly status: OpenWait['status'];
  readonly owner: string;
  /** Epoch milliseconds. */
  readonly deadline: number;
  /** Without what an expired wait no longer takes. */
  readonly allowedActions: readonly string[];
  readonly commands: readonly string[];
}

const isAttention = (wait: OpenWait): wait is OpenWait & { readonly kind: AttentionKind; readonly deadline: number } =>
  wait.kind !== 'pause' && wait.deadline !== null;

export const attentionOf = (run: RunState): readonly AttentionItem[] =>
  openWaits(run)
    .filter(isAttention)
    .map(({ id: subjectId, kind, status, owner, deadline, taskKey, allowedActions }) => {
      const actions = actionsLeft(kind, status, allowedActions);
      const wait = { kind, projectId: run.projectId, runId: run.runId, taskKey, subjectId, status, owner, deadline };
      return { ...wait, allowedActions: actions, commands: commandLines(run.runId, { kind, taskKey, subjectId }, actions) };
    });

const GONE: Readonly<Partial<Record<AttentionKind, readonly string[]>>> = {
  plan_gate: ['approve', 'reject', 'request_changes'],
  sponsor_gate: ['approve', 'reject', 'request_changes', 'rebase'],
  reviewer_wait: ['claim', 'submit_verdict'],
};

/** An open gate cannot be reopened, an expired or sent-back one not be decided. */
function actionsLeft(kind: AttentionKind, status: OpenWait['status'], allowed: readonly string[]): readonly string[] {
  const decidable = status === 'open' || status === 'claimed';
  const gone = decidable ? ['reopen'] : (GONE[kind] ?? []);
  const reopened = !decidable && kind === 'plan_gate' && !allowed.includes('reopen') ? ['reopen'] : [];
  return [...reopened, ...allowed.filter((action) => !gone.includes(action))];
}

const GATE_WORDS: readonly (readonly [action: string, word: string])[] = [
  ['approve', 'approve'],
  ['reject', 'reject'],
  ['request_changes', 'request-changes'],
  ['reopen', 'reopen'],
  ['cancel', 'cancel'],
];
const RUN_WORDS: readonly (readonly [action: string, word: string])[] = [
  ['resume', 'resume'],
  ['replan', 'replan'],
  ['cancel', 'cancel'],
];

type Named = Pick<AttentionItem, 'kind' | 'taskKey' | 'subjectId'>;

/** The actions that have a command; what only the Orchestrator does has none. */
function commandLines(runId: string, { kind, taskKey, subjectId }: Named, actions: readonly string[]): readonly string[] {
  if (kind === 'plan_gate' || kind === 'sponsor_gate') {
    return GATE_WORDS.filter(([action]) => actions.includes(action)).map(
      ([, word]) => `/control gate ${word} ${runId} ${taskKey} ${subjectId}`,
    );
  }
  const possible = kind === 'replan_request' ? actions.filter((action) => action !== 'replan') : actions;
  return RUN_WORDS.filter(([action]) => possible.includes(action)).map(([, word]) => `/control run ${word} ${runId}`);
}
