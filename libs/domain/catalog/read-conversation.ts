// Reads the parts of a definition that say where its rooms are and who speaks there.
import { joinPath, type Reading } from '#domain/kernel';
import type {
  AssignmentRoute,
  Clearance,
  Conversation,
  ConversationKind,
  Member,
  MemberRole,
  MessageRoute,
} from './definition.js';

const PLATFORM_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const PLACE_ID = /^[^\s\p{Cc}]{1,256}$/u;
const REPOSITORY_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*\/[A-Za-z0-9._-]+$/;
const DIGITS = /^[0-9]{1,20}$/;
const AGENT_KEY = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const ROLES: readonly MemberRole[] = ['orchestrator', 'executor', 'reviewer', 'integration'];
const CLEARANCES: readonly Clearance[] = ['public', 'project_internal', 'confidential', 'restricted'];

export function readConversation(
  reading: Reading,
  value: unknown,
  path: string,
  kinds: readonly ConversationKind[],
): Conversation | null {
  if (value === undefined || value === null) return null;
  const fields = reading.record(value, path, ['adapter', 'endpoint', 'kind', 'id', 'agent'], ['audience', 'repositoryId']);
  const at = (key: string): string => joinPath(path, key);
  const kind = reading.word(fields['kind'], at('kind'), kinds, 'group');
  const id = reading.matching(fields['id'], at('id'), kind === 'repository' ? REPOSITORY_NAME : PLACE_ID);
  const repositoryId = fields['repositoryId'] ?? null;
  if (repositoryId !== null && kind !== 'repository') reading.report(at('repositoryId'), 'belongs to kind repository only');
  return {
    adapter: reading.matching(fields['adapter'], at('adapter'), PLATFORM_NAME),
    endpoint: reading.matching(fields['endpoint'], at('endpoint'), PLATFORM_NAME),
    kind,
    id,
    repositoryId: repositoryId === null ? null : reading.matching(repositoryId, at('repositoryId'), DIGITS),
    agent: reading.matching(fields['agent'], at('agent'), AGENT_KEY),
    audience: readAudience(reading, fields['audience'], at('audience')),
  };
}

/** Saving a room is the Sponsor's declaration that its members may see project_internal content; this narrows or widens it. */
function readAudience(reading: Reading, value: unknown, path: string): { maxConfidentiality: Clearance } {
  if (value === undefined) return { maxConfidentiality: 'project_internal' };
  const fields = reading.record(value, path, ['maxConfidentiality']);
  const maximum = joinPath(path, 'maxConfidentiality');
  return { maxConfidentiality: reading.word(fields['maxConfidentiality'], maximum, CLEARANCES, 'project_internal') };
}

export function readMember(reading: Reading, value: unknown, path: string): Member {
  const fields = reading.record(value, path, ['agent', 'role'], ['assignmentRoute', 'messageRoute']);
  return {
    agent: reading.matching(fields['agent'], joinPath(path, 'agent'), AGENT_KEY),
    role: reading.word(fields['role'], joinPath(path, 'role'), ROLES, 'executor'),
    assignmentRoute: readAssignmentRoute(reading, fields['assignmentRoute'], joinPath(path, 'assignmentRoute')),
    messageRoute: readMessageRoute(reading, fields['messageRoute'], joinPath(path, 'messageRoute')),
  };
}

/** Omitted means local; a remote route names its endpoint and never guesses. */
function readAssignmentRoute(reading: Reading, value: unknown, path: string): AssignmentRoute {
  if (value === undefined) return { kind: 'local' };
  const remote = reading.map(value, path)['kind'] === 'remote';
  const fields = reading.record(value, path, remote ? ['kind', 'endpointId'] : ['kind']);
  const kind = reading.word(fields['kind'], joinPath(path, 'kind'), ['local', 'remote'], 'local');
  if (kind === 'local') return { kind };
  return { kind, endpointId: reading.matching(fields['endpointId'], joinPath(path, 'endpointId'), PLATFORM_NAME) };
}

function readMessageRoute(reading: Reading, value: unknown, path: string): MessageRoute | null {
  if (value === undefined || value === null) return null;
  const fields = reading.record(value, path, ['adapter', 'endpoint']);
  return {
    adapter: reading.matching(fields['adapter'], joinPath(path, 'adapter'), PLATFORM_NAME),
    endpoint: reading.matching(fields['endpoint'], joinPath(path, 'endpoint'), PLATFORM_NAME),
  };
}
