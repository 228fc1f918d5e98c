// Opens what a claim rests on. Executors open it in their workspace, Reviewers again at the base revision.
import { createHash } from 'node:crypto';
import { canonicalJson, Rejection } from '#domain/kernel';
import type { CommandResult, CommandRunner, FileTree } from '../ports.js';
import type { EvidenceQuestion, EvidenceRecord } from './evidence-record.js';
import { asText, linesOf, MAX_TEXT_BYTES } from './text-file.js';
import { askTree } from './tree-query.js';
import type { TreeAnswer } from './tree-query.js';

export type OpenedEvidence = { readonly digest: string } & (
  | { readonly kind: 'file_lines'; readonly lines: readonly string[]; readonly total: number }
  /** `text` is null for binary content. */
  | { readonly kind: 'file'; readonly text: string | null; readonly bytes: number }
  | { readonly kind: 'query'; readonly answer: TreeAnswer }
  | { readonly kind: 'command'; readonly result: CommandResult }
);

export interface EvidencePorts {
  readonly files: FileTree;
  readonly commands: CommandRunner | null;
}

const MAX_COMMAND_OUTPUT = 64 * 1024;

const sha256 = (content: string | Uint8Array): string => `sha256:${createHash('sha256').update(content).digest('hex')}`;

async function readWhole(files: FileTree, path: string): Promise<Uint8Array> {
  const content = await files.read(path, { length: MAX_TEXT_BYTES + 1 });
  if (content.length <= MAX_TEXT_BYTES) return content;
  throw new Rejection('FILE_TOO_LARGE', `${path} is larger than ${MAX_TEXT_BYTES} bytes; search it instead of reading it.`);
}

async function openLines(files: FileTree, question: Extract<EvidenceQuestion, { kind: 'file_lines' }>): Promise<OpenedEvidence> {
  const text = asText(await readWhole(files, question.path));
  if (text === null) throw new Rejection('FILE_IS_BINARY', `${question.path} is no text file.`);
  const all = linesOf(text);
  const lines = all.slice(question.fromLine - 1, question.toLine);
  return { kind: 'file_lines', lines, total: all.length, digest: sha256(canonicalJson(lines)) };
}

async function runCommand(
  commands: CommandRunner | null,
  question: Extract<EvidenceQuestion, { kind: 'command' }>,
  signal?: AbortSignal,
): Promise<OpenedEvidence> {
  if (!commands) throw new Rejection('SANDBOX_ABSENT', 'No process sandbox works on this host; the command was not run.');
  const { argv, timeoutMs } = question;
  const result = await commands.run({ argv, timeoutMs, maxOutputBytes: MAX_COMMAND_OUTPUT }, signal);
  return { kind: 'command', result, digest: sha256(canonicalJson({ exitCode: result.exitCode, timedOut: result.timedOut })) };
}

/** Throws Rejections of the tree, and FILE_IS_BINARY, FILE_TOO_LARGE, PATTERN_INVALID, PATTERN_TOO_SLOW, SANDBOX_ABSENT. */
export async function openEvidence(
  question: EvidenceQuestion,
  ports: EvidencePorts,
  signal?: AbortSignal,
): Promise<OpenedEvidence> {
  switch (question.kind) {
    case 'file_lines':
      return openLines(ports.files, question);
    case 'file': {
      const content = await readWhole(ports.files, question.path);
      return { kind: 'file', text: asText(content), bytes: content.length, digest: sha256(content) };
    }
    case 'query': {
      const answer = await askTree(ports.files, question.query, signal);
      return { kind: 'query', answer, digest: sha256(canonicalJson(answer)) };
    }
    case 'command':
      return runCommand(ports.commands, question, signal);
  }
}

/** The question that a record answers. */
export function questionOf(record: EvidenceRecord): EvidenceQuestion {
  const { ref: _ref, digest: _digest, ...question } = record;
  return question;
}
