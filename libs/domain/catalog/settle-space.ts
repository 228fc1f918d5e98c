// Brings the binding history of an address in line with the Catalog when a message arrives, and says how that message is read.
import { endpointRef } from './address.js';
import type { Definitions } from './definition.js';
import type { Space } from './space.js';
import type { SpaceBinding } from './catalog-events.js';
import type { SpaceChange, SpaceState } from './space-decider.js';

export interface SpaceSettlement {
  /** In order; releases come before bindings. Empty when history already agrees. */
  readonly changes: readonly { readonly type: 'bind_space' | 'release_space'; readonly data: SpaceChange }[];
  /**
   * `read`: under the present space. `late`: at or before an anchor, ignored and never reread under another space.
   * `consumed`: the first message after leaving, not read again as chat.
   */
  readonly reading: 'read' | 'late' | 'consumed';
}

type Wanted = Pick<SpaceBinding, 'space' | 'projectId' | 'endpointRef'>;

function wantedBindings(space: Space, definitions: Definitions): readonly Wanted[] {
  if (space.space === 'chat') return [];
  if (space.space === 'workroom') {
    return [{ space: 'workroom', projectId: space.projectId, endpointRef: space.primaryEndpoint }];
  }
  return space.projectIds.map((projectId) => {
    const room = definitions[projectId]?.sponsorConversation;
    return { space: 'sponsor_room', projectId, endpointRef: room ? endpointRef(room) : space.primaryEndpoint };
  });
}

const same = (one: Wanted, other: Wanted): boolean =>
  one.space === other.space && one.projectId === other.projectId && one.endpointRef === other.endpointRef;

/** `sequence` is the message's place in its conversation, from 1. Entering anchors at sequence - 1, leaving at sequence. */
export function settleSpace(
  state: SpaceState,
  space: Space,
  definitions: Definitions,
  catalogRevision: string,
  sequence: number,
): SpaceSettlement {
  if (sequence <= state.anchor) return { changes: [], reading: 'late' };
  const wanted = wantedBindings(space, definitions);
  const gone = state.bindings.filter((binding) => !wanted.some((want) => same(want, binding)));
  const fresh = wanted.filter((want) => !state.bindings.some((binding) => same(want, binding)));
  const leaving = wanted.length === 0 && gone.length > 0;
  const anchor = leaving ? sequence : sequence - 1;
  const change = (type: 'bind_space' | 'release_space', { space, projectId, endpointRef }: Wanted) => ({
    type,
    data: { space, projectId, endpointRef, effectiveAfterConversationSequence: anchor, catalogRevision },
  });
  return {
    changes: [...gone.map((want) => change('release_space', want)), ...fresh.map((want) => change('bind_space', want))],
    reading: leaving ? 'consumed' : 'read',
  };
}
