// The decider of `inbox-<projectId>`. It arbitrates what people asked; Runs and Tasks are made elsewhere, by the governed planning entry alone.
import { Rejection, checkShape, digest } from '#domain/kernel';
import type { DecideContext, Decider, Operation } from '#domain/kernel';
import { abandonHandoff, claimHandoff, deliverHandoff } from './handoff-rules.js';
import { INBOX_COMMANDS, type InboxCommand, type InboxCommandOf } from './inbox-commands.js';
import { proposalIdOf, type InboxEvent } from './inbox-events.js';
import { evolveInbox, initialInbox, type InboxState } from './inbox-state.js';
import { amend, apply, claim, clarify, dispositionTaskInput, expire, retry, withdraw } from './proposal-rules.js';
import { noteSourceChange } from './source-change.js';

function refuseScope(message: string): never {
  throw new Rejection('CONTROL_SCOPE_NOT_EXACT', message);
}

function admit(state: InboxState, command: InboxCommand): void {
  const { meta } = command;
  if (meta.projectId === null) refuseScope(`The command ${command.type} names no Project.`);
  if (state.projectId !== null && state.projectId !== meta.projectId) {
    refuseScope(`This Inbox belongs to Project ${state.projectId}, not to ${meta.projectId}.`);
  }
  if (command.type === 'propose') admitProposal(command);
  checkShape(INBOX_COMMANDS[command.type], command.data, command.type);
  checkActor(command);
}

function admitProposal({ data, meta }: InboxCommandOf<'propose'>): void {
  const { sourceEvent, spaceDecision, proposalId } = data;
  if (!Number.isSafeInteger(sourceEvent?.sequence) || sourceEvent.sequence < 1) {
    throw new Rejection('SEQUENCE_MISSING', 'The conversation event has no durable sequence: nothing is proposed.');
  }
  if (spaceDecision?.projectId !== meta.projectId) refuseScope('The space decision names another Project than the command.');
  if (proposalId !== proposalIdOf(spaceDecision.projectId, sourceEvent.ref)) {
    throw new Rejection('VALUE_INVALID', 'proposalId must follow from the Project and its source event.', {
      field: 'proposalId',
    });
  }
}

/** The named Orchestrator owns the Inbox and arbitrates TaskInput; every other step is the ingress service's. */
function checkActor({ type, data, meta }: InboxCommand): void {
  const { principalId, kind, role } = meta.actor;
  const service = kind === 'system' && role === 'ingress';
  const arbiter = type === 'disposition_task_input' && kind === 'agent' && role === 'orchestrator';
  const clock = type === 'expire_clarifications' && kind === 'system' && role === 'clock';
  const author = type === 'propose' && kind === 'human' && data.principal.principalId === principalId;
  if (service || arbiter || clock || author) return;
  throw new Rejection('ACTOR_NOT_AUTHORIZED', `${principalId} may not send ${type} to an Inbox.`, { principalId });
}

/** Values that intake fills in stay out of the digest; a second application meets the key of the first. */
function operation({ type, data, meta }: InboxCommand): Operation {
  if (type === 'propose') {
    const { sourceEvent, principal, intent, target } = data;
    const said = { sourceEvent, principalId: principal.principalId, intent, target };
    return { kind: 'proposalId', key: data.proposalId, digest: digest(said) };
  }
  if (type === 'apply_proposal') {
    const { proposalId, operationId, kind } = data;
    return { kind: 'operationId', key: operationId, digest: digest({ proposalId, kind }) };
  }
  return { kind: 'commandId', key: meta.commandId, digest: digest({ type, data }) };
}

function propose({ data }: InboxCommandOf<'propose'>): readonly InboxEvent[] {
  const { target, ...proposed } = data;
  if (target === null) return [{ type: 'project_inbox.proposed', data: proposed }];
  return [{ type: 'task_input.proposed', data: { ...proposed, target } }];
}

function decide(state: InboxState, command: InboxCommand, { now }: DecideContext): readonly InboxEvent[] {
  switch (command.type) {
    case 'propose':
      return propose(command);
    case 'claim_proposal':
      return claim(state, command.data, now);
    case 'apply_proposal':
      return apply(state, command.data);
    case 'require_clarification':
      return clarify(state, command.data, now);
    case 'schedule_retry':
      return retry(state, command.data, now);
    case 'amend_proposal':
      return amend(state, command.data, now);
    case 'withdraw_proposal':
      return withdraw(state, command.data, now);
    case 'note_source_change':
      return noteSourceChange(state, command.data);
    case 'expire_clarifications':
      return expire(state, now);
    case 'disposition_task_input':
      return dispositionTaskInput(state, command.data, command.meta.actor.principalId);
    case 'claim_handoff':
      return claimHandoff(state, command.data, now);
    case 'deliver_handoff':
      return deliverHandoff(state, command.data);
    case 'abandon_handoff':
      return abandonHandoff(state, command.data);
  }
}

export const inboxDecider: Decider<InboxState, InboxCommand, InboxEvent> = {
  name: 'inbox',
  version: 1,
  initial: initialInbox,
  admit,
  operation,
  decide,
  evolve: evolveInbox,
};
