// The vault port: bodies, encrypted one key an object; facts hold only references. Every driver passes suite/vault.suite.ts.
import type { PayloadReference } from '#domain/kernel';

export type PayloadKind =
  | 'source_message'
  | 'workroom_fact'
  | 'context_digest'
  | 'task_report'
  | 'artifact'
  | 'evidence'
  | 'execution_trace'
  | 'projection_payload';

export interface RegisterPayload {
  /** '_' for streams without a Project. */
  readonly projectId: string;
  readonly kind: PayloadKind;
  /** The key of the event or record that the reference will stand in. */
  readonly fieldPath: string;
  readonly body: string;
  /** The stream and command that will refer to it: an unreferenced object is abandoned and erased after 24 h. */
  readonly streamId: string;
  readonly commandId: string;
  /** Pseudonyms of the people whom the body is about. */
  readonly subjectRefs?: readonly string[];
}

export interface OpenPayload {
  readonly reference: Pick<PayloadReference, 'contentHash' | 'receipt'>;
  readonly principalId: string;
  readonly purpose: string;
  readonly channel: string;
  /** Digest of the disclosure decision that allows this opening, and its disposition: both stand in the audit record. */
  readonly disposition: 'full' | 'metadata_only' | 'transform_required' | 'approval_required' | 'deny';
  readonly decisionDigest: string;
  /** Why the decision is no full one: shown in the refusal. */
  readonly reasons?: readonly string[];
}

/**
 * `register` is durable before it resolves; the same text registered again for the same stream, command and field path is the same
 * object. `open` writes the audit record durably before it returns content. Thrown: Rejection OBJECT_NOT_FOUND, PAYLOAD_UNAVAILABLE,
 * PAYLOAD_CORRUPT, DISCLOSURE_DENIED, BODY_TOO_LARGE (above 64 MiB); Unavailable AUDIT_UNAVAILABLE.
 */
export abstract class Vault {
  /** All of them in one transaction, answered in the given order: what one command says is registered at once. */
  abstract registerAll(payloads: readonly RegisterPayload[]): Promise<readonly PayloadReference[]>;
  async register(payload: RegisterPayload): Promise<PayloadReference> {
    const [reference] = await this.registerAll([payload]);
    if (!reference) throw new Error('The vault registered a text and answered no reference.');
    return reference;
  }
  abstract open(request: OpenPayload): Promise<string>;
  /** The descriptor of an object, without its body. */
  abstract describe(objectId: string): Promise<PayloadDescriptor>;
  /** A commit refers to these objects now. */
  abstract markReferenced(objectIds: readonly string[]): Promise<void>;
  /** The command was a duplicate or was refused: nothing will refer to them. */
  abstract markAbandoned(objectIds: readonly string[]): Promise<void>;
  /**
   * Destroys the data keys of registered and abandoned objects older than 24 h to which nothing refers; returns how many.
   * `isReferenced` reads the noted stream: an object found there is marked referenced.
   */
  abstract sweep(
    isReferenced: (object: { objectId: string; streamId: string; commandId: string }) => Promise<boolean>,
  ): Promise<number>;
  /** `hmac-sha256:` + 64 hex digits under the Project's content key. */
  abstract contentHash(projectId: string, text: string): Promise<string>;
  abstract close(): Promise<void>;
}

export interface PayloadDescriptor {
  readonly objectId: string;
  readonly payloadHash: string;
  readonly tenantId: string;
  readonly projectId: string;
  readonly kind: PayloadKind;
  readonly confidentiality: 'public' | 'project_internal' | 'confidential' | 'restricted' | 'unknown';
  readonly categories: readonly string[];
  readonly allowedPurposes: readonly string[];
  readonly allowedRegions: readonly string[];
  readonly subjectRefs: readonly string[];
  readonly retention: { readonly class: string; readonly minimumRetainUntil: number; readonly deleteAfter: number };
  readonly lineage: { readonly sourceObjectIds: readonly string[]; readonly transformRef?: string };
  readonly classificationSource: string;
  readonly classificationPolicyRevision: string;
}
