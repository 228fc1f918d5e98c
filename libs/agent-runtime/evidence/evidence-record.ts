// What a claim rests on, in a form that anyone who holds the base revision can open again and recompute.
import { z } from 'zod';

const Ref = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9:._@/+=#-]{0,255}$/);
const Digest = z.string().regex(/^sha256:[0-9a-f]{64}$/);

/** The question to a tree of files whose answer is digested. */
const Query = z.discriminatedUnion('kind', [
  /** Paths that match any of the globs, with kind, executable bit and size. */
  z.strictObject({ kind: z.literal('paths'), globs: z.array(z.string()).min(1).max(64) }),
  /** Lines of text files that match the expression, as path, line number and line. */
  z.strictObject({
    kind: z.literal('matches'),
    pattern: z.string().min(1).max(400),
    flags: z.string().regex(/^[iu]*$/),
    globs: z.array(z.string()).min(1).max(64),
    maxMatches: z.int().min(1).max(10_000),
  }),
  /** The largest files, with their sizes. */
  z.strictObject({ kind: z.literal('largest'), limit: z.int().min(1).max(1_000), minBytes: z.int().min(0) }),
  /** Files and bytes by file name extension. */
  z.strictObject({ kind: z.literal('extensions') }),
]);

const EvidenceSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    ref: Ref,
    kind: z.literal('file_lines'),
    path: z.string().min(1),
    /** First line is 1. */
    fromLine: z.int().min(1),
    toLine: z.int().min(1),
    digest: Digest,
  }),
  z.strictObject({ ref: Ref, kind: z.literal('file'), path: z.string().min(1), digest: Digest }),
  z.strictObject({ ref: Ref, kind: z.literal('query'), query: Query, digest: Digest }),
  z.strictObject({
    ref: Ref,
    kind: z.literal('command'),
    argv: z.array(z.string()).min(1),
    /** What can be expected to come out the same again. */
    outcome: z.strictObject({ exitCode: z.int().nullable(), timedOut: z.boolean() }),
    timeoutMs: z.int().min(1),
    /** Of the output of this run; a repeat may differ in it. */
    outputDigest: Digest,
  }),
]);

export const EvidenceRecordSchema = EvidenceSchema;
export type EvidenceRecord = Readonly<z.infer<typeof EvidenceSchema>>;
export type TreeQuery = Readonly<z.infer<typeof Query>>;

/** `evidence:<assignmentId>:<n>`: closed, no prose, and its Assignment can be read from it. */
export const evidenceRef = (assignmentId: string, ordinal: number): string => `evidence:${assignmentId}:${ordinal}`;
