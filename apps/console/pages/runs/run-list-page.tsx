// All Runs of a Project, newest first, by status; live.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useParams, useSearchParams } from 'react-router';
import type { RunStatusDto } from '#contracts/http';
import { runsQuery } from '../../api/queries.js';
import { Answered } from '../../components/answered.js';
import { MoreButton } from '../../components/more-button.js';
import { PageHead } from '../../components/page-head.js';
import { useRowKeys } from '../../components/use-row-keys.js';
import { Icon } from '../../components/icon.js';
import { runStatuses, runWords } from '../../format/words.js';
import { NoRuns } from './no-runs.js';
import { RunRow } from './run-row.js';
import './runs.css';

function statusOf(word: string | null): RunStatusDto | null {
  return runStatuses.find((status) => status === word) ?? null;
}

export function RunListPage() {
  const { projectId = '' } = useParams();
  const [search, setSearch] = useSearchParams();
  const status = statusOf(search.get('status'));
  const runs = useInfiniteQuery(runsQuery(projectId, status));
  const list = useRef<HTMLUListElement>(null);
  useRowKeys(list);
  return (
    <>
      <PageHead title="Runs" lead="Every piece of work of this Project, newest first." />
      <StatusFilter chosen={status} onChoose={(next) => setSearch(next ? { status: next } : {}, { replace: true })} />
      <Answered query={runs} what="the Runs">
        {({ pages }) => {
          const headers = pages.flatMap((page) => page.data);
          if (!headers.length) return <NoRuns projectId={projectId} status={status} />;
          return (
            <>
              <ul className="run-list card" ref={list} aria-label="Runs">
                {headers.map((run) => (
                  <RunRow key={run.runId} run={run} />
                ))}
              </ul>
              <MoreButton query={runs} what="Runs" />
            </>
          );
        }}
      </Answered>
    </>
  );
}

interface FilterProps {
  readonly chosen: RunStatusDto | null;
  readonly onChoose: (status: RunStatusDto | null) => void;
}

function StatusFilter({ chosen, onChoose }: FilterProps) {
  return (
    <div className="chips run-filter" role="group" aria-label="Filter by status">
      <button type="button" className="chip" aria-pressed={chosen === null} onClick={() => onChoose(null)} data-shortcut="/">
        All
      </button>
      {runStatuses.map((status) => (
        <button key={status} type="button" className="chip" aria-pressed={chosen === status} onClick={() => onChoose(status)}>
          <Icon name={runWords(status).icon} size={14} />
          {runWords(status).label}
        </button>
      ))}
    </div>
  );
}
