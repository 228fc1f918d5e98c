// Fixed ids, texts and principals for specs: the same input gives the same value.
import type { Actor, ActorRole, CommandMeta, PayloadReference } from '#domain/kernel';
import { PAYLOAD_KIND, sha256Hex, systemActor } from '#domain/kernel';

/** A UUID version 7 whose time is 2026-01-01 and whose tail is `n`. */
export const commandIdOf = (n: number): string => `019b7a00-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

export const digestOf = (name: string): string => `sha256:${sha256Hex(name)}`;
export const contentHashOf = (text: string): string => `hmac-sha256:${sha256Hex(`key:${text}`)}`;

/** A reference as the vault would give it for `text`; it holds nothing of the text. */
export const textOf = (fieldPath: string, text: string): PayloadReference => ({
  version: 1,
  kind: PAYLOAD_KIND,
  fieldPath,
  contentHash: contentHashOf(text),
  receipt: { objectId: `object:${sha256Hex(text).slice(0, 16)}`, descriptorDigest: digestOf(`descriptor:${text}`) },
});

export const person = (id: string, role: ActorRole = 'sponsor'): Actor => ({
  principalId: `sandbox:${id}`,
  kind: 'human',
  role,
});
export const agent = (key: string, role: ActorRole): Actor => ({ principalId: `agent:${key}`, kind: 'agent', role });
export const system = systemActor;

/** Who sends what for which Project, with no token: as the orchestrator's own processes do. */
export const metaOf = (actor: Actor, projectId: string | null, n: number): CommandMeta => ({
  commandId: commandIdOf(n),
  projectId,
  actor,
  capability: null,
  correlationId: null,
  causationId: null,
  traceparent: null,
});
