// What providers declare about the texts that are sent to them: shipped, dated, with the source. A Sponsor makes a hosted one theirs.
import type { ProviderKind } from './provider-kind.js';

export interface ModelContract {
  readonly endpoint: string;
  readonly owner: string;
  readonly trustDomain: string;
  readonly processingRegions: readonly string[];
  readonly maxConfidentiality: 'public' | 'project_internal' | 'confidential' | 'restricted';
  readonly external: boolean;
  readonly noTraining: boolean;
  readonly allowsRedisclosure: boolean;
  readonly supportsDeletion: boolean;
  readonly loggingMode: 'disabled' | 'metadata_only' | 'full';
  readonly maximumRetentionSeconds: number;
  /** ISO date on which the source was read. */
  readonly declaredOn: string;
  readonly source: string;
  /** What has to be so at the Sponsor's account for it to hold. */
  readonly condition: string | null;
}

const DAY = 86_400;

const hosted = {
  external: true,
  maxConfidentiality: 'project_internal',
  allowsRedisclosure: false,
  supportsDeletion: true,
  loggingMode: 'full',
  maximumRetentionSeconds: 30 * DAY,
  declaredOn: '2026-11-30',
} as const;

const HOSTED: Readonly<Partial<Record<ProviderKind, Omit<ModelContract, 'endpoint'>>>> = {
  anthropic: {
    ...hosted,
    owner: 'Anthropic PBC',
    trustDomain: 'anthropic.com',
    processingRegions: ['us'],
    noTraining: true,
    source: 'https://privacy.anthropic.com/en/articles/7996866-how-long-do-you-store-personal-data',
    condition: 'The commercial API. Content that is flagged as a violation of the usage policy may be kept for up to two years.',
  },
  openai: {
    ...hosted,
    owner: 'OpenAI OpCo LLC',
    trustDomain: 'openai.com',
    processingRegions: ['us'],
    noTraining: true,
    source: 'https://developers.openai.com/api/docs/guides/your-data',
    condition: 'Sharing of data for training was not switched on for the organization.',
  },
  openrouter: {
    ...hosted,
    owner: 'OpenRouter Inc.',
    trustDomain: 'openrouter.ai',
    processingRegions: ['us', 'unspecified'],
    noTraining: true,
    allowsRedisclosure: true,
    source: 'https://openrouter.ai/docs/features/zdr',
    condition: 'The account allows only endpoints with zero data retention, and its own data collection is off.',
  },
};

/** A model on this machine: nothing leaves it. */
const loopbackContract = (endpoint: string): ModelContract => ({
  endpoint,
  owner: 'this machine',
  trustDomain: 'local',
  processingRegions: ['local'],
  maxConfidentiality: 'restricted',
  external: false,
  noTraining: true,
  allowsRedisclosure: false,
  supportsDeletion: true,
  loggingMode: 'disabled',
  maximumRetentionSeconds: 1,
  declaredOn: '2026-11-30',
  source: 'a loopback address',
  condition: null,
});

/** null for an endpoint elsewhere of which nothing is known. */
export function shippedContract(kind: ProviderKind, endpoint: string, loopback: boolean): ModelContract | null {
  if (loopback) return loopbackContract(endpoint);
  const contract = HOSTED[kind];
  return contract ? { endpoint, ...contract } : null;
}
