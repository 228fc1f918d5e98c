import { encodeReport } from '#agent-runtime';
import type { DisclosedText } from '#contracts/http';
import { readableReport } from './read-report.js';

const digest = `sha256:${'a'.repeat(64)}`;
const text = encodeReport({
  version: 1,
  markdown: '# Audit',
  claims: [],
  evidence: [
    { ref: 'evidence:a:1', kind: 'file_lines', path: 'src/a.js', fromLine: 2, toLine: 3, digest },
    { ref: 'evidence:a:2', kind: 'command', argv: ['npm', 'test'], timeoutMs: 1, digest },
  ],
});
const opened = (part: Partial<DisclosedText>): DisclosedText => ({
  disposition: 'full',
  reasons: [],
  text,
  contentHash: 'h',
  ...part,
});
const cited = ['evidence:a:1', 'evidence:a:2', 'payload:x'].map((ref) => ({ ref, kind: 'ref', detail: 'criterion' }));

describe('a report in the content of a Run', () => {
  it('[A-027] is its Markdown, and its evidence says where it lies', () => {
    const { report, evidence } = readableReport(opened({}), cited);
    expect(report?.text).toBe('# Audit');
    expect(evidence).toEqual([
      { ref: 'evidence:a:1', kind: 'file_lines', detail: 'src/a.js:2-3' },
      { ref: 'evidence:a:2', kind: 'command', detail: 'npm test' },
      { ref: 'payload:x', kind: 'ref', detail: 'criterion' },
    ]);
  });

  it('a withheld report explains nothing', () => {
    const withheld = opened({ disposition: 'deny', reasons: ['purpose_not_allowed'], text: null });
    expect(readableReport(withheld, cited)).toEqual({ report: withheld, evidence: cited });
  });

  it('a text that is no report is shown as it is', () => {
    expect(readableReport(opened({ text: 'MODEL_UNAVAILABLE: no answer' }), [])).toEqual({
      report: opened({ text: 'MODEL_UNAVAILABLE: no answer' }),
      evidence: [],
    });
  });
});
