import type { RunEventDto } from '#contracts/http';
import { reviewTerms } from './review-terms.js';

const fact = (type: string, data: Record<string, unknown>) => ({ type, data }) as unknown as RunEventDto;
const pinned = fact('task.acceptance_pinned', {
  taskKey: 'a',
  contract: {
    criteria: [{ criterionId: 'report-schema' }, { criterionId: 'reviewer-verdict' }],
    claimSchema: { criterionId: 'report-schema' },
  },
});
const assigned = fact('reviewer.assigned', {
  taskKey: 'a',
  assignment: {
    assignmentId: 'review:1',
    evaluation: {
      checks: [
        { criterionId: 'report-schema', inputRefs: ['claim:1', 'claim:2'], evidenceRefs: ['e:1'] },
        { criterionId: 'other', inputRefs: ['x'], evidenceRefs: ['e:1', 'e:2'] },
      ],
    },
  },
});
const claimed = fact('reviewer.claimed', { taskKey: 'a', assignmentId: 'review:1', reviewerPrincipalId: 'sandbox:ada' });

describe('the terms of a review', () => {
  it('[A-051] are every criterion of the contract and every claim of the report', () => {
    expect(reviewTerms([pinned, assigned, claimed], 'a', 'review:1')).toEqual({
      criteria: ['report-schema', 'reviewer-verdict'],
      claims: ['claim:1', 'claim:2'],
      evidenceRefs: ['e:1', 'e:2'],
      reviewerPrincipalId: 'sandbox:ada',
    });
  });

  it('are unknown while a fact is missing, and open while nobody claimed', () => {
    expect(reviewTerms([assigned], 'a', 'review:1')).toBeNull();
    expect(reviewTerms([pinned, assigned], 'a', 'review:2')).toBeNull();
    expect(reviewTerms([pinned, assigned], 'b', 'review:1')).toBeNull();
    expect(reviewTerms([pinned, assigned], 'a', 'review:1')?.reviewerPrincipalId).toBeNull();
  });
});
