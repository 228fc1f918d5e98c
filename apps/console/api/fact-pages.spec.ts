import type { RunEventDto } from '#contracts/http';
import { earlierWindow, factPage, joined, newestWindow, type FactPage, type FactWindow } from './fact-pages.js';

const facts = (from: number, to: number): RunEventDto[] =>
  Array.from(
    { length: to - from + 1 },
    (_, index) => ({ revision: from + index, globalPosition: 1_000 + from + index }) as RunEventDto,
  );

/** Answers a window as the API does: after, ascending, at most `limit`. */
const answer = (head: number, { after, limit }: FactWindow): RunEventDto[] =>
  facts((after ?? -1) + 1, Math.min((after ?? -1) + limit, head));

describe('the pages of a timeline', () => {
  it.each([0, 1, 99, 100, 101, 350, 1_000])(
    'cover a stream up to revision %i without gap or repeat, newest page first',
    (head) => {
      const pages: FactPage[] = [];
      let window: FactWindow | undefined = newestWindow(head);
      while (window) {
        const page: FactPage = factPage(window, answer(head, window), null);
        pages.push(page);
        window = earlierWindow(page);
      }
      const revisions = pages.toReversed().flatMap((page) => page.facts.map(({ revision }) => revision));
      expect(revisions).toEqual(Array.from({ length: head + 1 }, (_, index) => index));
    },
  );

  it('the newest page also holds what was written after the head was seen', () => {
    const window = newestWindow(500);
    expect(factPage(window, answer(520, window), null).facts.at(-1)?.revision).toBe(520);
  });

  it('only the newest page can grow old', () => {
    const newest = factPage(newestWindow(300), facts(201, 300), null);
    expect(newest.asOf).toBe(1_300);
    expect(factPage({ after: 0, limit: 100, newest: false }, facts(1, 100), 7).asOf).toBe(Number.MAX_SAFE_INTEGER);
  });
});

describe('a live fact', () => {
  const pages = [factPage(newestWindow(5), facts(0, 5), null)];

  it('joins the newest page, once', () => {
    const grown = joined(pages, facts(6, 7));
    expect(grown?.[0]?.facts.map(({ revision }) => revision)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(grown?.[0]?.asOf).toBe(1_007);
    expect(joined(grown ?? [], facts(4, 7))).toBe(grown);
  });

  it('that does not follow the last one asks for the pages to be read again', () => {
    expect(joined(pages, facts(7, 7))).toBeNull();
    expect(joined([], facts(0, 0))).toBeNull();
  });

  it('begins an empty timeline', () => {
    expect(joined([{ facts: [], asOf: null, behind: false }], facts(0, 1))?.[0]?.facts).toHaveLength(2);
  });
});
