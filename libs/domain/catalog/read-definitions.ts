// Reads the `workrooms` document: closed keys, defaults filled in, and every rule of the Catalog checked before anything is saved.
import { joinPath, Reading, Rejection, type Problem } from '#domain/kernel';
import type { CatalogContext } from './catalog-context.js';
import { checkDefinition } from './check-definition.js';
import { checkAddresses } from './check-addresses.js';
import type { Definitions, SourceChangeRule, WorkroomDefinition, Workspace } from './definition.js';
import { readConversation, readMember } from './read-conversation.js';

const PROJECT_ID = /^[a-z0-9][a-z0-9_-]{0,63}$/;
const GIT_URL = /^(https?|ssh|git|file):\/\/[^\s\p{Cc}]{1,1024}$/u;
const GIT_REF = /^(?!.*\.\.)(?!.*\.lock$)[A-Za-z0-9][A-Za-z0-9._/+@-]{0,254}$/;
const RULES: readonly SourceChangeRule[] = ['withdraw', 'amend', 'ignore'];
const KEYS = ['name', 'enabled', 'members', 'sponsors'];
const OPTIONAL_KEYS = [
  'projectId',
  'description',
  'separation',
  'conversation',
  'sponsorConversation',
  'workspace',
  'sourceChangePolicy',
];

function readDefinition(reading: Reading, projectId: string, value: unknown, path: string): WorkroomDefinition {
  const fields = reading.record(value, path, KEYS, OPTIONAL_KEYS);
  const at = (key: string): string => joinPath(path, key);
  if (!PROJECT_ID.test(projectId)) reading.report(path, `is no Project id: it must match ${PROJECT_ID.source}`);
  if (Object.hasOwn(fields, 'projectId') && fields['projectId'] !== projectId) {
    reading.report(at('projectId'), 'must equal the key of its record');
  }
  return {
    projectId,
    name: reading.text(fields['name'], at('name'), 128),
    description: fields['description'] ? reading.text(fields['description'], at('description'), 1024) : '',
    enabled: reading.flag(fields['enabled'], at('enabled'), false),
    separation: reading.word(fields['separation'], at('separation'), ['strict', 'solo'], 'strict'),
    members: reading.list(fields['members'], at('members'), (item, where) => readMember(reading, item, where)),
    sponsors: reading.list(fields['sponsors'], at('sponsors'), (item, where) => readSponsor(reading, item, where)),
    conversation: readConversation(reading, fields['conversation'], at('conversation'), ['group', 'channel', 'repository']),
    sponsorConversation: readConversation(reading, fields['sponsorConversation'], at('sponsorConversation'), [
      'group',
      'channel',
    ]),
    workspace: readWorkspace(reading, fields['workspace'], at('workspace')),
    sourceChangePolicy: readSourceChangePolicy(reading, fields['sourceChangePolicy'], at('sourceChangePolicy')),
  };
}

const readSponsor = (reading: Reading, value: unknown, path: string): string =>
  reading.matching(value, path, /^[A-Za-z0-9][A-Za-z0-9:._@/+=#-]{0,255}$/);

function readWorkspace(reading: Reading, value: unknown, path: string): Workspace | null {
  if (value === undefined || value === null) return null;
  const fields = reading.record(value, path, ['kind'], ['path', 'url', 'baseRef']);
  const has = (key: string): boolean => (fields[key] ?? null) !== null;
  if (has('path') === has('url')) reading.report(path, 'must have exactly one of path and url');
  reading.word(fields['kind'], joinPath(path, 'kind'), ['git'], 'git');
  return {
    kind: 'git',
    path: has('path') ? reading.matching(fields['path'], joinPath(path, 'path'), /^[^-\0\s][^\0\r\n]{0,4095}$/) : null,
    url: has('url') ? reading.matching(fields['url'], joinPath(path, 'url'), GIT_URL) : null,
    baseRef: has('baseRef') ? reading.matching(fields['baseRef'], joinPath(path, 'baseRef'), GIT_REF) : 'HEAD',
  };
}

function readSourceChangePolicy(reading: Reading, value: unknown, path: string): WorkroomDefinition['sourceChangePolicy'] {
  const fields = value === undefined ? {} : reading.record(value, path, [], ['edited', 'deleted']);
  return {
    edited: reading.word(fields['edited'], joinPath(path, 'edited'), RULES, 'amend'),
    deleted: reading.word(fields['deleted'], joinPath(path, 'deleted'), RULES, 'withdraw'),
  };
}

/** Shape problems alone hide the rules behind them: those are checked only on a well-formed document. */
export function problemsOf(value: unknown, context: CatalogContext): { definitions: Definitions; problems: readonly Problem[] } {
  const reading = new Reading();
  const entries = Object.entries(reading.map(value, ''));
  const definitions: Definitions = Object.fromEntries(
    entries.map(([id, definition]) => [id, readDefinition(reading, id, definition, joinPath('', id))]),
  );
  if (reading.problems.length === 0) {
    for (const definition of Object.values(definitions)) checkDefinition(reading, definition, context);
    checkAddresses(reading, definitions);
  }
  return { definitions, problems: reading.problems };
}

/** Throws Rejection CATALOG_INVALID that names every path; details `{problems: [{path, problem}]}`. */
export function readDefinitions(value: unknown, context: CatalogContext): Definitions {
  const { definitions, problems } = problemsOf(value, context);
  if (problems.length === 0) return definitions;
  const list = problems.map(({ path, problem }) => `${path} ${problem}`).join('; ');
  throw new Rejection('CATALOG_INVALID', `The Workroom definitions are not valid: ${list}.`, { problems });
}
