// A small decider for specs of the Journal: it counts, up to a limit, and can be closed.
import { digest, Rejection, systemActor } from '#domain/kernel';
import type { Command, DecideContext, Decider, DomainEvent, Recorded } from '#domain/kernel';

export type Counted =
  DomainEvent<'counter.added', { by: number; operationId: string }> | DomainEvent<'counter.closed', { operationId: string }>;

export type Count =
  | Command<'add', { by: number; operationId: string; note?: string }>
  | Command<'close', { operationId: string }>
  | Command<'touch', { operationId: string }>;

export interface Counter {
  readonly total: number;
  readonly closed: boolean;
  readonly contexts: number;
  readonly at: number;
}

export const counter: Decider<Counter, Count, Counted> = {
  name: 'counter',
  version: 1,
  initial: { total: 0, closed: false, contexts: 0, at: 0 },
  admit(_, command) {
    if (command.meta.projectId !== 'demo') throw new Rejection('RUN_PROJECT_MISMATCH', 'Another Project.');
  },
  operation: ({ type, data }) => ({ kind: 'operationId', key: data.operationId, digest: digest({ type, ...data }) }),
  decide(state, command, _context: DecideContext) {
    if (state.closed) throw new Rejection('RUN_TERMINAL', 'The counter is closed.');
    const { operationId } = command.data;
    if (command.type === 'touch') return [];
    if (command.type === 'close') return [{ type: 'counter.closed', data: { operationId } }];
    const { by } = command.data;
    if (by === 0) throw new Rejection('VALUE_INVALID', 'Nothing to add.');
    return [
      { type: 'counter.added', data: { by, operationId } },
      { type: 'counter.added', data: { by, operationId } },
    ];
  },
  evolve(state, event: Recorded<Counted>) {
    switch (event.type) {
      case 'counter.added':
        return { ...state, total: state.total + event.data.by, at: event.at };
      case 'counter.closed':
        return { ...state, closed: true, at: event.at };
      default:
        throw new Rejection('EVENT_UNKNOWN', `${(event as DomainEvent).type} is no event of a counter.`);
    }
  },
};

/** A UUID version 7 that follows from a number. */
export const uuid = (n: number): string => `0198c0de-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

export const command = <Type extends Count['type']>(
  type: Type,
  data: Extract<Count, { type: Type }>['data'],
  n: number,
  over: Partial<Command['meta']> = {},
): Extract<Count, { type: Type }> =>
  ({
    type,
    data,
    meta: {
      commandId: uuid(n),
      projectId: 'demo',
      actor: systemActor('scheduler'),
      capability: null,
      correlationId: null,
      causationId: null,
      traceparent: null,
      ...over,
    },
  }) as Extract<Count, { type: Type }>;
