// A place where a model can be asked, without its key.
import type { ModelContract } from './model-contract.js';
import type { ProviderKind } from './provider-kind.js';

export interface Provider {
  /** `main` is the one that is used where nothing else is said. */
  readonly alias: string;
  readonly kind: ProviderKind;
  readonly baseUrl: string;
  /** null: the first one that the endpoint lists. */
  readonly model: string | null;
  readonly loopback: boolean;
  /**
   * native: the provider's own tool calls. structured: the next call as JSON under a schema, for endpoints whose models are not
   * reliable at native ones.
   */
  readonly toolCalls: 'native' | 'structured';
  /** What ships for this provider; null where only the Sponsor can say. */
  readonly contract: ModelContract | null;
  /** The environment variable or configuration key that named it, for people. */
  readonly from: string;
}

/** One entry of `ai.providers`. */
export interface ProviderConfig {
  readonly kind: ProviderKind;
  readonly baseUrl?: string | undefined;
  readonly model?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly toolCalls?: 'native' | 'structured' | undefined;
}

/** Whether the host of a URL is this machine by its very name. */
export function isLoopback(url: string): boolean {
  let host: string;
  try {
    host = new URL(url).hostname.toLowerCase().replace(/^\[|\]$/g, '');
  } catch {
    return false;
  }
  return host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}
