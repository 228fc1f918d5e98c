// One Run: how it stands, what it waits for, its task graph, its tasks with their work, and every fact. Read-only.
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import { useParams, useSearchParams } from 'react-router';
import type { RunContentDto, RunDetailDto } from '#contracts/http';
import { contentQuery, runQuery } from '../../api/queries.js';
import { Answered } from '../../components/answered.js';
import { Skeleton } from '../../components/states.js';
import { RunHead } from './run-head.js';
import { RunWaits } from './run-waits.js';
import { shownTasks } from './run-model.js';
import { TaskList } from './tasks/task-list.js';
import { Timeline } from './timeline/timeline.js';
import { put } from './timeline/use-filter.js';
import './run.css';

const TaskGraph = lazy(async () => ({ default: (await import('./graph/task-graph.js')).TaskGraph }));

export function RunPage() {
  const { projectId = '', runId = '' } = useParams();
  const run = useQuery(runQuery(projectId, runId));
  const content = useQuery(contentQuery(projectId, runId));
  return (
    <Answered query={run} what="this Run" lines={12}>
      {({ data }) => <RunSections run={data} content={content.data?.data ?? null} />}
    </Answered>
  );
}

interface Props {
  readonly run: RunDetailDto;
  readonly content: RunContentDto | null;
}

function RunSections({ run, content }: Props) {
  const tasks = useMemo(() => shownTasks(run, content), [run, content]);
  const [search, setSearch] = useSearchParams();
  const named = search.get('task');
  const selected = tasks.find(({ key, task }) => named !== null && (key === named || task.ref === named)) ?? null;
  const select = (ref: string | null) => {
    const task = tasks.find((one) => one.task.ref === ref);
    setSearch(
      (old) => {
        const next = new URLSearchParams(old);
        put(next, 'task', task ? (task.key ?? task.task.ref) : null);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return (
    <>
      <RunHead run={run} content={content} />
      <div className="run-columns">
        <div className="run-work">
          <RunWaits run={run} tasks={tasks} />
          <section aria-labelledby="graph-title">
            <h2 id="graph-title">Task graph</h2>
            {tasks.length ? (
              <Suspense fallback={<Skeleton lines={5} label="Loading the task graph" />}>
                <TaskGraph tasks={tasks} selected={selected?.task.ref ?? null} onSelect={select} />
              </Suspense>
            ) : (
              <p className="fine">No plan has been admitted yet.</p>
            )}
          </section>
          <TaskList run={run} tasks={tasks} selected={selected?.task.ref ?? null} onSelect={select} />
        </div>
        <Timeline run={run} tasks={tasks} selected={selected} onSelect={select} />
      </div>
    </>
  );
}
