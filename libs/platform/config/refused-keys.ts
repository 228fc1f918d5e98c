// Keys of earlier products, and placeholders of the sample: each is refused with what to do instead.
import type { ConfigProblem } from './config-problem.js';
import { keyPath } from './config-problem.js';

const REMOVED: readonly { readonly at: RegExp; readonly hint: string }[] = [
  {
    at: /^ai\.workrooms$/,
    hint: 'Workrooms live in the Catalog now: remove the key and enter them in the Console under Workrooms, or with `workroom catalog set`',
  },
  {
    at: /^ai\.remoteAgents$/,
    hint: 'the poller is gone: remove the key and declare remote executors under a2a.workroomRemoteExecutors',
  },
  {
    at: /(^|\.)poll_interval$/,
    hint: 'polling is gone: remove the key and let the platform call the webhook',
  },
  {
    at: /(^|\.)remote_mesh$/,
    hint: 'the mesh is gone: remove the key and declare remote executors under a2a.workroomRemoteExecutors',
  },
];

interface Found {
  readonly legacy: readonly ConfigProblem[];
  readonly placeholders: readonly ConfigProblem[];
}

export function refusedKeys(document: unknown, placeOf: (path: readonly PropertyKey[]) => string): Found {
  const legacy: ConfigProblem[] = [];
  const placeholders: ConfigProblem[] = [];
  const placeholder = (path: readonly PropertyKey[], problem: string): void => {
    placeholders.push({ key: keyPath(path), place: placeOf(path), problem });
  };
  const walk = (value: unknown, path: readonly PropertyKey[]): void => {
    const key = keyPath(path);
    const removed = REMOVED.find(({ at }) => at.test(key));
    if (removed) legacy.push({ key, place: placeOf(path), problem: removed.hint });
    else if (path.at(-1) === 'PROVIDER_ALIAS') placeholder(path, 'put the key of ai.providers in the place of PROVIDER_ALIAS');
    if (typeof value === 'string' && value.startsWith('REPLACE_WITH_')) {
      placeholder(path, 'the placeholder of the sample is still there: put the true value in its place');
    }
    if (Array.isArray(value)) value.forEach((part, index) => walk(part, [...path, index]));
    else if (typeof value === 'object' && value !== null) {
      for (const [name, part] of Object.entries(value)) walk(part, [...path, name]);
    }
  };
  walk(document, []);
  return { legacy, placeholders };
}
