// The vault's rows in memory: the double of every test, and the store of runs that keep nothing.
import { VaultStore } from '../vault-store.js';
import type { ProjectKey, VaultAudit, VaultObject } from '../vault-store.js';

export class MemoryVaultStore extends VaultStore {
  readonly #objects = new Map<string, VaultObject>();
  readonly #registrations = new Map<string, string>();
  readonly #projectKeys = new Map<string, ProjectKey>();
  readonly audits: VaultAudit[] = [];

  register(objects: readonly VaultObject[]): Promise<readonly VaultObject[]> {
    return Promise.resolve(objects.map((object) => this.#register(object)));
  }

  find(objectId: string): Promise<VaultObject | undefined> {
    return Promise.resolve(this.#objects.get(objectId));
  }

  reference(objectIds: readonly string[]): Promise<void> {
    for (const id of objectIds) {
      this.#change(id, (object) => (object.state === 'erased' ? object : { ...object, state: 'referenced' }));
    }
    return Promise.resolve();
  }

  abandon(objectIds: readonly string[]): Promise<void> {
    for (const id of objectIds) {
      this.#change(id, (object) => (object.state === 'registered' ? { ...object, state: 'abandoned' } : object));
    }
    return Promise.resolve();
  }

  unreferenced(before: number, limit: number): Promise<readonly VaultObject[]> {
    const open = [...this.#objects.values()].filter(
      ({ state, registeredAt }) => (state === 'registered' || state === 'abandoned') && registeredAt < before,
    );
    return Promise.resolve(open.sort((a, b) => a.registeredAt - b.registeredAt).slice(0, limit));
  }

  erase(objectIds: readonly string[]): Promise<void> {
    for (const id of objectIds) {
      this.#change(id, (object) => {
        if (object.registrationKey) this.#registrations.delete(object.registrationKey);
        return { ...object, state: 'erased', registrationKey: null, wrappedKey: null, body: null };
      });
    }
    return Promise.resolve();
  }

  audit(records: readonly VaultAudit[]): Promise<void> {
    this.audits.push(...records);
    return Promise.resolve();
  }

  projectKey(projectId: string): Promise<ProjectKey | undefined> {
    return Promise.resolve(this.#projectKeys.get(projectId));
  }

  addProjectKey(key: ProjectKey): Promise<ProjectKey> {
    const first = this.#projectKeys.get(key.projectId) ?? key;
    this.#projectKeys.set(key.projectId, first);
    return Promise.resolve(first);
  }

  rootKeyIds(): Promise<readonly string[]> {
    const ids = [...this.#objects.values()].filter(({ wrappedKey }) => wrappedKey !== null).map(({ keyId }) => keyId);
    return Promise.resolve([...new Set([...ids, ...[...this.#projectKeys.values()].map(({ keyId }) => keyId)])]);
  }

  #register(object: VaultObject): VaultObject {
    const key = object.registrationKey ?? object.objectId;
    const known = this.#objects.get(this.#registrations.get(key) ?? '');
    const stored: VaultObject =
      known?.state === 'abandoned' ? { ...known, state: 'registered', registeredAt: object.registeredAt } : (known ?? object);
    this.#objects.set(stored.objectId, stored);
    this.#registrations.set(key, stored.objectId);
    return stored;
  }

  #change(objectId: string, change: (object: VaultObject) => VaultObject): void {
    const object = this.#objects.get(objectId);
    if (object) this.#objects.set(objectId, change(object));
  }
}
