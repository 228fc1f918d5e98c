// Every call of every agent, a strategy's included, passes one gate before it has any effect.

export interface GatedCall {
  /** `namespace:tool`, e.g. `shell:bash`. */
  readonly identity: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export type GateDecision = { readonly decision: 'allow' } | { readonly decision: 'deny'; readonly reason: string };

/** A gate that throws denies. */
export type ToolGate = (call: GatedCall) => Promise<GateDecision>;
