// Searches text files line by line for an expression that a model or a strategy wrote: bounded in time, lines and matches.
import { createContext, Script } from 'node:vm';
import { Rejection } from '#domain/kernel';
import type { FileEntry, FileTree } from '../ports.js';
import { asText, linesOf, MAX_TEXT_BYTES } from './text-file.js';

export interface LineMatch {
  readonly path: string;
  readonly line: number;
  /** The line, cut at 300 characters. */
  readonly text: string;
}

const READS_AT_ONCE = 32;
const MAX_LINE = 2_000;
const SHOWN = 300;
const TIME_LIMIT_MS = 2_000;
const SEARCH = new Script('lines.flatMap((line, index) => (expression.test(line) ? [index] : []))');

function compile(pattern: string, flags: string): RegExp {
  try {
    return new RegExp(pattern, flags);
  } catch (cause) {
    throw new Rejection('PATTERN_INVALID', `The expression ${JSON.stringify(pattern)} is not valid: ${String(cause)}.`);
  }
}

/** Runs apart from the event loop's patience: an expression that backtracks without end is stopped. */
function search(lines: readonly string[], expression: RegExp): readonly number[] {
  try {
    return [...(SEARCH.runInContext(createContext({ lines, expression }), { timeout: TIME_LIMIT_MS }) as number[])];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new Rejection('PATTERN_TOO_SLOW', 'The expression took too long on one line; use a simpler one.');
  }
}

async function readText(tree: FileTree, entry: FileEntry): Promise<string> {
  if (entry.size > MAX_TEXT_BYTES) return '';
  return asText(await tree.read(entry.path)) ?? '';
}

/** Matches in the order of the files and lines; `complete` is false where there are more than `maxMatches`. */
export async function matchLines(
  tree: FileTree,
  files: readonly FileEntry[],
  query: { readonly pattern: string; readonly flags: string; readonly maxMatches: number },
  signal?: AbortSignal,
): Promise<{ matches: readonly LineMatch[]; complete: boolean }> {
  const expression = compile(query.pattern, query.flags);
  const matches: LineMatch[] = [];
  for (let at = 0; at < files.length; at += READS_AT_ONCE) {
    signal?.throwIfAborted();
    const some = files.slice(at, at + READS_AT_ONCE);
    const texts = await Promise.all(some.map((entry) => readText(tree, entry)));
    const lines = texts.flatMap((text, file) => linesOf(text).map((line, index) => ({ file, line: index + 1, text: line })));
    const hits = search(
      lines.map(({ text }) => text.slice(0, MAX_LINE)),
      expression,
    );
    for (const hit of hits) {
      if (matches.length === query.maxMatches) return { matches, complete: false };
      const found = lines[hit];
      const path = found && some[found.file]?.path;
      if (found && path !== undefined) matches.push({ path, line: found.line, text: found.text.slice(0, SHOWN) });
    }
  }
  return { matches, complete: true };
}
