// Tools that read the workspace. What they show carries a handle under which a report can cite it.
import { z } from 'zod';
import { Rejection } from '#domain/kernel';
import type { EvidenceQuestion } from '../evidence/evidence-record.js';
import { openEvidence } from '../evidence/open-evidence.js';
import type { OpenedEvidence } from '../evidence/open-evidence.js';
import type { Tool, ToolContext } from './tool.js';

const LINES = 100;
const MAX_ENTRIES = 200;
const MAX_MATCHES = 100;

async function open(question: EvidenceQuestion, context: ToolContext): Promise<{ opened: OpenedEvidence; cite: string }> {
  const opened = await openEvidence(question, context, context.signal);
  return { opened, cite: `[evidence ${context.evidence.handleOf(context.evidence.add(question, opened.digest))}]` };
}

/** Numbers out of bounds are brought inside: small models cannot leave an optional one out. */
const readFileSchema = z.strictObject({
  path: z.string().min(1).max(4_096),
  offset: z.int().optional(),
  limit: z.int().optional(),
});

const MAX_LINES = 2_000;
const SUGGESTED = 5;

/** Files whose name is most like a missing one; failing that, what lies at the root. */
async function suggestions(path: string, context: ToolContext): Promise<string> {
  const all = (await context.files.list(context.signal)).flatMap(({ path: each, kind }) => (kind === 'file' ? [each] : []));
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const stem = name.replace(/\.[^.]*$/, '');
  const alike = all.filter(
    (each) =>
      stem !== '' &&
      each
        .slice(each.lastIndexOf('/') + 1)
        .toLowerCase()
        .startsWith(stem),
  );
  const named = alike.length > 0 ? alike : all.filter((each) => !each.includes('/'));
  return named.slice(0, SUGGESTED).join(', ') || 'no file at the root';
}

async function openLines(path: string, offset: number, limit: number, context: ToolContext) {
  try {
    return await open({ kind: 'file_lines', path, fromLine: offset + 1, toLine: offset + limit }, context);
  } catch (error) {
    if (!(error instanceof Rejection) || error.code !== 'FILE_NOT_FOUND') throw error;
    throw new Rejection(error.code, `There is no file ${path}. There are: ${await suggestions(path, context)}.`, error.details);
  }
}

export const READ_FILE: Tool<z.infer<typeof readFileSchema>> = {
  name: 'read_file',
  description: 'Reads lines of a text file: path, optional offset (first line, from 0) and limit (100 lines).',
  schema: readFileSchema,
  async run({ path, offset: from = 0, limit: lines = LINES }, context) {
    const offset = Math.max(0, from);
    const limit = lines < 1 ? LINES : Math.min(lines, MAX_LINES);
    const { opened, cite } = await openLines(path, offset, limit, context);
    if (opened.kind !== 'file_lines') throw new TypeError('The evidence holds no lines.');
    const shown = opened.lines.map((line, index) => `${offset + index + 1}\t${line}`).join('\n');
    const end = offset + opened.lines.length;
    const rest = end < opened.total ? `\n(lines ${offset + 1} to ${end} of ${opened.total}; go on with offset ${end})` : '';
    return { text: `${cite}\n${shown === '' ? `(no lines; the file has ${opened.total})` : shown}${rest}` };
  },
};

const listDirSchema = z.strictObject({ path: z.string().max(4_096).optional() });

export const LIST_DIR: Tool<z.infer<typeof listDirSchema>> = {
  name: 'list_dir',
  description: 'Lists the files and folders of a folder: path, the root when absent.',
  schema: listDirSchema,
  async run({ path = '' }, context) {
    const clean = path.replace(/^(\.?\/)+|^\.$/, '').replace(/\/+$/, '');
    const glob = clean === '' ? '**' : `${escapeGlob(clean)}/**`;
    const { opened, cite } = await open({ kind: 'query', query: { kind: 'paths', globs: [glob] } }, context);
    if (opened.kind !== 'query' || opened.answer.kind !== 'paths') throw new TypeError('The evidence holds no paths.');
    const from = clean === '' ? 0 : clean.length + 1;
    const names = new Map<string, string>();
    for (const { path: full, size, kind } of opened.answer.entries) {
      const [name = '', ...below] = full.slice(from).split('/');
      names.set(name, below.length > 0 ? `${name}/` : kind === 'file' ? `${name} (${size} bytes)` : `${name} (${kind})`);
    }
    const shown = [...names.values()].slice(0, MAX_ENTRIES);
    const rest = names.size > shown.length ? `\n(${names.size - shown.length} more)` : '';
    return { text: `${cite}\n${shown.join('\n') || `(there is nothing in ${clean || 'the root'})`}${rest}` };
  },
};

const escapeGlob = (path: string): string => path.replaceAll(/[\\*?[\]{}()!]/g, '\\$&');

const globSchema = z.strictObject({ pattern: z.string().min(1).max(400) });

export const GLOB: Tool<z.infer<typeof globSchema>> = {
  name: 'glob',
  description: 'Finds files by a pattern such as **/*.ts.',
  schema: globSchema,
  async run({ pattern }, context) {
    const { opened, cite } = await open({ kind: 'query', query: { kind: 'paths', globs: [pattern] } }, context);
    if (opened.kind !== 'query' || opened.answer.kind !== 'paths') throw new TypeError('The evidence holds no paths.');
    const { entries } = opened.answer;
    const shown = entries.slice(0, MAX_ENTRIES).map(({ path }) => path);
    const rest = entries.length > shown.length ? `\n(${entries.length - shown.length} more)` : '';
    return { text: `${cite}\n${shown.join('\n') || '(no file matches)'}${rest}` };
  },
};

const grepSchema = z.strictObject({
  pattern: z.string().min(1).max(400),
  glob: z.string().max(400).optional(),
  ignoreCase: z.boolean().optional(),
});

export const GREP: Tool<z.infer<typeof grepSchema>> = {
  name: 'grep',
  description: 'Searches lines by a regular expression: pattern, optional glob and ignoreCase.',
  schema: grepSchema,
  async run({ pattern, glob = '', ignoreCase = false }, context) {
    const flags = ignoreCase ? 'i' : '';
    const query = { kind: 'matches' as const, pattern, flags, globs: [glob === '' ? '**' : glob], maxMatches: MAX_MATCHES };
    const { opened, cite } = await open({ kind: 'query', query }, context);
    if (opened.kind !== 'query' || opened.answer.kind !== 'matches') throw new TypeError('The evidence holds no matches.');
    const { matches, complete } = opened.answer;
    const shown = matches.map(({ path, line, text }) => `${path}:${line}: ${text.trim()}`).join('\n');
    return { text: `${cite}\n${shown || '(no line matches)'}${complete ? '' : '\n(there are more)'}` };
  },
};
