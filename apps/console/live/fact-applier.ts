// Brings a batch of live facts into the cache: timelines get the facts themselves, everything else that they make old is read again.
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { RunEventDto } from '#contracts/http';
import type { Freshness } from '../api/freshness.js';
import { keys } from '../api/keys.js';
import { effectsOf, runOf } from './fact-effects.js';
import { joined, type FactPage, type FactWindow } from '../api/fact-pages.js';
import type { Refresher } from './refresher.js';

type Timeline = InfiniteData<FactPage, FactWindow>;

export class FactApplier {
  constructor(
    private readonly cache: QueryClient,
    private readonly refresher: Refresher,
    private readonly freshness: Freshness,
    private readonly projectId: string,
  ) {}

  apply(facts: readonly RunEventDto[]): void {
    const byRun = new Map<string, RunEventDto[]>();
    const stale = new Map<string, { prefix: readonly unknown[]; position: number }>();
    for (const fact of facts) {
      const runId = runOf(fact.streamId);
      if (runId !== null) push(byRun, runId, fact);
      for (const prefix of effectsOf(this.projectId, fact)) {
        stale.set(prefix.join('\n'), { prefix, position: fact.globalPosition });
      }
    }
    for (const [runId, own] of byRun) this.join(runId, own);
    this.freshness.raise(facts.at(-1)?.globalPosition ?? null);
    for (const { prefix, position } of stale.values()) this.refresher.mark(prefix, position);
  }

  private join(runId: string, facts: readonly RunEventDto[]): void {
    const key = keys.facts(this.projectId, runId);
    const query = this.cache.getQueryState<Timeline>(key);
    if (!query) return;
    // What is being read right now may be older than these facts: they would be overwritten.
    const pages = query.fetchStatus === 'idle' && query.data ? joined(query.data.pages, facts) : null;
    if (pages && query.data) this.cache.setQueryData<Timeline>(key, { ...query.data, pages: [...pages] });
    else this.refresher.mark(key, facts.at(-1)?.globalPosition ?? 0);
  }
}

function push(byRun: Map<string, RunEventDto[]>, runId: string, fact: RunEventDto): void {
  const own = byRun.get(runId);
  if (own) own.push(fact);
  else byRun.set(runId, [fact]);
}
