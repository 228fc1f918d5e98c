// Stands in for the kernel's digests in one half of the bench: as distinct as the workload needs, and all but free.
function mix(hash: number, value: unknown, depth: number): number {
  if (typeof value === 'number') return Math.imul(hash ^ value, 0x01000193);
  if (typeof value === 'string') {
    let mixed = hash ^ value.length;
    for (let index = Math.max(0, value.length - 8); index < value.length; index += 1) {
      mixed = Math.imul(mixed ^ value.charCodeAt(index), 0x01000193);
    }
    return mixed;
  }
  if (typeof value !== 'object' || value === null || depth === 0) return hash;
  let mixed = hash;
  for (const key in value) mixed = mix(mixed, (value as Record<string, unknown>)[key], depth - 1);
  return mixed;
}

const ZEROS = '0'.repeat(56);

export const digestHex = (value: unknown): string => ZEROS + (mix(0x811c9dc5, value, 2) >>> 0).toString(16).padStart(8, '0');
export const sha256Hex = (text: string): string => digestHex(text);
export const digest = (value: unknown): string => `sha256:${digestHex(value)}`;
