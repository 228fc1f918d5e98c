// Where the navigation and the shortcuts lead.
import type { IconName } from '../components/icon.js';

export interface Place {
  readonly name: string;
  readonly icon: IconName;
  readonly to: string;
  /** Second key of the shortcut `g …`. */
  readonly key: string;
}

export function placesOf(projectId: string | null, room: string | null): readonly Place[] {
  const base = projectId === null ? '/workroom' : `/workroom/${encodeURIComponent(projectId)}`;
  const places: Place[] = [
    { name: 'Runs', icon: 'runs', to: `${base}/runs`, key: 'r' },
    { name: 'Attention', icon: 'attention', to: `${base}/attention`, key: 'a' },
    { name: 'Leases', icon: 'lease', to: `${base}/leases`, key: 'l' },
    { name: 'Planning', icon: 'plan', to: `${base}/planning`, key: 'p' },
  ];
  if (projectId === null) return [];
  if (room !== null) places.splice(2, 0, { name: 'Sandbox', icon: 'chat', to: `/sandbox/${encodeURIComponent(room)}`, key: 's' });
  return places;
}
