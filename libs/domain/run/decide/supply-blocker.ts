// The blocker of a task that nobody can be found for; its system owner resolves it when supply appears.
import type { RunEventData } from '../events/run-event.js';

export const SUPPLY_OWNER = 'workroom-scheduler-assignment-supply';
export const SUPPLY_BLOCKER_MS = 300_000;
/** Withdrawals for want of a claim after which the task counts as without supply. */
export const MAX_UNCLAIMED = 3;

export const supplyBlocker = (taskKey: string, decisionId: string, now: number): RunEventData<'task.blocked'> => ({
  taskKey,
  blockerId: `scheduler-supply:${decisionId}`,
  kind: 'capability',
  owner: SUPPLY_OWNER,
  reason: null,
  deadline: now + SUPPLY_BLOCKER_MS,
  allowedActions: ['resolve', 'replan', 'cancel'],
});
