// Reads untrusted JSON into closed records and lists every problem with its path; a value that could not be read comes back as its fallback.

export interface Problem {
  /** JSON pointer, e.g. `/demo/members/0/role`. */
  readonly path: string;
  /** What is wrong, as the end of a sentence that begins with the path. */
  readonly problem: string;
}

const escape = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');
export const joinPath = (path: string, key: string | number): string => `${path}/${escape(String(key))}`;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export class Reading {
  readonly problems: Problem[] = [];

  report(path: string, problem: string): void {
    this.problems.push({ path: path || '/', problem });
  }

  /** An object with any keys. */
  map(value: unknown, path: string): Record<string, unknown> {
    if (isRecord(value)) return value;
    this.report(path, 'must be an object');
    return {};
  }

  /** A closed record: a missing or unknown key is a problem. */
  record(value: unknown, path: string, required: readonly string[], optional: readonly string[] = []): Record<string, unknown> {
    if (!isRecord(value)) {
      this.report(path, 'must be an object');
      return {};
    }
    for (const key of required) if (!Object.hasOwn(value, key)) this.report(joinPath(path, key), 'is missing');
    const known = new Set([...required, ...optional]);
    for (const key of Object.keys(value)) if (!known.has(key)) this.report(joinPath(path, key), 'is not a known key');
    return value;
  }

  list<T>(value: unknown, path: string, read: (item: unknown, path: string) => T): T[] {
    if (Array.isArray(value)) return value.map((item, index) => read(item, joinPath(path, index)));
    if (value !== undefined) this.report(path, 'must be a list');
    return [];
  }

  /** Non-empty, without white space at its ends, at most `max` characters. */
  text(value: unknown, path: string, max = 256): string {
    if (typeof value === 'string' && value !== '' && value.trim() === value && value.length <= max) return value;
    if (value !== undefined) this.report(path, `must be a text of 1 to ${max} characters without white space at its ends`);
    return '';
  }

  matching(value: unknown, path: string, pattern: RegExp): string {
    if (typeof value === 'string' && pattern.test(value)) return value;
    if (value !== undefined) this.report(path, `must match ${pattern.source}`);
    return '';
  }

  word<T extends string>(value: unknown, path: string, words: readonly T[], fallback: T): T {
    const found = words.find((word) => word === value);
    if (found === undefined && value !== undefined) this.report(path, `must be one of ${words.join(', ')}`);
    return found ?? fallback;
  }

  integer(value: unknown, path: string, min: number, max: number): number {
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max) return value;
    if (value !== undefined) this.report(path, `must be an integer from ${min} to ${max}`);
    return min;
  }

  flag(value: unknown, path: string, fallback: boolean): boolean {
    if (typeof value === 'boolean') return value;
    if (value !== undefined) this.report(path, 'must be true or false');
    return fallback;
  }
}
