// An invariant watches one world from its beginning and says what is wrong, or nothing. Each keeps books of its own from facts alone.
import type { Answer, Batch } from '../message.js';

export interface Watch {
  /** After the facts of one command. */
  batch?(batch: Batch): string | null;
  /** After the answer to one message. */
  answer?(answer: Answer): string | null;
}

export interface Invariant {
  readonly name: string;
  /** Where the specification demands it. */
  readonly rule: string;
  watch(): Watch;
}

export class Violation extends Error {
  override readonly name = 'Violation';
  constructor(
    readonly invariant: string,
    readonly rule: string,
    readonly detail: string,
  ) {
    super(`${invariant} (${rule}): ${detail}`);
  }
}

/** One book for each Run. */
export class Books<Book> {
  private readonly books = new Map<string, Book>();
  constructor(private readonly fresh: () => Book) {}
  of(runId: string): Book {
    let book = this.books.get(runId);
    if (!book) this.books.set(runId, (book = this.fresh()));
    return book;
  }
}
