// The first line of a message as words: verbs and closed words ignore case, ids are kept as written.
import { isId } from '#domain/kernel';

export const MAX_REASON = 500;

export class CommandLine {
  private at = 0;

  constructor(private readonly line: string) {}

  /** The next word, null at the end. */
  next(): string | null {
    const match = /\S+/.exec(this.line.slice(this.at));
    if (!match) return null;
    this.at += match.index + match[0].length;
    return match[0];
  }

  /** The next word in lower case when it is one of `words`; nothing is taken otherwise. */
  word<const W extends string>(...words: readonly W[]): W | null {
    const before = this.at;
    const given = this.next()?.toLowerCase();
    const found = words.find((word) => word === given) ?? null;
    if (found === null) this.at = before;
    return found;
  }

  /** The next word when it is an id that may stand in a command. */
  id(pattern?: RegExp): string | null {
    const given = this.next();
    return given !== null && isId(given) && (pattern?.test(given) ?? true) ? given : null;
  }

  /** The next word as an integer of at least `min`. */
  integer(min = 0): number | null {
    const given = this.next();
    if (given === null || !/^\+?\d{1,16}$/.test(given)) return null;
    const value = Number(given);
    return Number.isSafeInteger(value) && value >= min ? value : null;
  }

  /** The rest of the line, null when there is none. */
  rest(): string | null {
    const text = this.line.slice(this.at).trim();
    this.at = this.line.length;
    return text === '' ? null : text;
  }

  get atEnd(): boolean {
    return this.line.slice(this.at).trim() === '';
  }
}
