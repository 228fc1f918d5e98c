// Where the vault keeps what it has sealed. A store sees wrapped keys and ciphertext only.

/** registered → referenced | abandoned → erased; abandoned may become registered (the command came again) or referenced. */
export type VaultObjectState = 'registered' | 'referenced' | 'abandoned' | 'erased';

export interface VaultObject {
  readonly objectId: string;
  /** One registration of one text: stream, command, field path and content hash; null once erased. */
  readonly registrationKey: string | null;
  readonly projectId: string;
  readonly state: VaultObjectState;
  readonly streamId: string;
  readonly commandId: string;
  /** `hmac-sha256:` + 64 hex digits. */
  readonly contentHash: string;
  readonly descriptorDigest: string;
  /** Canonical JSON of descriptor and locations as first registered: the additional data of body and wrapped key. */
  readonly aadJson: string;
  /** The root key that wraps the data key. */
  readonly keyId: string;
  /** Base64 of 60 bytes; null once erased. */
  readonly wrappedKey: string | null;
  /** nonce (12) + tag (16) + ciphertext; null once erased. */
  readonly body: Uint8Array | null;
  /** Epoch milliseconds. */
  readonly registeredAt: number;
}

export interface VaultAudit {
  readonly auditId: string;
  readonly objectId: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly principalId: string;
  readonly purpose: string;
  readonly channel: string;
  readonly disposition: string;
  readonly decisionDigest: string;
  readonly outcome: 'opened' | 'denied' | 'unavailable' | 'corrupt';
}

/** The content key of a Project, wrapped. */
export interface ProjectKey {
  readonly projectId: string;
  /** The root key that wraps it. */
  readonly keyId: string;
  readonly wrappedKey: string;
}

/** Each method is one durable transaction: when its promise resolves, all of it is stored; when it rejects, none of it. */
export abstract class VaultStore {
  /**
   * Stores each object, or finds the one with its registrationKey: that one is answered as it stands, an abandoned one registered anew
   * at the new time. Answers in the given order.
   */
  abstract register(objects: readonly VaultObject[]): Promise<readonly VaultObject[]>;
  abstract find(objectId: string): Promise<VaultObject | undefined>;
  /** Registered and abandoned become referenced; erased ones stay erased. */
  abstract reference(objectIds: readonly string[]): Promise<void>;
  /** Registered become abandoned; what is referenced stays referenced. */
  abstract abandon(objectIds: readonly string[]): Promise<void>;
  /** Registered and abandoned objects with registeredAt < before, oldest first, without their bodies. */
  abstract unreferenced(
    before: number,
    limit: number,
  ): Promise<readonly Pick<VaultObject, 'objectId' | 'streamId' | 'commandId'>[]>;
  /** Destroys wrapped key and body of these objects beyond recovery from the store's own files; their descriptors stay. */
  abstract erase(objectIds: readonly string[]): Promise<void>;
  abstract audit(records: readonly VaultAudit[]): Promise<void>;
  abstract projectKey(projectId: string): Promise<ProjectKey | undefined>;
  /** The first one stored wins, and is answered. */
  abstract addProjectKey(key: ProjectKey): Promise<ProjectKey>;
  /** Ids of the root keys that any wrapped key in the store needs. */
  abstract rootKeyIds(): Promise<readonly string[]>;
}
