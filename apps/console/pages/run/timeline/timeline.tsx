// Every fact of the Run, newest first, as sentences; filtered by drawer, task and words.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { RunDetailDto } from '#contracts/http';
import { factsQuery } from '../../../api/queries.js';
import { Answered } from '../../../components/answered.js';
import { MoreButton } from '../../../components/more-button.js';
import { chosen } from '../../../format/facts/fact-filter.js';
import { counted } from '../../../format/names.js';
import type { ShownTask } from '../run-model.js';
import { FactRow } from './fact-row.js';
import { TimelineFilter } from './timeline-filter.js';
import { told } from './told-facts.js';
import { useFilter } from './use-filter.js';

interface Props {
  readonly run: RunDetailDto;
  readonly tasks: readonly ShownTask[];
  readonly selected: ShownTask | null;
  readonly onSelect: (ref: string | null) => void;
}

export function Timeline({ run, tasks, selected, onSelect }: Props) {
  const [own, setOwn] = useFilter();
  const query = useInfiniteQuery(factsQuery(run.projectId, run.runId, run.sequence));
  const facts = useMemo(() => query.data?.pages.toReversed().flatMap((page) => page.facts) ?? [], [query.data]);
  const all = useMemo(() => told(facts, tasks), [facts, tasks]);
  const filter = { ...own, taskKey: selected?.key ?? null };
  const shown = chosen(all, filter).toReversed();
  return (
    <section className="timeline" aria-labelledby="timeline-title">
      <h2 id="timeline-title">Timeline</h2>
      <TimelineFilter filter={own} onFilter={setOwn} task={selected} onForgetTask={() => onSelect(null)} />
      <Answered query={query} what="the facts">
        {() => (
          <>
            <p className="fine" role="status">
              {shown.length === all.length ? counted(all.length, 'fact') : `${shown.length} of ${counted(all.length, 'fact')}`}
              {query.hasNextPage ? ', earlier ones not loaded' : ''}
            </p>
            <ol className="facts" reversed>
              {shown.map((one) => (
                <FactRow key={one.fact.eventId} told={one} />
              ))}
            </ol>
            <MoreButton query={query} what="facts" order="earlier" />
          </>
        )}
      </Answered>
    </section>
  );
}
