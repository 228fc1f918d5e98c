// Paths inside a tree, as text: no absolute ones, no way up, nothing that the runtime keeps for itself.
import { Rejection } from '#domain/kernel';

const PRIVATE = new Set(['.git', '.workroom']);

/** The folders that belong to git and to the runtime, at the root and (git's) anywhere. */
export const isPrivatePath = (path: string): boolean => {
  const parts = path.toLowerCase().split('/');
  return PRIVATE.has(parts[0] ?? '') || parts.includes('.git');
};

export const escape = (path: string, why: string): Rejection =>
  new Rejection('WORKSPACE_ESCAPE', `${JSON.stringify(path.slice(0, 200))} ${why}; only paths inside the workspace can be used.`);

/** The path with `.` and `..` taken out; '' is the root. Throws Rejection WORKSPACE_ESCAPE. */
export function relativePath(path: string): string {
  if (path.includes('\0')) throw escape(path, 'holds a NUL character');
  if (path.startsWith('/') || path.startsWith('~') || /^[A-Za-z]:[\\/]/.test(path)) throw escape(path, 'is not relative');
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) throw escape(path, 'leads out of the workspace');
  }
  const clean = parts.join('/');
  if (isPrivatePath(clean)) throw escape(path, 'is private to git or to the runtime');
  return clean;
}
