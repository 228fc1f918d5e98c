// The vault over any store: one random data key an object, wrapped by the root key; each opening is audited before it is answered.
import { createHmac, randomBytes } from 'node:crypto';
import { v7 } from 'uuid';
import { canonicalJson, digest, PAYLOAD_KIND, Rejection, sha256Hex, Unavailable } from '#domain/kernel';
import type { PayloadReference } from '#domain/kernel';
import { AuditQueue } from './audit-queue.js';
import { describePayload, VAULT_LOCATION } from './descriptor.js';
import type { RootKey } from './root-key.js';
import { KEY_BYTES, seal, unseal } from './seal.js';
import type { VaultAudit, VaultObject, VaultStore } from './vault-store.js';
import { Vault } from './vault.js';
import type { OpenPayload, PayloadDescriptor, RegisterPayload } from './vault.js';

/** The longest body, in bytes of UTF-8. */
export const MAX_BODY_BYTES = 64 * 1024 * 1024;
/** An object that nothing refers to after this time is erased. */
export const UNREFERENCED_MS = 86_400_000;
const SWEEP_PAGE = 200;

export interface VaultOptions {
  readonly rootKey: RootKey;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** `ai.workroom.disclosure.tenantId`; without it each Project is a tenant of its own, `workroom:<projectId>`. */
  readonly tenantId?: string;
}

interface Outcome {
  readonly outcome: VaultAudit['outcome'];
  readonly body?: string;
  readonly refusal?: Rejection;
}

export class EncryptedVault extends Vault {
  readonly #store: VaultStore;
  readonly #audits: AuditQueue;
  readonly #rootKey: RootKey;
  readonly #now: () => number;
  readonly #tenantId: string | undefined;
  readonly #contentKeys = new Map<string, Promise<Buffer>>();

  constructor(store: VaultStore, options: VaultOptions) {
    super();
    this.#store = store;
    this.#audits = new AuditQueue(store);
    this.#rootKey = options.rootKey;
    this.#now = options.now;
    this.#tenantId = options.tenantId;
  }

  async registerAll(payloads: readonly RegisterPayload[]): Promise<readonly PayloadReference[]> {
    if (payloads.length === 0) return [];
    const sealed = await Promise.all(payloads.map((payload) => this.#seal(payload)));
    const stored = await this.#store.register(sealed);
    return stored.map((object, index) => ({
      version: 1,
      kind: PAYLOAD_KIND,
      fieldPath: payloads[index]?.fieldPath ?? '',
      contentHash: object.contentHash,
      receipt: { objectId: object.objectId, descriptorDigest: object.descriptorDigest },
    }));
  }

  async open(request: OpenPayload): Promise<string> {
    const { objectId } = request.reference.receipt;
    const object = await this.#known(objectId);
    const { outcome, body, refusal } = await this.#outcome(object, request);
    await this.#audit({
      auditId: v7(),
      objectId,
      at: this.#now(),
      principalId: request.principalId,
      purpose: request.purpose,
      channel: request.channel,
      disposition: request.disposition,
      decisionDigest: request.decisionDigest,
      outcome,
    });
    if (refusal) throw refusal;
    return body ?? '';
  }

  async describe(objectId: string): Promise<PayloadDescriptor> {
    const { aadJson } = await this.#known(objectId);
    return (JSON.parse(aadJson) as { descriptor: PayloadDescriptor }).descriptor;
  }

  markReferenced(objectIds: readonly string[]): Promise<void> {
    return objectIds.length ? this.#store.reference(objectIds) : Promise.resolve();
  }

  markAbandoned(objectIds: readonly string[]): Promise<void> {
    return objectIds.length ? this.#store.abandon(objectIds) : Promise.resolve();
  }

  async sweep(
    isReferenced: (object: { objectId: string; streamId: string; commandId: string }) => Promise<boolean>,
  ): Promise<number> {
    const before = this.#now() - UNREFERENCED_MS;
    let erased = 0;
    for (;;) {
      const page = await this.#store.unreferenced(before, SWEEP_PAGE);
      const found: string[] = [];
      const lost: string[] = [];
      for (const object of page) ((await isReferenced(object)) ? found : lost).push(object.objectId);
      await this.markReferenced(found);
      if (lost.length) await this.#store.erase(lost);
      erased += lost.length;
      if (page.length < SWEEP_PAGE) return erased;
    }
  }

  async contentHash(projectId: string, text: string): Promise<string> {
    return this.#hash(await this.#contentKey(projectId), Buffer.from(text, 'utf8'));
  }

  close(): Promise<void> {
    this.#contentKeys.clear();
    return Promise.resolve();
  }

  async #seal(payload: RegisterPayload): Promise<VaultObject> {
    const plain = Buffer.from(payload.body, 'utf8');
    if (plain.byteLength > MAX_BODY_BYTES) {
      throw new Rejection(
        'BODY_TOO_LARGE',
        `The text of ${payload.fieldPath} has ${plain.byteLength} bytes; the vault takes at most ${MAX_BODY_BYTES}. Send a shorter one.`,
      );
    }
    const now = this.#now();
    const objectId = v7();
    const contentHash = this.#hash(await this.#contentKey(payload.projectId), plain);
    const tenantId = this.#tenantId ?? `workroom:${payload.projectId}`;
    const descriptor = describePayload(payload, { objectId, payloadHash: contentHash, tenantId, now });
    const aadJson = canonicalJson({ descriptor, locations: [VAULT_LOCATION] });
    const dataKey = randomBytes(KEY_BYTES);
    const { streamId, commandId, fieldPath, projectId } = payload;
    return {
      objectId,
      registrationKey: sha256Hex(canonicalJson([streamId, commandId, fieldPath, contentHash])),
      projectId,
      state: 'registered',
      streamId,
      commandId,
      contentHash,
      descriptorDigest: digest(descriptor),
      aadJson,
      keyId: this.#rootKey.keyId,
      wrappedKey: this.#rootKey.wrap(dataKey, aadJson),
      body: seal(dataKey, plain, aadJson),
      registeredAt: now,
    };
  }

  async #outcome(object: VaultObject, request: OpenPayload): Promise<Outcome> {
    const { objectId } = object;
    if (request.disposition !== 'full') {
      const reasons = request.reasons ?? [];
      return {
        outcome: 'denied',
        refusal: new Rejection(
          'DISCLOSURE_DENIED',
          `Object ${objectId} may not go to ${request.channel} for ${request.purpose}: ${request.disposition}${reasons.length ? ` (${reasons.join(', ')})` : ''}.`,
          { objectId, disposition: request.disposition, reasons },
        ),
      };
    }
    const descriptor = descriptorOf(object);
    if (object.state === 'erased' || (descriptor && descriptor.retention.deleteAfter <= this.#now())) {
      const why = object.state === 'erased' ? 'was erased' : 'is past its retention';
      const message = `The body of object ${objectId} ${why}; only its descriptor remains.`;
      return { outcome: 'unavailable', refusal: new Rejection('PAYLOAD_UNAVAILABLE', message, { objectId }) };
    }
    const plain = descriptor && this.#decrypt(object, descriptor);
    if (plain) {
      const contentHash = this.#hash(await this.#contentKey(object.projectId), plain);
      const { reference } = request;
      if (
        contentHash === descriptor.payloadHash &&
        contentHash === reference.contentHash &&
        object.descriptorDigest === reference.receipt.descriptorDigest
      ) {
        return { outcome: 'opened', body: plain.toString('utf8') };
      }
    }
    const message = `Object ${objectId} does not match its seal or its reference: restore it from a backup of the store and its root key.`;
    return { outcome: 'corrupt', refusal: new Rejection('PAYLOAD_CORRUPT', message, { objectId }) };
  }

  #decrypt(object: VaultObject, descriptor: PayloadDescriptor): Buffer | undefined {
    if (!object.wrappedKey || !object.body || descriptor.objectId !== object.objectId) return undefined;
    if (digest(descriptor) !== object.descriptorDigest) return undefined;
    const dataKey = this.#rootKey.unwrap(object.wrappedKey, object.aadJson);
    return dataKey && unseal(dataKey, object.body, object.aadJson);
  }

  async #known(objectId: string): Promise<VaultObject> {
    const object = await this.#store.find(objectId);
    if (object) return object;
    throw new Rejection('OBJECT_NOT_FOUND', `The vault has no object ${objectId}.`, { objectId });
  }

  async #audit(record: VaultAudit): Promise<void> {
    try {
      await this.#audits.add(record);
    } catch (cause) {
      throw new Unavailable(
        'AUDIT_UNAVAILABLE',
        `The opening of object ${record.objectId} could not be recorded, so nothing is shown. Mend the store and try again.`,
        1000,
        { objectId: record.objectId },
        { cause },
      );
    }
  }

  #hash(key: Buffer, bytes: Uint8Array): string {
    return `hmac-sha256:${createHmac('sha256', key).update(bytes).digest('hex')}`;
  }

  /** 32 random bytes made at the Project's first text; never changed afterwards. */
  #contentKey(projectId: string): Promise<Buffer> {
    let key = this.#contentKeys.get(projectId);
    if (!key) {
      key = this.#loadContentKey(projectId);
      this.#contentKeys.set(projectId, key);
      key.catch(() => this.#contentKeys.delete(projectId));
    }
    return key;
  }

  async #loadContentKey(projectId: string): Promise<Buffer> {
    const additional = canonicalJson({ projectId, use: 'content-hash' });
    const stored =
      (await this.#store.projectKey(projectId)) ??
      (await this.#store.addProjectKey({
        projectId,
        keyId: this.#rootKey.keyId,
        wrappedKey: this.#rootKey.wrap(randomBytes(KEY_BYTES), additional),
      }));
    const key = this.#rootKey.unwrap(stored.wrappedKey, additional);
    if (key) return key;
    throw new Rejection(
      'PAYLOAD_CORRUPT',
      `The content key of Project ${projectId} does not open with root key ${this.#rootKey.keyId}: restore the store from a backup.`,
      { projectId },
    );
  }
}

/** undefined when the stored text is no descriptor any more. */
function descriptorOf(object: VaultObject): PayloadDescriptor | undefined {
  try {
    return (JSON.parse(object.aadJson) as { descriptor?: PayloadDescriptor }).descriptor;
  } catch {
    return undefined;
  }
}
