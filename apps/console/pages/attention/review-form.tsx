// The verdict of a person who took a review: every criterion and every claim, on the evidence that the checks cite.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { AttentionDto, VerdictDto } from '#contracts/http';
import { newOperationId } from '../../api/operation-id.js';
import { paths } from '../../api/paths.js';
import { aboutQuery, factsQuery, runQuery } from '../../api/queries.js';
import { plain } from '../../format/phrase.js';
import { reviewTerms, type ReviewTerms } from './review-terms.js';
import type { Deciding } from '../../components/use-decide.js';

interface Props {
  readonly wait: AttentionDto;
  readonly subject: string;
  readonly deciding: Deciding;
}

/** Reads facts backwards until everything that the verdict needs is loaded. */
function useTerms(wait: AttentionDto): ReviewTerms | null {
  const head = useQuery(runQuery(wait.projectId, wait.runId)).data?.data.sequence;
  const query = useInfiniteQuery({ ...factsQuery(wait.projectId, wait.runId, head ?? 0), enabled: head !== undefined });
  const facts = query.data?.pages.toReversed().flatMap((page) => page.facts) ?? [];
  const terms = wait.taskKey === null ? null : reviewTerms(facts, wait.taskKey, wait.waitId);
  const { hasNextPage, isFetching, fetchNextPage } = query;
  useEffect(() => {
    if (!terms && hasNextPage && !isFetching) void fetchNextPage();
  }, [terms, hasNextPage, isFetching, fetchNextPage]);
  return terms;
}

export function ReviewForm(props: Props) {
  const terms = useTerms(props.wait);
  const me = useQuery(aboutQuery()).data?.data.principalId ?? null;
  const mine = me !== null && terms?.reviewerPrincipalId === me;
  if (!terms || !mine || !props.wait.allowedActions.includes('submit_verdict')) return null;
  return <Verdict {...props} terms={terms} />;
}

type Judgement = VerdictDto['criteria'][number]['verdict'];
const JUDGEMENTS: readonly Judgement[] = ['passed', 'failed', 'needs_evidence'];

function Verdict({ wait, subject, deciding, terms }: Props & { readonly terms: ReviewTerms }) {
  const [criteria, setCriteria] = useState<Readonly<Record<string, Judgement>>>({});
  const [rejected, setRejected] = useState<ReadonlySet<string>>(new Set());
  const complete = terms.criteria.every((id) => criteria[id] !== undefined);
  const submit = () => {
    const { projectId, runId, expectedSequence, waitId } = wait;
    const body: VerdictDto = {
      operationId: newOperationId(),
      projectId,
      runId,
      expectedSequence,
      criteria: terms.criteria.map((id) => ({
        criterionId: id,
        verdict: criteria[id] ?? 'failed',
        evidenceRefs: terms.evidenceRefs,
      })),
      claims: terms.claims.map((id) => ({ claimId: id, accepted: !rejected.has(id) })),
    };
    deciding.decide({ projectId, waitId, path: paths.verdict(waitId), body, done: 'Your verdict is recorded.', subject });
  };
  const toggle = (id: string) => setRejected((old) => new Set(old.has(id) ? [...old].filter((one) => one !== id) : [...old, id]));
  return (
    <form
      className="verdict"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {terms.criteria.map((id) => (
        <Criterion
          key={id}
          id={id}
          wait={wait}
          judged={criteria[id] ?? null}
          onJudge={(verdict) => setCriteria({ ...criteria, [id]: verdict })}
        />
      ))}
      {terms.claims.length > 0 && (
        <fieldset>
          <legend>Claims of the report that you accept</legend>
          {terms.claims.map((id) => (
            <label key={id}>
              <input type="checkbox" checked={!rejected.has(id)} onChange={() => toggle(id)} />
              <code>{id}</code>
            </label>
          ))}
        </fieldset>
      )}
      <button type="submit" className="button primary" disabled={!complete || deciding.busy !== null}>
        Give the verdict
      </button>
    </form>
  );
}

interface CriterionProps {
  readonly id: string;
  readonly wait: AttentionDto;
  readonly judged: Judgement | null;
  readonly onJudge: (judgement: Judgement) => void;
}

function Criterion({ id, wait, judged, onJudge }: CriterionProps) {
  return (
    <fieldset>
      <legend>{plain(id)}</legend>
      {JUDGEMENTS.map((judgement) => (
        <label key={judgement}>
          <input type="radio" name={`${wait.waitId} ${id}`} checked={judged === judgement} onChange={() => onJudge(judgement)} />
          {plain(judgement)}
        </label>
      ))}
    </fieldset>
  );
}
