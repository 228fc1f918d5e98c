// From a typed chat command to the same request that the HTTP route makes.
import type { ControlCommand } from '#domain/ingress';
import { Rejection } from '#domain/kernel';
import type { CommandMeta } from '#domain/kernel';
import type { Receipt } from '#contracts/codec';
import type { PersonCommands } from '../control/person-commands.js';

/** Throws what the Kernel refuses. */
export function controlOf(
  people: PersonCommands,
  meta: CommandMeta,
  asked: { readonly operationId: string; readonly expectedSequence: number | null },
  command: ControlCommand,
): Promise<Receipt> {
  const base = { ...asked, projectId: meta.projectId ?? '' };
  switch (command.family) {
    case 'run': {
      const { runId, action, reasonCode } = command;
      return people.runControl(meta, { ...base, runId, action, reasonCode });
    }
    case 'budget': {
      const { runId, kind, amount } = command;
      return people.runControl(meta, { ...base, runId, action: 'raise_budget', reasonCode: 'operator_request', kind, amount });
    }
    case 'plan-gate':
    case 'gate': {
      const { runId, taskKey, gateId, decision, reason } = command;
      const request = { ...base, runId, taskKey, gateId, decision, taskRevision: null };
      return people.decideGate(meta, reason === null ? request : { ...request, reason });
    }
    case 'task': {
      const { runId, taskKey, lane, rank } = command;
      const request = { ...base, runId, taskKey, lane, taskRevision: null };
      return people.changePriority(meta, rank === null ? request : { ...request, localRank: rank });
    }
    case 'lease': {
      const { assignmentId, reason } = command;
      return people.releaseLease(meta, { ...base, runId: null, assignmentId, reason });
    }
    case 'effect':
    case 'data-lifecycle':
    case 'portfolio':
      return Promise.reject(
        new Rejection(
          'AUTHORITY_PORT_MISSING',
          `Commands of the family ${command.family} have no authority port in this Project.`,
          {
            family: command.family,
          },
        ),
      );
  }
}
