import { vaultSuite } from '../suite/vault.suite.js';
import { MemoryVaultStore } from './memory-vault-store.js';

vaultSuite('memory', () => {
  const store = new MemoryVaultStore();
  return {
    store,
    audits: () => store.audits,
    tamper: (objectId, change) => {
      const find = store.find.bind(store);
      store.find = async (id) => {
        const object = await find(id);
        return object && id === objectId ? { ...object, ...change(object) } : object;
      };
    },
    breakAudit: () => {
      store.audit = () => Promise.reject(new Error('no space left'));
    },
    close: () => undefined,
  };
});
