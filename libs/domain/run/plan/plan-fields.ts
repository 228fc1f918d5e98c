// A planned task as the plan says it and as task.planned says it: the same fields in two arrangements.
import type { RunEventData } from '../events/run-event.js';
import type { PlanTask } from '../records/plan.js';

export function plannedFields(task: PlanTask): RunEventData<'task.planned'> {
  return {
    taskKey: task.key,
    title: task.title,
    required: task.required,
    maxAttempts: task.maxAttempts,
    maxRevisions: task.maxRevisions,
    role: task.role,
    dependsOn: task.dependsOn,
    distinctFrom: task.distinctFrom,
    requires: task.requires,
    sponsorLane: task.scheduler.sponsorLane,
    localRank: task.scheduler.localRank,
    deadline: task.scheduler.deadline,
    enqueuedAt: task.scheduler.enqueuedAt,
    preemptibility: task.scheduler.preemptibility,
    ...(task.approvalGate ? { approvalGate: task.approvalGate } : {}),
  };
}

export function planTaskOf(fields: RunEventData<'task.planned'>): PlanTask {
  return {
    key: fields.taskKey,
    title: fields.title,
    role: fields.role,
    required: fields.required,
    maxAttempts: fields.maxAttempts,
    maxRevisions: fields.maxRevisions,
    dependsOn: fields.dependsOn,
    distinctFrom: fields.distinctFrom,
    requires: fields.requires,
    scheduler: {
      sponsorLane: fields.sponsorLane,
      localRank: fields.localRank,
      enqueuedAt: fields.enqueuedAt,
      deadline: fields.deadline,
      preemptibility: fields.preemptibility,
    },
    ...(fields.approvalGate ? { approvalGate: fields.approvalGate } : {}),
  };
}
