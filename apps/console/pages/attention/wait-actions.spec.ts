import type { AttentionDto } from '#contracts/http';
import { isOver } from '../../format/wait-words.js';
import { actionsOf } from './wait-actions.js';

const gate: AttentionDto = {
  projectId: 'demo',
  runId: 'run-1',
  kind: 'sponsor_gate',
  waitId: 'sponsor:c/1:7',
  taskKey: 'release',
  taskRef: 'workroom-task:1',
  taskRevision: 2,
  owner: 'workroom-admin',
  reasonCode: null,
  openedAt: 1_000,
  deadline: 10_000,
  expired: false,
  allowedActions: ['approve', 'reject', 'request_changes', 'rebase', 'replan', 'cancel'],
  expectedSequence: 41,
  candidateHash: 'sha256:aa',
  commands: ['/control gate approve run-1 release sponsor:c/1:7'],
};
const input = { operationId: 'op-1', reason: ' looks right ', now: 5_000 };
const names = (wait: AttentionDto, over: boolean) => actionsOf(wait, over).map(({ action }) => action);
const posted = (wait: AttentionDto, action: string, over = false) => {
  const found = actionsOf(wait, over).find((one) => one.action === action);
  return found ? { path: found.path, body: found.body(input) } : null;
};

describe('what an open wait lets its reader do', () => {
  it('[A-048] a gate is decided at its own route, with the sequence and candidate that are on screen', () => {
    expect(posted(gate, 'approve')).toEqual({
      path: '/api/agent/workroom/runs/run-1/tasks/release/gates/sponsor%3Ac%2F1%3A7/decisions',
      body: {
        operationId: 'op-1',
        projectId: 'demo',
        expectedSequence: 41,
        taskRevision: 2,
        decision: 'approve',
        candidateHash: 'sha256:aa',
        reason: 'looks right',
      },
    });
    expect(names(gate, false)).toEqual(['approve', 'reject', 'request_changes', 'replan', 'cancel']);
  });

  it('[F-GV-05] an expired gate offers no decision any more, only what still helps', () => {
    expect(isOver(gate, 9_999)).toBe(false);
    expect(isOver(gate, 10_000)).toBe(true);
    expect(isOver({ ...gate, expired: true }, 0)).toBe(true);
    expect(names({ ...gate, allowedActions: [...gate.allowedActions, 'reopen'] }, true)).toEqual(['replan', 'cancel', 'reopen']);
    expect(names({ ...gate, kind: 'reviewer', allowedActions: ['claim', 'submit_verdict', 'replan', 'cancel'] }, true)).toEqual([
      'replan',
      'cancel',
    ]);
  });

  it('[A-049] a blocker is resolved at its own route, also late', () => {
    const blocker = {
      ...gate,
      kind: 'blocker',
      waitId: 'execution:a1',
      candidateHash: null,
      allowedActions: ['resolve', 'replan', 'cancel'],
    };
    expect(posted(blocker, 'resolve', true)).toEqual({
      path: '/api/agent/workroom/runs/run-1/tasks/release/blockers/execution%3Aa1/resolve',
      body: { operationId: 'op-1', projectId: 'demo', expectedSequence: 41 },
    });
    expect(posted(blocker, 'replan')?.body).toMatchObject({ action: 'request_replan', reasonCode: 'blocker_recovery' });
  });

  it('[A-050] a review is claimed at its own route', () => {
    const review = {
      ...gate,
      kind: 'reviewer',
      waitId: 'review:c:3',
      allowedActions: ['claim', 'submit_verdict', 'reassign', 'replan', 'cancel'],
    };
    expect(posted(review, 'claim')).toEqual({
      path: '/api/agent/workroom/reviews/review%3Ac%3A3/claim',
      body: { operationId: 'op-1', projectId: 'demo', runId: 'run-1', expectedSequence: 41 },
    });
    expect(names(review, false)).toEqual(['claim', 'replan', 'cancel']);
  });

  it('[A-046] Run control is measured against what is on screen; a cancel gives running work 30 s', () => {
    const pause = {
      ...gate,
      kind: 'pause',
      taskKey: null,
      taskRef: null,
      taskRevision: null,
      candidateHash: null,
      allowedActions: ['resume', 'cancel'],
    };
    expect(posted(pause, 'resume')).toEqual({
      path: '/api/agent/workroom/control',
      body: {
        version: 1,
        operationId: 'op-1',
        projectId: 'demo',
        runId: 'run-1',
        expectedSequence: 41,
        action: 'resume',
        reasonCode: 'operator_request',
      },
    });
    expect(posted(pause, 'cancel')?.body).toMatchObject({ action: 'cancel', controlDeadline: 35_000 });
  });

  it('warns before what cannot be undone', () => {
    const warned = actionsOf(gate, false).filter(({ warning }) => warning !== null);
    expect(warned.map(({ action }) => action)).toEqual(['cancel']);
  });
});
