// Ids and principals, short enough to read; the whole id belongs in a title beside them.

/** A long opaque id by its beginning; `workroom-task:3fa9…` becomes `task 3fa9c1`. */
export function shortId(id: string): string {
  const opaque = /^workroom-([a-z-]+):([0-9a-f]{64})$/.exec(id);
  if (opaque) return `${opaque[1]?.replace('-', ' ')} ${opaque[2]?.slice(0, 6)}`;
  const run = /^run-([0-9a-f]{31})$/.exec(id);
  if (run) return `run-${run[1]?.slice(0, 8)}`;
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-([0-9a-f]{4})-([0-9a-f]{12})$/.exec(id);
  if (uuid) return `…${uuid[2]?.slice(-8)}`;
  return id.length > 28 ? `${id.slice(0, 16)}…${id.slice(-8)}` : id;
}

export const shortHash = (hash: string): string => hash.replace(/^(sha256|hmac-sha256):/, '').slice(0, 10);

export interface WhoWords {
  readonly name: string;
  readonly kind: 'person' | 'agent' | 'system';
}

/** `agent:reviewer` → reviewer (agent); `system:clock` → clock (system); `sandbox:ada` → ada (person). */
export function whoWords(principalId: string): WhoWords {
  if (principalId.startsWith('agent:')) return { name: principalId.slice(6), kind: 'agent' };
  if (principalId.startsWith('system:')) return { name: principalId.slice(7), kind: 'system' };
  if (principalId.startsWith('orchestrator:') || principalId.startsWith('workroom-scheduler')) {
    return { name: principalId.startsWith('orchestrator:') ? 'orchestrator' : 'scheduler', kind: 'system' };
  }
  return { name: principalId.split(':').at(-1) ?? principalId, kind: 'person' };
}

/** 1 task, 2 tasks */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
