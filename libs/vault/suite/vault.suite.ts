// The vault's contract, clause by clause: every driver passes it.
import { Rejection } from '#domain/kernel';
import { EncryptedVault } from '../encrypted-vault.js';
import { ephemeralRootKey } from '../root-key.js';
import type { VaultAudit, VaultObject, VaultStore } from '../vault-store.js';
import type { OpenPayload, RegisterPayload } from '../vault.js';

export interface VaultDriver {
  readonly store: VaultStore;
  audits(): readonly VaultAudit[];
  /** Changes a stored row behind the store's back. */
  tamper(objectId: string, change: (object: VaultObject) => Partial<VaultObject>): void;
  /** From now on no audit record can be written. */
  breakAudit(): void;
  close(): void;
}

const HOUR = 3_600_000;
const TEXT = 'Please audit the Ünïcode repository 🗂';
const payload = (over: Partial<RegisterPayload> = {}): RegisterPayload => ({
  projectId: 'demo',
  kind: 'source_message',
  fieldPath: 'title',
  body: TEXT,
  streamId: 'run-1',
  commandId: 'command-1',
  ...over,
});
const opening = (reference: OpenPayload['reference'], over: Partial<OpenPayload> = {}): OpenPayload => ({
  reference,
  principalId: 'workroom-admin',
  purpose: 'orchestration',
  channel: 'console',
  disposition: 'full',
  decisionDigest: `sha256:${'0'.repeat(64)}`,
  ...over,
});
const code = async (promise: Promise<unknown>): Promise<string> => {
  try {
    await promise;
    return 'no refusal';
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
};

export function vaultSuite(name: string, makeDriver: () => VaultDriver): void {
  describe(`vault: ${name}`, () => {
    let driver: VaultDriver;
    let vault: EncryptedVault;
    let now: number;
    const rootKey = ephemeralRootKey();

    beforeEach(() => {
      now = 1_700_000_000_000;
      driver = makeDriver();
      vault = new EncryptedVault(driver.store, { rootKey, now: () => now });
    });
    afterEach(async () => {
      await vault.close();
      driver.close();
    });
    const erase = async (): Promise<number> => {
      now += 25 * HOUR;
      return vault.sweep(() => Promise.resolve(false));
    };

    it('[K-021] answers a reference with field path, keyed hash and receipt, and opens it to the very text', async () => {
      const reference = await vault.register(payload());
      expect(reference).toEqual({
        version: 1,
        kind: 'governed_workroom_journal_payload',
        fieldPath: 'title',
        contentHash: expect.stringMatching(/^hmac-sha256:[0-9a-f]{64}$/),
        receipt: { objectId: expect.any(String), descriptorDigest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) },
      });
      expect(await vault.open(opening(reference))).toBe(TEXT);
    });

    it('[G-037] keeps no text and no data key in the clear: each object has a key of its own, bound to its descriptor', async () => {
      const [one, other] = await vault.registerAll([payload(), payload({ fieldPath: 'reason' })]);
      const rows = await Promise.all([one, other].map((reference) => driver.store.find(reference?.receipt.objectId ?? '')));
      for (const row of rows) {
        expect(Buffer.from(row?.body ?? []).includes('Ünïcode')).toBe(false);
        expect(JSON.stringify(row)).not.toContain('Ünïcode');
        expect(JSON.parse(row?.aadJson ?? '')).toMatchObject({ descriptor: { objectId: row?.objectId, projectId: 'demo' } });
      }
      expect(rows[0]?.wrappedKey).not.toBe(rows[1]?.wrappedKey);
    });

    it('[G-039] wraps a data key as base64 of nonce, tag and ciphertext: 60 bytes', async () => {
      const { receipt } = await vault.register(payload());
      const row = await driver.store.find(receipt.objectId);
      expect(Buffer.from(row?.wrappedKey ?? '', 'base64')).toHaveLength(60);
    });

    it('gives the same object for the same text of one stream, command and field path, and another one for any other', async () => {
      const first = await vault.register(payload());
      expect(await vault.register(payload())).toEqual(first);
      const others = await vault.registerAll([
        payload({ fieldPath: 'reason' }),
        payload({ commandId: 'command-2' }),
        payload({ streamId: 'run-2' }),
        payload({ body: `${TEXT}!` }),
        payload({ projectId: 'other' }),
      ]);
      expect(new Set([first, ...others].map(({ receipt }) => receipt.objectId)).size).toBe(6);
    });

    it('answers in the given order, also when some of the texts are known already', async () => {
      const known = await vault.register(payload({ body: 'b' }));
      const all = await vault.registerAll(['a', 'b', 'c'].map((body) => payload({ body })));
      expect(all[1]).toEqual(known);
      expect(await Promise.all(all.map((reference) => vault.open(opening(reference))))).toEqual(['a', 'b', 'c']);
    });

    it('hashes equal texts of one Project equally, under a key that no other Project has', async () => {
      const reference = await vault.register(payload());
      expect(await vault.contentHash('demo', TEXT)).toBe(reference.contentHash);
      expect(await vault.contentHash('other', TEXT)).not.toBe(reference.contentHash);
      const again = new EncryptedVault(driver.store, { rootKey, now: () => now });
      expect(await again.contentHash('demo', TEXT)).toBe(reference.contentHash);
    });

    it('[G-010] describes an object without its body', async () => {
      const reference = await vault.register(payload({ kind: 'task_report', subjectRefs: ['subject-1'] }));
      expect(await vault.describe(reference.receipt.objectId)).toMatchObject({
        objectId: reference.receipt.objectId,
        payloadHash: reference.contentHash,
        tenantId: 'workroom:demo',
        projectId: 'demo',
        kind: 'task_report',
        confidentiality: 'project_internal',
        subjectRefs: ['subject-1'],
        retention: { class: 'project_record', minimumRetainUntil: now },
      });
    });

    it('[G-040] records each opening durably before it answers', async () => {
      const reference = await vault.register(payload());
      await vault.open(opening(reference));
      expect(driver.audits()).toEqual([
        {
          auditId: expect.any(String),
          objectId: reference.receipt.objectId,
          at: now,
          principalId: 'workroom-admin',
          purpose: 'orchestration',
          channel: 'console',
          disposition: 'full',
          decisionDigest: `sha256:${'0'.repeat(64)}`,
          outcome: 'opened',
        },
      ]);
    });

    it('records openings that happen together each with its own outcome', async () => {
      const references = await vault.registerAll(['a', 'b', 'c'].map((body) => payload({ body })));
      const asked = references.map((reference, at) => vault.open(opening(reference, at === 1 ? { disposition: 'deny' } : {})));
      const answers = await Promise.allSettled(asked);
      expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : 'refused'))).toEqual(['a', 'refused', 'c']);
      const recorded = new Map(driver.audits().map(({ objectId, outcome }) => [objectId, outcome]));
      expect(references.map(({ receipt }) => recorded.get(receipt.objectId))).toEqual(['opened', 'denied', 'opened']);
      expect(driver.audits()).toHaveLength(3);
    });

    it('[G-S09] returns nothing when the audit record cannot be written', async () => {
      const reference = await vault.register(payload());
      driver.breakAudit();
      const refused = [reference, reference].map((one) => code(vault.open(opening(one))));
      expect(await Promise.all(refused)).toEqual(['AUDIT_UNAVAILABLE', 'AUDIT_UNAVAILABLE']);
    });

    it('[G-041] refuses a denied opening with its reasons, an unknown object, and an erased or expired body', async () => {
      const reference = await vault.register(payload());
      const denied = vault.open(opening(reference, { disposition: 'deny', reasons: ['residency_violation'] }));
      await expect(denied).rejects.toMatchObject({ code: 'DISCLOSURE_DENIED', details: { reasons: ['residency_violation'] } });
      const unknown = { ...reference, receipt: { ...reference.receipt, objectId: 'none' } };
      expect(await code(vault.open(opening(unknown)))).toBe('OBJECT_NOT_FOUND');
      expect(await code(vault.describe('none'))).toBe('OBJECT_NOT_FOUND');
      await vault.markReferenced([reference.receipt.objectId]);
      now = (await vault.describe(reference.receipt.objectId)).retention.deleteAfter;
      expect(await code(vault.open(opening(reference)))).toBe('PAYLOAD_UNAVAILABLE');
      const lost = await vault.register(payload({ commandId: 'command-2' }));
      await erase();
      expect(await code(vault.open(opening(lost)))).toBe('PAYLOAD_UNAVAILABLE');
      expect(driver.audits().map(({ outcome }) => outcome)).toEqual(['denied', 'unavailable', 'unavailable']);
    });

    it.each<[string, (object: VaultObject) => Partial<VaultObject>]>([
      [
        'a flipped bit of the body',
        ({ body }) => ({ body: Uint8Array.from(body ?? [], (byte, at) => (at === 30 ? byte ^ 1 : byte)) }),
      ],
      ['a body cut short', ({ body }) => ({ body: (body ?? new Uint8Array()).subarray(0, 20) })],
      ['another wrapped key', () => ({ wrappedKey: rootKey.wrap(new Uint8Array(32), 'x') })],
      ['a descriptor changed afterwards', ({ aadJson }) => ({ aadJson: aadJson.replace('project_internal', 'public') })],
      ['a descriptor that is no JSON', () => ({ aadJson: '{' })],
      ['another descriptor digest', () => ({ descriptorDigest: `sha256:${'1'.repeat(64)}` })],
    ])('[G-042] refuses %s as corrupt, and audits it', async (_what, change) => {
      const reference = await vault.register(payload());
      driver.tamper(reference.receipt.objectId, change);
      expect(await code(vault.open(opening(reference)))).toBe('PAYLOAD_CORRUPT');
      expect(driver.audits().map(({ outcome }) => outcome)).toEqual(['corrupt']);
    });

    it('[G-042] refuses the row of one object put in the place of another', async () => {
      const [one, other] = await vault.registerAll([payload(), payload({ fieldPath: 'reason' })]);
      if (!one || !other) throw new Error('two references expected');
      const row = await driver.store.find(other.receipt.objectId);
      driver.tamper(one.receipt.objectId, () => ({
        aadJson: row?.aadJson ?? '',
        wrappedKey: row?.wrappedKey ?? null,
        body: row?.body ?? null,
        descriptorDigest: row?.descriptorDigest ?? '',
      }));
      expect(await code(vault.open(opening(one)))).toBe('PAYLOAD_CORRUPT');
    });

    it('refuses a reference whose hash is not that of the object', async () => {
      const reference = await vault.register(payload());
      expect(await code(vault.open(opening({ ...reference, contentHash: `hmac-sha256:${'a'.repeat(64)}` })))).toBe(
        'PAYLOAD_CORRUPT',
      );
    });

    it('[G-043] erases what nothing refers to after 24 h, registered or abandoned, and not before', async () => {
      const [registered, abandoned, referenced] = await vault.registerAll(['a', 'b', 'c'].map((body) => payload({ body })));
      await vault.markAbandoned([abandoned?.receipt.objectId ?? '']);
      await vault.markReferenced([referenced?.receipt.objectId ?? '']);
      now += 24 * HOUR;
      expect(await vault.sweep(() => Promise.resolve(false))).toBe(0);
      now += 1;
      expect(await vault.sweep(() => Promise.resolve(false))).toBe(2);
      const states = [registered, abandoned, referenced].map(
        async (r) => (await driver.store.find(r?.receipt.objectId ?? ''))?.state,
      );
      expect(await Promise.all(states)).toEqual(['erased', 'erased', 'referenced']);
      const gone = await driver.store.find(registered?.receipt.objectId ?? '');
      expect([gone?.wrappedKey, gone?.body, gone?.registrationKey]).toEqual([null, null, null]);
    });

    it('keeps an object that the sweep finds in its stream, and marks it referenced', async () => {
      const reference = await vault.register(payload());
      now += 25 * HOUR;
      const asked: unknown[] = [];
      await vault.sweep((object) => {
        asked.push([object.objectId, object.streamId, object.commandId]);
        return Promise.resolve(true);
      });
      expect(asked).toEqual([[reference.receipt.objectId, 'run-1', 'command-1']]);
      expect((await driver.store.find(reference.receipt.objectId))?.state).toBe('referenced');
      expect(await vault.open(opening(reference))).toBe(TEXT);
    });

    it('never abandons what is referenced, and keeps a text alive that is registered again', async () => {
      const reference = await vault.register(payload());
      await vault.markAbandoned([reference.receipt.objectId]);
      now += 23 * HOUR;
      expect(await vault.register(payload())).toEqual(reference);
      now += 2 * HOUR;
      expect(await vault.sweep(() => Promise.resolve(false))).toBe(0);
      await vault.markReferenced([reference.receipt.objectId]);
      await vault.markAbandoned([reference.receipt.objectId]);
      expect((await driver.store.find(reference.receipt.objectId))?.state).toBe('referenced');
    });

    it('registers an erased text as a new object', async () => {
      const first = await vault.register(payload());
      await erase();
      const second = await vault.register(payload());
      expect(second.receipt.objectId).not.toBe(first.receipt.objectId);
      expect(await vault.open(opening(second))).toBe(TEXT);
    });

    it('sweeps more than one page', async () => {
      await vault.registerAll(Array.from({ length: 450 }, (_, at) => payload({ body: `text ${at}` })));
      expect(await erase()).toBe(450);
    });

    it('names the root keys that its rows need', async () => {
      expect(await driver.store.rootKeyIds()).toEqual([]);
      await vault.register(payload());
      expect(await driver.store.rootKeyIds()).toEqual([rootKey.keyId]);
    });

    it('does not open a Project under another root key', async () => {
      await vault.register(payload());
      const stranger = new EncryptedVault(driver.store, { rootKey: ephemeralRootKey(), now: () => now });
      await expect(stranger.contentHash('demo', TEXT)).rejects.toThrow(Rejection);
    });
  });
}
