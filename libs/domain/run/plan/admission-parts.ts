// What an admission says, digest by digest: a replay is told from drift, and the drift is named.
import { digest } from '../../kernel/index.js';
import type { TextRef } from '../../kernel/index.js';
import type { RunEventData } from '../events/run-event.js';
import type { Plan } from '../records/plan.js';
import type { AdmissionState } from '../state.js';

export type AdmissionParts = AdmissionState['parts'];

/** The plan's digest: over all of it but the digest itself. */
export function planDigest(plan: Plan): string {
  const { digest: _own, ...rest } = plan;
  return digest(rest);
}

export function admissionParts(
  projectId: string,
  title: TextRef,
  said: Omit<RunEventData<'plan.admitted'>, 'operationId'>,
): AdmissionParts {
  const { tasks, digest: _own, ...header } = said.plan;
  return {
    run: digest({
      projectId,
      title,
      sourceEventRef: said.sourceEventRef,
      sourceEventDigest: said.sourceEventDigest,
      requesterPrincipalId: said.requesterPrincipalId,
      separation: said.separation,
      baseRevision: said.baseRevision,
    }),
    plan: digest({
      header,
      schedulerPolicy: said.schedulerPolicy,
      orchestratorAgentDefinitionId: said.orchestratorAgentDefinitionId,
    }),
    tasks: digest(tasks.map(({ approvalGate: _gate, ...task }) => task)),
    gates: digest(tasks.map((task) => task.approvalGate ?? null)),
  };
}
