// What a claim rests on, in a form that anyone who holds the base revision can open again and recompute.
import { z } from 'zod';

const Ref = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9:._@/+=#-]{0,255}$/);
const Digest = z.string().regex(/^sha256:[0-9a-f]{64}$/);

/** A question to a tree of files: its answer is digested, whole. */
const Query = z.discriminatedUnion('kind', [
  /** Entries whose path matches any of the globs. */
  z.strictObject({ kind: z.literal('paths'), globs: z.array(z.string().min(1).max(400)).min(1).max(64) }),
  /** Lines of text files that match the expression: path, line number and line. */
  z.strictObject({
    kind: z.literal('matches'),
    pattern: z.string().min(1).max(400),
    flags: z.string().regex(/^[iu]*$/),
    globs: z.array(z.string().min(1).max(400)).min(1).max(64),
    maxMatches: z.int().min(1).max(10_000),
  }),
  /** The largest files. */
  z.strictObject({ kind: z.literal('largest'), limit: z.int().min(1).max(1_000) }),
  /** Files and bytes by file name extension. */
  z.strictObject({ kind: z.literal('extensions') }),
  /** Files and bytes by folder at the root; '' holds the files that lie there. */
  z.strictObject({ kind: z.literal('folders') }),
]);

const FileLines = z.strictObject({
  kind: z.literal('file_lines'),
  path: z.string().min(1).max(4_096),
  /** The first line is 1. */
  fromLine: z.int().min(1),
  toLine: z.int().min(1),
});
const WholeFile = z.strictObject({ kind: z.literal('file'), path: z.string().min(1).max(4_096) });
const TreeAnswer = z.strictObject({ kind: z.literal('query'), query: Query });
const CommandRun = z.strictObject({
  kind: z.literal('command'),
  argv: z.array(z.string().max(4_096)).min(1).max(64),
  timeoutMs: z.int().min(1).max(3_600_000),
});

/** What to open again. */
export type EvidenceQuestion = Readonly<
  z.infer<typeof FileLines> | z.infer<typeof WholeFile> | z.infer<typeof TreeAnswer> | z.infer<typeof CommandRun>
>;

const answered = { ref: Ref, digest: Digest };

/** A question and the digest of its answer; of a command only how it ended is digested, for its output may differ each time. */
export const EvidenceRecordSchema = z.discriminatedUnion('kind', [
  FileLines.extend(answered),
  WholeFile.extend(answered),
  TreeAnswer.extend(answered),
  CommandRun.extend(answered),
]);

export type EvidenceRecord = Readonly<z.infer<typeof EvidenceRecordSchema>>;
export type TreeQuery = Readonly<z.infer<typeof Query>>;

/** `evidence:<assignmentId>:<n>`: closed, no prose, and its Assignment can be read from it. */
export const evidenceRef = (assignmentId: string, ordinal: number): string => `evidence:${assignmentId}:${ordinal}`;
