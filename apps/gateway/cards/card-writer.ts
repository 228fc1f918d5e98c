// Posts the card of one fact: titles by the disclosure decision for this room, each card once.
import type { Caller, CommandClient, ConversationAddress, PostCard } from '#contracts/commands';
import type { StoredEvent } from '#contracts/codec';
import type { TextRef } from '#domain/kernel';
import { cardOf } from '#domain/processes';
import type { Card, CardContext, PendingProgress, Speaker } from '#domain/processes';
import { runStatus } from '#domain/run';
import type { RunState } from '#domain/run';
import type { ProjectRooms } from './room-directory.js';
import { recorded } from './run-memory.js';

export interface CardPorts {
  readonly client: CommandClient;
  readonly caller: Caller;
  /** How a deadline is written in a room. */
  readonly formatTime: (epochMs: number) => string;
}

export class CardWriter {
  constructor(private readonly ports: CardPorts) {}

  /** Nothing for a fact without a card. */
  async write(event: StoredEvent, run: RunState, rooms: ProjectRooms): Promise<void> {
    const context = await this.#context(run, rooms, taskKeyOf(event, run));
    const card = cardOf(recorded(event), context, runStatus(run));
    const room = card?.audience === 'sponsor_room' ? rooms.sponsorRoom : rooms.workroom;
    if (card && room) await this.#post(room, `card:${event.eventId}`, run, card);
  }

  /** The aggregated progress of an Assignment. */
  async writeProgress(event: StoredEvent, run: RunState, rooms: ProjectRooms, pending: PendingProgress): Promise<void> {
    const assignment = run.assignments.find(({ assignmentId }) => assignmentId === pending.assignmentId);
    if (!assignment || !rooms.workroom) return;
    const summary = await this.#open(run, pending.summary);
    const units = pending.totalUnits === null ? '' : ` (${pending.completedUnits ?? 0} of ${pending.totalUnits})`;
    const speaker = speakerIn(rooms, assignment.owner);
    const said = `${summary ?? 'works on'}${units}`.replace(/\s+/gu, ' ').slice(0, 200);
    await this.ports.client.ingress.post(this.ports.caller, {
      address: rooms.workroom,
      sourceKey: `card:${event.eventId}:${pending.assignmentId}`,
      author: assignment.owner,
      kind: 'card',
      text: `${speaker ? `[${speaker.name} · ${speaker.role}] ` : ''}Task ${assignment.taskKey}: ${said}`.slice(0, 240),
      card: { kind: 'progress', projectId: run.projectId, runId: run.runId, taskKey: assignment.taskKey },
    });
  }

  async #context(run: RunState, rooms: ProjectRooms, taskKey: string | null): Promise<CardContext> {
    const task = taskKey === null ? undefined : run.tasks[run.taskIndex[taskKey] ?? -1];
    const [runTitle, taskTitle] = await Promise.all([this.#open(run, run.title), task ? this.#open(run, task.plan.title) : null]);
    return {
      run,
      runTitle,
      titleOf: (key) => (key === taskKey ? taskTitle : null),
      speakerOf: (principalId) => speakerIn(rooms, principalId),
      hasSponsorRoom: rooms.sponsorRoom !== null,
      formatTime: this.ports.formatTime,
    };
  }

  /** null where this room may not see the text. */
  async #open({ projectId, runId }: RunState, reference: TextRef): Promise<string | null> {
    if (!reference) return null;
    const { text } = await this.ports.client.payloads.open(this.ports.caller, {
      projectId,
      runId,
      objectId: reference.receipt.objectId,
      contentHash: reference.contentHash,
      purpose: 'workroom_awareness',
      channel: 'workroom_projection',
    });
    return text;
  }

  async #post(address: ConversationAddress, sourceKey: string, { projectId, runId }: RunState, card: Card): Promise<void> {
    const post: PostCard = {
      address,
      sourceKey,
      author: `orchestrator:${projectId}`,
      kind: 'card',
      text: [...card.lines, ...card.commands].join('\n'),
      card: { kind: card.kind, projectId, runId, taskKey: card.taskKey },
    };
    await this.ports.client.ingress.post(this.ports.caller, post);
  }
}

function speakerIn({ project }: ProjectRooms, principalId: string): Speaker | null {
  const agent = principalId.replace(/^agent:/, '');
  const member = project.members.find((one) => one.agent === agent);
  return member ? { name: member.agent, role: member.role } : null;
}

/** The task that a fact is about: named by it, or by its Assignment. */
function taskKeyOf({ data }: StoredEvent, run: RunState): string | null {
  const { taskKey, assignmentId } = data as { readonly taskKey?: unknown; readonly assignmentId?: unknown };
  if (typeof taskKey === 'string') return taskKey;
  if (typeof assignmentId !== 'string') return null;
  const active = run.assignments.find((one) => one.assignmentId === assignmentId);
  if (active) return active.taskKey;
  return run.tasks.find(({ pastAssignments }) => pastAssignments.some((past) => past.assignmentId === assignmentId))?.key ?? null;
}
