// Workspace hosts and ingress: what they report changes no status, and they report it even after the end.
import type { RunCommandData } from '#domain/run';
import { contentHashOf, digestOf, system } from '#testing';
import type { Message } from '../message.js';
import { authorityOf, nextOperation, REQUESTER, say } from '../scene.js';
import type { Scene } from '../scene.js';

type WorkspaceFact = RunCommandData<'record_workspace'>['fact'];

export function workspace(scene: Scene): Message | null {
  const { world, random, state, run } = scene;
  const known = random.pick(state.workspaces);
  if (!known) return null;
  if (random.chance(0.2)) {
    const name = `change-set:${nextOperation(world)}`;
    return say(scene, 'seal_change_set', system('workspace'), {
      changeSetRef: name,
      changeSetHash: digestOf(name),
      assignmentId: known.assignmentId,
      baseRevision: known.baseRevision,
      manifestDigest: digestOf(`manifest of ${name}`),
    });
  }
  const { leaseRef, fence } = known;
  const fact = random.pick<WorkspaceFact>([
    {
      type: 'workspace.checkpointed',
      leaseRef,
      checkpointRef: `checkpoint:${run.runId.slice(-8)}`,
      checkpointDigest: digestOf('checkpoint'),
      fence,
    },
    { type: 'workspace.sealed', leaseRef, fence, manifestDigest: digestOf('manifest') },
    { type: 'workspace.discarded', leaseRef, fence, cause: 'accepted' },
    { type: 'workspace.quarantined', leaseRef, blockerId: `workspace-blocker:${leaseRef.slice(-8)}`, cause: 'cleaning_failed' },
  ]);
  return say(scene, 'record_workspace', system('workspace'), { fact: fact as WorkspaceFact });
}

/** On behalf of the requester: the source of the work was edited or deleted. */
export function ingress(scene: Scene): Message | null {
  const { world, random, state, now } = scene;
  const operationId = nextOperation(world);
  const said = { operationId, expectedSequence: state.sequence, authority: authorityOf(REQUESTER, { isSponsor: false }) };
  if (random.chance(0.3)) return say(scene, 'request_replan', system('ingress'), { ...said, reasonCode: 'requirements_changed' });
  if (random.chance(0.1)) {
    return say(scene, 'cancel_run', system('ingress'), {
      ...said,
      reasonCode: 'no_longer_required',
      controlDeadline: now + 5_000,
    });
  }
  return say(scene, 'note_source', system('ingress'), {
    proposalId: operationId,
    sourceEventRef: 'conversation-event:3',
    sourceEventDigest: contentHashOf('edited'),
    change: random.pick(['edited', 'deleted'] as const),
    policy: random.pick(['withdraw', 'amend', 'ignore'] as const),
  });
}
