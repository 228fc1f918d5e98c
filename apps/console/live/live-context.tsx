// The live connection of the Project on screen, and its status for whoever shows it.
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { api, freshness, queryClient } from '../api/connection.js';
import { isPassing, Unreachable } from '../api/failure.js';
import { keys } from '../api/keys.js';
import { cacheTargets } from './cache-targets.js';
import { FactApplier } from './fact-applier.js';
import { LiveCursor } from './live-cursor.js';
import { LiveSession, type LivePorts } from './live-session.js';
import type { LiveStatus } from './live-status.js';
import { openLiveStream } from './live-stream.js';
import { Refresher } from './refresher.js';

const after = (ms: number, call: () => void) => {
  const timer = setTimeout(call, ms);
  return () => clearTimeout(timer);
};

const refresher = new Refresher({ targets: (prefix) => cacheTargets(queryClient, prefix), after });
/** Cursors outlive the session: coming back to a Project resumes where its answers stood. */
const cursors = new Map<string, LiveCursor>();

/** Answers under `prefix` should reach `position`: for receipts of own commands. */
export function refreshTo(prefix: readonly unknown[], position: number | null): void {
  freshness.raise(position);
  refresher.mark(prefix, position ?? Number.MAX_SAFE_INTEGER);
}

async function reload(projectId: string, position: number): Promise<void> {
  freshness.raise(position);
  refresher.mark(keys.project(projectId), position);
  await refresher.settled();
  const failed = queryClient
    .getQueryCache()
    .findAll({ queryKey: keys.project(projectId), type: 'active' })
    .find((query) => query.state.status === 'error' && isPassing(query.state.error));
  if (failed) throw failed.state.error ?? new Unreachable();
}

function portsOf(projectId: string, status: (status: LiveStatus) => void): LivePorts {
  const applier = new FactApplier(queryClient, refresher, freshness, projectId);
  return {
    open: (position, signal) => openLiveStream(api, projectId, position, signal),
    apply: (facts) => applier.apply(facts),
    reload: (position) => reload(projectId, position),
    status,
    now: () => Date.now(),
    after,
    random: () => Math.random(),
  };
}

interface Live {
  readonly status: LiveStatus;
  /** Tries to connect again now. */
  readonly retry: () => void;
}

const LiveContext = createContext<Live>({ status: { kind: 'connecting' }, retry: () => undefined });

export const useLive = (): Live => useContext(LiveContext);

export function LiveProvider({ projectId, children }: { readonly projectId: string | null; readonly children: ReactNode }) {
  const [status, setStatus] = useState<LiveStatus>({ kind: 'connecting' });
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (projectId === null) return;
    const cursor = cursors.get(projectId) ?? new LiveCursor();
    cursors.set(projectId, cursor);
    let current = true;
    const show = (next: LiveStatus) => {
      if (current) setStatus(next);
    };
    const session = new LiveSession(portsOf(projectId, show), cursor);
    const wake = () => {
      if (document.visibilityState === 'visible') session.wake();
    };
    document.addEventListener('visibilitychange', wake);
    window.addEventListener('online', wake);
    void session.run();
    return () => {
      current = false;
      document.removeEventListener('visibilitychange', wake);
      window.removeEventListener('online', wake);
      session.stop();
    };
  }, [projectId, round]);
  return <LiveContext value={{ status, retry: () => setRound((count) => count + 1) }}>{children}</LiveContext>;
}
