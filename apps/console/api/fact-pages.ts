// The loaded part of a Run's timeline, newest page first, and how a live fact joins it.
import type { RunEventDto } from '#contracts/http';

export interface FactPage {
  /** Ascending by revision, without gaps. */
  readonly facts: readonly RunEventDto[];
  readonly asOf: number | null;
  readonly behind: boolean;
}

export interface FactWindow {
  /** Read facts after this revision; null from the first one. */
  readonly after: number | null;
  readonly limit: number;
  /** Later facts join the page of this window; the others never change again. */
  readonly newest: boolean;
}

export const FACTS_PER_PAGE = 100;
const LIMIT = 200;

/** The newest window of a stream whose last revision was `head` a moment ago: it leaves room for facts that came since. */
export function newestWindow(head: number): FactWindow {
  const after = head - FACTS_PER_PAGE;
  return { after: after < 0 ? null : after, limit: LIMIT, newest: true };
}

/** The page of a window; a page that can never change reaches every position. */
export function factPage(window: FactWindow, facts: readonly RunEventDto[], asOf: number | null): FactPage {
  if (!window.newest) return { facts, asOf: Number.MAX_SAFE_INTEGER, behind: false };
  return { facts, asOf: asOf ?? facts.at(-1)?.globalPosition ?? null, behind: false };
}

/** The window before `page`; undefined where the page holds the first fact. */
export function earlierWindow(page: FactPage): FactWindow | undefined {
  const first = page.facts[0]?.revision ?? 0;
  if (first === 0) return undefined;
  const after = Math.max(first - 1 - FACTS_PER_PAGE, -1);
  return { after: after < 0 ? null : after, limit: first - 1 - after, newest: false };
}

/**
 * Adds live facts (ascending, of one Run) to the newest page. Facts that are already there are dropped.
 * Answers null when a fact is missing in between: the pages must be read again.
 */
export function joined(pages: readonly FactPage[], facts: readonly RunEventDto[]): readonly FactPage[] | null {
  const newest = pages[0];
  if (!newest) return null;
  let last = newest.facts.at(-1)?.revision ?? -1;
  const added: RunEventDto[] = [];
  for (const fact of facts) {
    if (fact.revision <= last) continue;
    if (fact.revision !== last + 1) return null;
    added.push(fact);
    last = fact.revision;
  }
  if (!added.length) return pages;
  const asOf = added.at(-1)?.globalPosition ?? newest.asOf;
  return [{ ...newest, asOf, facts: [...newest.facts, ...added] }, ...pages.slice(1)];
}
