// Hands the result in: a text, and claims that cite what other tools showed.
import { z } from 'zod';
import { Rejection } from '#domain/kernel';
import type { Claim } from '../report.js';
import type { Tool } from './tool.js';

const schema = z.strictObject({
  markdown: z.string().trim().min(1).max(60_000),
  claims: z
    .array(
      z.strictObject({
        statement: z.string().trim().min(1).max(2_000),
        evidence: z.array(z.string().min(1).max(300)).min(1).max(16),
      }),
    )
    .min(1)
    .max(64),
});

export const WRITE_REPORT: Tool<z.infer<typeof schema>> = {
  name: 'write_report',
  description:
    'Hands in the result and ends the task: markdown (the whole result for the reader) and claims, each a statement with the evidence handles, such as e1, that bear it out.',
  schema,
  run({ markdown, claims }, { evidence }) {
    const handles = evidence.handles();
    if (handles.length === 0) {
      throw new Rejection(
        'EVIDENCE_MISSING',
        'Nothing was looked at yet. Use read_file, list_dir, glob or grep first, then cite what they showed.',
      );
    }
    const made = claims.map(({ statement, evidence: cited }, index): Claim => {
      const evidenceRefs = cited.map((handle) => {
        const ref = evidence.refOf(handle.replace(/^\[?(?:evidence )?|\]$/g, ''));
        if (ref !== null) return ref;
        throw new Rejection(
          'EVIDENCE_UNKNOWN',
          `There is no evidence ${JSON.stringify(handle)}; there are ${handles.join(', ')}.`,
        );
      });
      return {
        ...{ claimId: `c${index + 1}`, kind: 'judgment', key: `result.${index + 1}`, statement, value: null },
        ...{ evidenceRefs: [...new Set(evidenceRefs)], supersedesFactIds: [] },
      };
    });
    const stated = new Set(made.flatMap(({ evidenceRefs }) => evidenceRefs));
    const records = evidence.all().filter(({ ref }) => stated.has(ref));
    return Promise.resolve({
      text: 'The report was handed in.',
      report: { version: 1, markdown, claims: made, evidence: records },
    });
  },
};
