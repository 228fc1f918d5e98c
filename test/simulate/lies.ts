// Corrupted messages: each has one thing wrong with it for which it may never leave a fact.
import type { Actor, ActorRole, CommandMeta } from '#domain/kernel';
import { ROLES } from '#domain/run';
import type { RunCommand } from '#domain/run';
import { agent, commandIdOf, digestOf } from '#testing';
import type { Message } from './message.js';
import type { Random } from './random.js';
import { messageOf } from './scene.js';
import type { World } from './world.js';

type Data = Readonly<Record<string, unknown>>;
/** null where the lie does not fit the command. */
type Lie = (
  command: RunCommand,
  random: Random,
  world: World,
) => { readonly data?: Data; readonly meta?: Partial<CommandMeta> } | null;

const ROLE_NAMES: readonly ActorRole[] = [
  'participant',
  'executor',
  'reviewer',
  'scheduler',
  'clock',
  'workspace',
  'planning',
  'supply',
];
const KINDS: Readonly<Partial<Record<ActorRole, Actor['kind']>>> = { participant: 'human', executor: 'agent', reviewer: 'agent' };

const capability = (command: RunCommand, change: Data) => ({
  capability: {
    sub: command.meta.actor.principalId,
    role: command.meta.actor.role,
    project: command.meta.projectId ?? '',
    run: command.data.runId,
    ...change,
  } as NonNullable<CommandMeta['capability']>,
});
const spoken = ({ data }: RunCommand): Data | null => ('envelopeDigest' in data ? (data as unknown as Data) : null);

const LIES: Readonly<Record<string, Lie>> = {
  'another project': () => ({ meta: { projectId: 'other' } }),
  'no project': () => ({ meta: { projectId: null } }),
  'token of another project': (command) => ({ meta: capability(command, { project: 'other' }) }),
  'token of another run': (command) => ({ meta: capability(command, { run: 'run-of-somebody-else' }) }),
  'token of another principal': (command) => ({ meta: capability(command, { sub: 'agent:mallory' }) }),
  'token of another role': (command) => ({ meta: capability(command, { role: 'participant' }) }),
  'token of another assignment': (command) =>
    'assignmentId' in command.data ? { meta: capability(command, { assignment: 'assignment:other' }) } : null,
  'service token without a person': (command) =>
    command.meta.actor.kind === 'human' ? null : { meta: capability(command, { role: 'gateway' }) },
  'wrong role': (command, random) => {
    const role = random.pick(ROLE_NAMES.filter((one) => !ROLES[command.type].includes(one)));
    return role ? { meta: { actor: { ...command.meta.actor, role, kind: KINDS[role] ?? 'system' } } } : null;
  },
  'wrong kind': ({ meta }) => ({ meta: { actor: { ...meta.actor, kind: meta.actor.kind === 'human' ? 'agent' : 'human' } } }),
  'unknown key': ({ data }) => ({ data: { ...data, force: true } }),
  'unknown task': ({ data }) => ('taskKey' in data ? { data: { ...data, taskKey: 'nowhere' } } : null),
  'future sequence': ({ data }) =>
    'expectedSequence' in data && data.expectedSequence !== null ? { data: { ...data, expectedSequence: 1_000_000 } } : null,
  'lower fence': (command) => {
    const data = spoken(command);
    return data && (data['fence'] as number) > 1 ? { data: { ...data, fence: (data['fence'] as number) - 1 } } : null;
  },
  'other attempt': (command) => {
    const data = spoken(command);
    return data && { data: { ...data, attempt: (data['attempt'] as number) + 1 } };
  },
  'other envelope': (command) => {
    const data = spoken(command);
    return data && { data: { ...data, envelopeDigest: digestOf('another envelope') } };
  },
  'another agent with this envelope': (command) =>
    spoken(command) && command.meta.actor.kind === 'agent'
      ? { meta: { actor: agent('mallory', command.meta.actor.role) } }
      : null,
  'held by an agent': (command) => {
    const data = command.data as unknown as Data;
    const approves = data['decision'] === 'approve';
    return approves && data['authority']
      ? { data: { ...data, authority: { ...(data['authority'] as Data), agentHeld: true } } }
      : null;
  },
  'no sponsor': (command) => {
    const { actor } = command.meta;
    const data = command.data as unknown as Data;
    if (actor.role !== 'sponsor' || !data['authority']) return null;
    return { data: { ...data, authority: { ...(data['authority'] as Data), isSponsor: false } } };
  },
};

const NAMES = Object.keys(LIES);

/** A message with one thing wrong; null where nothing fits. */
export function corrupt({ command }: Message, random: Random, world: World): Message | null {
  const name = random.pick(NAMES) as string;
  const change = LIES[name]?.(command, random, world);
  if (!change) return null;
  const meta = { ...command.meta, commandId: commandIdOf(world.nextCommand()), ...change.meta };
  world.counts.add(`lie ${name}`);
  return messageOf({ ...command, data: change.data ?? command.data, meta } as RunCommand, name);
}

/** The key of a known operation with other content. */
export function drifted(message: Message, world: World): Message | null {
  const { command } = message;
  if (!('operationId' in command.data) || command.type === 'admit_workflow_plan' || !('expectedSequence' in command.data))
    return null;
  const known = world.store.operations.get(`run-${command.data.runId} operationId ${command.data.operationId}`);
  if (!known || !('reasonCode' in command.data)) return null;
  const reasonCode = command.data.reasonCode === 'operator_request' ? 'policy_change' : 'operator_request';
  const meta = { ...command.meta, commandId: commandIdOf(world.nextCommand()) };
  world.counts.add('lie other content under a known operation');
  return messageOf(
    { ...command, data: { ...command.data, reasonCode }, meta } as RunCommand,
    'other content under a known operation',
  );
}
