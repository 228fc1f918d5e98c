// What a model provider promises about the text it is sent. A declaration is the Sponsor's word, so it is read closed and never guessed.
import { joinPath, Reading, Rejection } from '#domain/kernel';
import type { Confidentiality } from './descriptor.js';
import { ANY_CATEGORY, sealContract, type DestinationTerms } from './destination.js';
import type { Destination, ProjectTenant } from './rooms.js';

/** `ai.workroom.disclosure.modelProviders.<alias>`; the alias is the key of `ai.providers`. */
export interface ModelDeclaration {
  readonly endpoint: string;
  readonly owner: string;
  readonly trustDomain: string;
  readonly processingRegions: readonly string[];
  readonly maxConfidentiality: Confidentiality;
  readonly external: boolean;
  readonly noTraining: boolean;
  readonly allowsRedisclosure: boolean;
  readonly supportsDeletion: boolean;
  readonly loggingMode: DestinationTerms['loggingMode'];
  readonly maximumRetentionSeconds: number;
}

const REQUIRED = [
  'endpoint',
  'processingRegions',
  'maxConfidentiality',
  'external',
  'noTraining',
  'loggingMode',
  'maximumRetentionSeconds',
  'allowsRedisclosure',
  'supportsDeletion',
];
const LEVELS: readonly Confidentiality[] = ['public', 'project_internal', 'confidential', 'restricted'];
const NAME = /^[A-Za-z0-9][A-Za-z0-9:._@/+=#-]{0,255}$/;
const PLACEHOLDER = /^(REPLACE_WITH_.*|PROVIDER_ALIAS)$/;

function placeholders(reading: Reading, value: unknown, path: string): void {
  if (typeof value === 'string' && PLACEHOLDER.test(value)) reading.report(path, 'still is a placeholder');
  else if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value)) {
      if (PLACEHOLDER.test(key)) reading.report(joinPath(path, key), 'still is a placeholder');
      placeholders(reading, part, joinPath(path, key));
    }
  }
}

function readDeclaration(reading: Reading, value: unknown, path: string): ModelDeclaration {
  const fields = reading.record(value, path, REQUIRED, ['owner', 'trustDomain']);
  const at = (key: string): string => joinPath(path, key);
  const flag = (key: string): boolean => reading.flag(fields[key], at(key), false);
  const regions = reading.list(fields['processingRegions'], at('processingRegions'), (item, where) =>
    reading.matching(item, where, NAME),
  );
  if (Array.isArray(fields['processingRegions']) && regions.length === 0)
    reading.report(at('processingRegions'), 'must name a region');
  return {
    endpoint: reading.text(fields['endpoint'], at('endpoint'), 1024),
    owner: reading.matching(fields['owner'] ?? 'provider', at('owner'), NAME),
    trustDomain: reading.matching(fields['trustDomain'] ?? 'provider', at('trustDomain'), NAME),
    processingRegions: regions,
    maxConfidentiality: reading.word(fields['maxConfidentiality'], at('maxConfidentiality'), LEVELS, 'public'),
    external: flag('external'),
    noTraining: flag('noTraining'),
    allowsRedisclosure: flag('allowsRedisclosure'),
    supportsDeletion: flag('supportsDeletion'),
    loggingMode: reading.word(fields['loggingMode'], at('loggingMode'), ['disabled', 'metadata_only', 'full'], 'full'),
    maximumRetentionSeconds: reading.integer(fields['maximumRetentionSeconds'], at('maximumRetentionSeconds'), 1, 4_000_000_000),
  };
}

/** Reads the `modelProviders` map. Throws Rejection VALUE_INVALID naming every path: a missing field, an unknown key, a placeholder left in. */
export function readModelDeclarations(value: unknown): Readonly<Record<string, ModelDeclaration>> {
  const reading = new Reading();
  placeholders(reading, value, '');
  const entries = Object.entries(reading.map(value, ''));
  const declarations = entries.map(([alias, part]) => [alias, readDeclaration(reading, part, joinPath('', alias))] as const);
  if (reading.problems.length === 0) return Object.fromEntries(declarations);
  const list = reading.problems.map(({ path, problem }) => `${path} ${problem}`).join('; ');
  throw new Rejection('VALUE_INVALID', `The declarations of model providers are not valid: ${list}.`, {
    problems: reading.problems,
  });
}

const LOOPBACK = /^https?:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?(\/|$)/i;

/** Whether a base URL names this machine by a literal loopback name. */
export const isLoopback = (baseUrl: string): boolean => LOOPBACK.test(baseUrl);

/** The shipped contract of a model on this machine; a hosted one gets none by itself. */
export const loopbackDeclaration = (baseUrl: string): ModelDeclaration | null =>
  isLoopback(baseUrl)
    ? {
        endpoint: baseUrl,
        owner: 'self',
        trustDomain: 'self',
        processingRegions: ['local'],
        maxConfidentiality: 'confidential',
        external: false,
        noTraining: true,
        allowsRedisclosure: false,
        supportsDeletion: true,
        loggingMode: 'disabled',
        maximumRetentionSeconds: 1,
      }
    : null;

/** The destination `model:<alias>` under a declaration that is in force. */
export function modelDestination(tenant: ProjectTenant, alias: string, declaration: ModelDeclaration): Destination {
  const { endpoint: _, ...terms } = declaration;
  const contract = sealContract({
    ...terms,
    ...tenant,
    endpointId: `model:${alias}`,
    allowedCategories: [ANY_CATEGORY],
    recipientSnapshotRevision: null,
    recipientSnapshotDigest: null,
    contractRevision: '1',
  });
  return { contract, recipients: null };
}
