// The binding history of one address, append-only, with contiguous revisions; an anchor is the conversation sequence after which a binding counts.
import { Rejection, checkShape, digest, record, shapes } from '#domain/kernel';
import type { Command, Decider, Infer } from '#domain/kernel';
import { boundSpace, catalogRevision, type SpaceBinding, type SpaceEvent } from './catalog-events.js';

export const spaceChange = record({
  space: boundSpace,
  projectId: shapes.projectId,
  endpointRef: shapes.id,
  effectiveAfterConversationSequence: shapes.natural,
  catalogRevision,
});
export type SpaceChange = Infer<typeof spaceChange>;
export type SpaceCommand = Command<'bind_space', SpaceChange> | Command<'release_space', SpaceChange>;

export interface SpaceState {
  /** The bindings in force: one workroom, or any number of Projects that share a Sponsor Room. */
  readonly bindings: readonly SpaceBinding[];
  readonly bindingRevision: number;
  /** The newest anchor; -1 before the first binding. Messages at or before it are never read under the present space. */
  readonly anchor: number;
}

const refuse = (message: string, details: Record<string, unknown>): never => {
  throw new Rejection('CATALOG_INVALID', message, details);
};

function admit(_state: SpaceState, { type, data, meta }: SpaceCommand): void {
  checkShape(spaceChange, data, type);
  if (meta.actor.kind !== 'system' || meta.actor.role !== 'ingress') {
    throw new Rejection('ACTOR_NOT_AUTHORIZED', `Only the ingress service binds spaces, not ${meta.actor.principalId}.`);
  }
}

function decide(state: SpaceState, { type, data }: SpaceCommand): readonly SpaceEvent[] {
  const { projectId, effectiveAfterConversationSequence: anchor } = data;
  if (anchor < state.anchor) {
    throw new Rejection('VALUE_INVALID', `The anchor ${anchor} lies before ${state.anchor}: binding history only grows.`, {
      field: 'effectiveAfterConversationSequence',
    });
  }
  const present = state.bindings.find((binding) => binding.projectId === projectId && binding.space === data.space);
  const next: SpaceBinding = { ...data, bindingRevision: state.bindingRevision + 1 };
  if (type === 'release_space') return present ? [{ type: 'space.released', data: next }] : [];
  if (present && present.endpointRef === data.endpointRef) return [];
  const other = state.bindings.find((binding) => binding.space === 'workroom' || data.space === 'workroom');
  if (other && other !== present) {
    refuse(`The address already is the ${other.space} of Project ${other.projectId}: release it first.`, {
      projectId: other.projectId,
    });
  }
  return [{ type: 'space.bound', data: next }];
}

function evolve(state: SpaceState, event: SpaceEvent): SpaceState {
  const { type, data } = event;
  if (type !== 'space.bound' && type !== 'space.released') {
    throw new Rejection('EVENT_UNKNOWN', `A space stream does not know ${String(type)}.`);
  }
  const rest = state.bindings.filter(({ projectId, space }) => projectId !== data.projectId || space !== data.space);
  return {
    bindings: type === 'space.bound' ? [...rest, data] : rest,
    bindingRevision: data.bindingRevision,
    anchor: data.effectiveAfterConversationSequence,
  };
}

export const spaceDecider: Decider<SpaceState, SpaceCommand, SpaceEvent> = {
  name: 'space',
  version: 1,
  initial: { bindings: [], bindingRevision: 0, anchor: -1 },
  admit,
  operation: ({ type, data, meta }) => ({ kind: 'commandId', key: meta.commandId, digest: digest({ type, data }) }),
  decide,
  evolve,
};
