// A report as people read it: its Markdown, and what each evidence ref stands for. The stored form is the executor's.
import { decodeReport } from '#agent-runtime';
import type { EvidenceRecord } from '#agent-runtime';
import { Rejection } from '#domain/kernel';
import type { DisclosedText, EvidenceDto } from '#contracts/http';

export interface ReadableReport {
  readonly report: DisclosedText | null;
  readonly evidence: readonly EvidenceDto[];
}

/** A withheld report explains no evidence; a text that is no report (why an attempt failed) is shown as it is. */
export function readableReport(opened: DisclosedText | null, cited: readonly EvidenceDto[]): ReadableReport {
  if (opened?.text == null) return { report: opened, evidence: cited };
  try {
    const { markdown, evidence } = decodeReport(opened.text);
    const known = new Map(evidence.map((record) => [record.ref, record]));
    const explained = cited.map((one) => {
      const record = known.get(one.ref);
      return record ? { ref: one.ref, kind: record.kind, detail: detailOf(record) } : one;
    });
    return { report: { ...opened, text: markdown }, evidence: explained };
  } catch (error) {
    if (error instanceof Rejection && error.code === 'REPORT_MALFORMED') return { report: opened, evidence: cited };
    throw error;
  }
}

function detailOf(record: EvidenceRecord): string {
  switch (record.kind) {
    case 'file_lines':
      return `${record.path}:${record.fromLine}-${record.toLine}`;
    case 'file':
      return record.path;
    case 'query':
      return 'globs' in record.query ? `${record.query.kind} ${record.query.globs.join(' ')}` : record.query.kind;
    case 'command':
      return record.argv.join(' ');
  }
}
