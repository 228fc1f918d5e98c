// One Run of the list. Titles stand only in the content, which is asked for once the row is on screen.
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'react-router';
import type { RunHeaderDto } from '#contracts/http';
import { contentQuery } from '../../api/queries.js';
import { StatusBadge } from '../../components/status-badge.js';
import { TaskMeter } from '../../components/task-meter.js';
import { Ago } from '../../components/time.js';
import { useSeen } from '../../components/use-seen.js';
import { counted, shortId } from '../../format/names.js';
import { runWords } from '../../format/words.js';

export function RunRow({ run }: { readonly run: RunHeaderDto }) {
  const words = runWords(run.status);
  const { reviewerAssignments: reviews, sponsorGates: gates } = run.counts;
  return (
    <li className="run-row">
      <Link to={run.runId} data-row className="run-link">
        <span className="run-name">
          <RunTitle projectId={run.projectId} runId={run.runId} />
          <span className="fine">
            <code title={run.runId}>{shortId(run.runId)}</code> · started <Ago at={run.createdAt} />
          </span>
        </span>
        <span className="run-state">
          <StatusBadge words={words} />
          {run.paused && run.status !== 'paused' && <span className="tag">pause in force</span>}
          {reviews > 0 && <span className="tag">{counted(reviews, 'review')}</span>}
          {gates > 0 && <span className="tag">{counted(gates, 'gate')}</span>}
        </span>
        <TaskMeter counts={run.counts.tasks} />
        <span className="run-changed fine">
          changed <Ago at={run.updatedAt} />
        </span>
      </Link>
    </li>
  );
}

function RunTitle({ projectId, runId }: { readonly projectId: string; readonly runId: string }) {
  const place = useRef<HTMLElement>(null);
  const content = useQuery({ ...contentQuery(projectId, runId), enabled: useSeen(place) });
  const title = content.data?.data.title;
  if (title?.text) return <strong>{title.text}</strong>;
  const name = title ? 'Title withheld' : shortId(runId);
  return (
    <strong ref={place} className={content.isPending ? 'pending' : undefined} title={title?.reasons.join(', ')}>
      {name}
    </strong>
  );
}
