// What an attempt hands in: a text for people, claims that can be accepted or rejected one by one, and their evidence.
import { canonicalJson, Rejection } from '#domain/kernel';
import { z } from 'zod';
import { EvidenceRecordSchema } from './evidence/evidence-record.js';
import type { EvidenceRecord } from './evidence/evidence-record.js';

export interface Claim {
  /** Stable within the report, e.g. `c1`. */
  readonly claimId: string;
  readonly kind: 'observation' | 'absence' | 'command_result' | 'judgment';
  /** What the claim is about, e.g. `licence.files` or `licence.text:LICENSE`; the same key again is the same question. */
  readonly key: string;
  readonly statement: string;
  /** The claimed value as JSON. */
  readonly value: unknown;
  readonly evidenceRefs: readonly string[];
  readonly supersedesFactIds: readonly string[];
}

export interface AgentReport {
  readonly version: 1;
  /** Markdown. Free text is never a claim. */
  readonly markdown: string;
  readonly claims: readonly Claim[];
  readonly evidence: readonly EvidenceRecord[];
}

const ClaimSchema = z.strictObject({
  claimId: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/),
  kind: z.enum(['observation', 'absence', 'command_result', 'judgment']),
  key: z.string().min(1).max(4_400),
  statement: z.string().min(1).max(4_000),
  value: z.json(),
  evidenceRefs: z.array(z.string()).max(64),
  supersedesFactIds: z.array(z.string()).max(64),
});

const ReportSchema = z.strictObject({
  version: z.literal(1),
  markdown: z.string(),
  claims: z.array(ClaimSchema).max(256),
  evidence: z.array(EvidenceRecordSchema).max(1_024),
});

/** The report as one text, to be kept as one governed payload. Equal reports give equal bytes. */
export const encodeReport = (report: AgentReport): string => canonicalJson(report);

/** Throws Rejection REPORT_MALFORMED. */
export function decodeReport(text: string): AgentReport {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Rejection('REPORT_MALFORMED', 'The stored report is no JSON; the attempt has to hand in a new one.', {}, { cause });
  }
  const parsed = ReportSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const path = parsed.error.issues[0]?.path.join('/') ?? '';
  throw new Rejection('REPORT_MALFORMED', `The stored report is malformed at /${path}; the attempt has to hand in a new one.`, {
    path,
  });
}
