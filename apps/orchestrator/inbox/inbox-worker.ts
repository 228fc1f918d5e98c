// Works through the Inboxes: one proposal of a conversation at a time, in its order; conversations do not wait for each other.
import { applicationOperationId, CLAIM_LEASE_MS } from '#domain/ingress';
import type { InboxState, ProposalState } from '#domain/ingress';
import { Conflict, Rejection, systemActor, Unavailable } from '#domain/kernel';
import type { CommandMeta } from '#domain/kernel';
import { eventIdOfSource } from '../intake/proposal-source.js';
import { claimableProposals, MAX_DRAIN } from '#domain/processes';
import type { Commands } from '../facts/commands.js';
import type { FactTail } from '../facts/fact-tail.js';
import type { InboxBoard } from '../facts/inbox-board.js';
import type { RoomVoice } from '../rooms/room-voice.js';
import type { Application } from './application.js';
import type { Settlement } from './settlement.js';

export interface InboxWorkerPorts {
  readonly board: InboxBoard;
  readonly tail: Pick<FactTail, 'reached'>;
  readonly commands: Commands;
  readonly application: Application;
  readonly voice: RoomVoice;
  readonly now: () => number;
  readonly newId: () => string;
  /** How long a clarification stays open, milliseconds. */
  readonly clarificationOpenMs: number;
  readonly onDefect: (name: string, error: unknown) => void;
}

/** A claim is renewed at a third of its lease. */
const RENEW_MS = CLAIM_LEASE_MS / 3;

interface Claimed {
  readonly projectId: string;
  readonly proposal: ProposalState;
  readonly claimId: string;
}

export class InboxWorker {
  readonly #active = new Map<string, Promise<void>>();
  readonly #stop = new AbortController();
  /** Claims that a process before this one left behind: the Journal has one writer, so nobody else holds them. */
  readonly #orphans = new Map<string, string>();

  constructor(
    private readonly ports: InboxWorkerPorts,
    private readonly wake: () => void,
  ) {}

  /** To be called once, after the board was loaded and before the first drain. */
  adopt(): void {
    for (const { state } of this.ports.board.all.values()) {
      for (const id of state.open) {
        const proposal = state.proposals.get(id);
        if (proposal?.status === 'claimed' && proposal.claim) this.#orphans.set(id, proposal.claim.claimId);
      }
    }
  }

  get isIdle(): boolean {
    return this.#active.size === 0;
  }

  /** Resolves when the proposals in hand, as of now, have ended. */
  async settled(): Promise<void> {
    await Promise.all(this.#active.values());
  }

  /** Starts what can be started; what is started ends by itself and wakes the next drain. */
  async drain(): Promise<void> {
    for (const [projectId, { state }] of this.ports.board.all) {
      await this.#expire(projectId, state);
      for (const proposal of [...this.#orphaned(state), ...claimableProposals(state, this.ports.now(), MAX_DRAIN)]) {
        const key = `${projectId} ${proposal.sourceEvent.conversationKey}`;
        if (this.#active.has(key)) continue;
        const claimId = this.#orphans.get(proposal.proposalId) ?? `claim:${this.ports.newId()}`;
        this.#start(key, { projectId, proposal, claimId });
      }
    }
  }

  /** Resolves when the proposals in hand have ended. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#active.values());
  }

  #orphaned(state: InboxState): readonly ProposalState[] {
    return [...this.#orphans.keys()].flatMap((id) => {
      const proposal = state.proposals.get(id);
      return proposal?.status === 'claimed' ? [proposal] : [];
    });
  }

  #start(key: string, claimed: Claimed): void {
    const ended = this.#work(claimed)
      .catch((error: unknown) => {
        if (!this.#stop.signal.aborted) this.ports.onDefect('inbox', error);
      })
      .finally(() => {
        this.#active.delete(key);
        this.wake();
      });
    this.#active.set(key, ended);
  }

  async #work(claimed: Claimed): Promise<void> {
    const { projectId, proposal, claimId } = claimed;
    const { proposalId } = proposal;
    if (!(await this.#claim(claimed))) {
      await this.ports.board.current(projectId);
      return;
    }
    this.#orphans.delete(proposalId);
    const renewing = setInterval(() => void this.#claim(claimed).catch(() => undefined), RENEW_MS);
    try {
      const settlement = await this.ports.application.settle(projectId, proposal, this.#stop.signal);
      await this.#answer(claimed, settlement);
      await this.#record(claimed, settlement);
    } catch (error) {
      if (!(error instanceof Unavailable) && !(error instanceof Conflict)) throw error;
      if (this.#stop.signal.aborted) return;
      await this.#send(claimed, 'schedule_retry', { proposalId, claimId, reasonCode: 'downstream_unavailable' });
    } finally {
      clearInterval(renewing);
    }
  }

  /** False when the proposal was settled or taken meanwhile. */
  async #claim(claimed: Claimed): Promise<boolean> {
    const { proposal, claimId } = claimed;
    try {
      await this.#send(claimed, 'claim_proposal', { proposalId: proposal.proposalId, claimId });
      return true;
    } catch (error) {
      if (error instanceof Rejection && (error.code === 'PROPOSAL_STATE' || error.code === 'PROPOSAL_CLAIMED')) return false;
      throw error;
    }
  }

  async #answer({ projectId, proposal }: Claimed, { lines, ...settlement }: Settlement): Promise<void> {
    const text = lines.filter((line) => line !== '');
    if (text.length === 0) return;
    const { proposalId, sourceEvent, amendments } = proposal;
    const round = settlement.outcome === 'applied' ? 'applied' : settlement.reasonCode;
    await this.ports.voice.answer(
      {
        projectId,
        conversationKey: sourceEvent.conversationKey,
        sourceKey: `reply:${proposalId}:${amendments.length}:${round}`,
        eventId: eventIdOfSource(amendments.at(-1)?.ref ?? sourceEvent.ref),
      },
      text,
    );
  }

  async #record(claimed: Claimed, settlement: Settlement): Promise<void> {
    const { proposalId } = claimed.proposal;
    const base = { proposalId, claimId: claimed.claimId, operationId: applicationOperationId(proposalId) };
    if (settlement.outcome === 'applied') {
      const { kind, resultRef } = settlement;
      const result = resultRef === null ? {} : { resultRef };
      await this.#send(claimed, 'apply_proposal', { ...base, kind, ...result, openHandoff: false });
    } else {
      const openForMs = this.ports.clarificationOpenMs;
      await this.#send(claimed, 'require_clarification', { ...base, reasonCode: settlement.reasonCode, openForMs });
    }
  }

  async #expire(projectId: string, state: InboxState): Promise<void> {
    const now = this.ports.now();
    const over = state.open.some((id) => (state.proposals.get(id)?.clarification?.openUntil ?? Infinity) <= now);
    if (!over) return;
    const meta = { ...this.#meta(projectId), actor: systemActor('clock') };
    await this.#seen(await this.ports.commands.inbox(projectId, 'expire_clarifications', {}, meta));
  }

  async #send<Type extends 'claim_proposal' | 'apply_proposal' | 'require_clarification' | 'schedule_retry'>(
    { projectId, proposal }: Claimed,
    type: Type,
    data: Parameters<typeof Commands.prototype.inbox<Type>>[2],
  ): Promise<void> {
    const meta = this.#meta(projectId, eventIdOfSource(proposal.sourceEvent.ref));
    await this.#seen(await this.ports.commands.inbox(projectId, type, data, meta));
  }

  /** The board has to know what was written before it is asked for the next proposal. */
  async #seen({ position }: { readonly position: number | null }): Promise<void> {
    if (position !== null) await this.ports.tail.reached(position);
  }

  #meta(projectId: string, correlationId: string | null = null): CommandMeta {
    return {
      commandId: this.ports.newId(),
      projectId,
      actor: systemActor('ingress'),
      capability: null,
      correlationId,
      causationId: null,
      traceparent: null,
    };
  }
}
