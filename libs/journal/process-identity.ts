// Whether the process that took a lease still runs: a pid alone may have been given away again, so its start counts as well.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

export interface ProcessIdentity {
  readonly host: string;
  readonly pid: number;
  /** Opaque; equal for the same process only. */
  readonly start: string;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** From /proc: the 22nd field is the start in clock ticks since boot; a zombie has ended. */
function startFromProc(pid: number): string | null {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' || fields[0] === 'X'
    ? null
    : `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${fields[19]}`;
}

/** null when no such process runs; '' where the system tells no start. */
function startOf(pid: number): string | null {
  if (!isAlive(pid)) return null;
  try {
    if (process.platform === 'linux') return startFromProc(pid);
    if (process.platform === 'win32') return '';
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
  } catch {
    return isAlive(pid) ? '' : null;
  }
}

/** null when no such process runs. */
export function identityOf(pid: number): ProcessIdentity | null {
  const start = startOf(pid);
  return start === null ? null : { host: hostname(), pid, start };
}

/** True only where it is certain: same host, and no process with that pid and start. */
export function isDead({ host, pid, start }: ProcessIdentity): boolean {
  return host === hostname() && startOf(pid) !== start;
}
