// What may be asked of an Inbox. None of it sets the state of a Task.
import { nullable, optional, record, shapes, word } from '#domain/kernel';
import type { Command, Infer } from '#domain/kernel';
import { CLARIFICATION_REASONS } from './clarification.js';
import {
  abandonReason,
  amendmentMode,
  appliedKind,
  authorityRequirement,
  intent,
  principalSnapshot,
  sourceChange,
  sourceDisposition,
  sourceEvent,
  sourcePolicy,
  spaceDecision,
  taskInputDisposition,
  taskInputTarget,
} from './inbox-events.js';

const { id, anyDigest, count, flag } = shapes;
const proposal = { proposalId: id, claimId: id };

export const INBOX_COMMANDS = {
  /** Says that a message arrived; with `target` it is an exact TaskInput. */
  propose: record({
    proposalId: id,
    sourceEvent,
    principal: principalSnapshot,
    intent,
    spaceDecision,
    authorityRequirement,
    target: nullable(taskInputTarget),
  }),
  /** The same claimId renews the lease. */
  claim_proposal: record(proposal),
  /** openHandoff: a discussion that the Orchestrator is to answer. */
  apply_proposal: record({ ...proposal, operationId: id, kind: appliedKind, resultRef: optional(id), openHandoff: flag }),
  require_clarification: record({
    ...proposal,
    operationId: id,
    reasonCode: word(...CLARIFICATION_REASONS),
    /** How long the clarification stays open, milliseconds. */
    openForMs: count,
  }),
  schedule_retry: record({ ...proposal, reasonCode: word('downstream_unavailable') }),
  /** The same person answers the clarification; principalId is already the person (identity links resolved). */
  amend_proposal: record({
    proposalId: id,
    amendmentSourceRef: id,
    amendmentDigest: anyDigest,
    sequence: count,
    mode: amendmentMode,
    samePerson: flag,
  }),
  withdraw_proposal: record({ proposalId: id, samePerson: flag }),
  /** An edit or deletion of the source message, with the disposition that `sourceDispositionOf` gave. */
  note_source_change: record({
    proposalId: id,
    change: sourceChange,
    policy: sourcePolicy,
    sourceEventRef: id,
    sourceEventDigest: anyDigest,
    sequence: count,
    disposition: sourceDisposition,
  }),
  /** Settles every clarification whose time has passed. */
  expire_clarifications: record({}),
  disposition_task_input: record({ proposalId: id, disposition: taskInputDisposition }),
  claim_handoff: record(proposal),
  deliver_handoff: record({ ...proposal, deliveryId: id }),
  abandon_handoff: record({ ...proposal, reasonCode: abandonReason }),
} as const;

export type InboxCommandType = keyof typeof INBOX_COMMANDS;
export type InboxCommandData<Type extends InboxCommandType> = Infer<(typeof INBOX_COMMANDS)[Type]>;
export type InboxCommandOf<Type extends InboxCommandType> = { [T in Type]: Command<T, InboxCommandData<T>> }[Type];
export type InboxCommand = InboxCommandOf<InboxCommandType>;
