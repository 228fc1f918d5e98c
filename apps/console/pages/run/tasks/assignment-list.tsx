// The Assignments of a task, newest first: who, under which lease and fence, for how long, and how it ended.
import type { AssignmentDto } from '#contracts/http';
import { Icon } from '../../../components/icon.js';
import { StatusBadge } from '../../../components/status-badge.js';
import { Ago, Countdown } from '../../../components/time.js';
import { useNow } from '../../../components/ticking-clock.js';
import { whoWords } from '../../../format/names.js';
import { duration } from '../../../format/time.js';
import { plain } from '../../../format/phrase.js';
import { assignmentWords } from '../../../format/words.js';

export function AssignmentList({ assignments }: { readonly assignments: readonly AssignmentDto[] }) {
  if (!assignments.length) return <p className="fine">Nobody has taken this task yet.</p>;
  const newest = assignments.toSorted((a, b) => b.claimedAt - a.claimedAt || b.fence - a.fence);
  return (
    <>
      <h4>Assignments</h4>
      <ul className="assignments">
        {newest.map((assignment) => (
          <li key={assignment.ref}>
            <AssignmentLine assignment={assignment} />
          </li>
        ))}
      </ul>
    </>
  );
}

function AssignmentLine({ assignment }: { readonly assignment: AssignmentDto }) {
  const now = useNow();
  const who = whoWords(assignment.owner);
  const active = assignment.endedAt === null;
  return (
    <>
      <span className="assignment-who" title={assignment.owner}>
        <Icon name={who.kind} /> {who.name}
      </span>
      <StatusBadge words={assignmentWords(assignment.status)} />
      <span className="tag">attempt {assignment.attempt}</span>
      <span className="tag" title="A write with an older fence is refused">
        fence {assignment.fence}
      </span>
      {assignment.role === 'integration' && <span className="tag">integration</span>}
      <span className="fine">
        claimed <Ago at={assignment.claimedAt} />
        {assignment.startedAt !== null && `, worked ${duration((assignment.endedAt ?? now) - assignment.startedAt)}`}
        {assignment.outcome !== null && `, ${plain(assignment.outcome).toLowerCase()}`}
      </span>
      {active && assignment.leaseExpiresAt !== null && (
        <span className="fine">
          lease: <Countdown to={assignment.leaseExpiresAt} late="ran out" soon={10_000} />
        </span>
      )}
      {active && <ProgressBar assignment={assignment} />}
    </>
  );
}

function ProgressBar({ assignment }: { readonly assignment: AssignmentDto }) {
  const { progress } = assignment;
  if (!progress || progress.completedUnits === null) return null;
  const { completedUnits: done, totalUnits: all } = progress;
  return (
    <span className="progress">
      {all !== null && <progress value={done} max={all} aria-label="Progress" />}
      <span className="fine">{all === null ? `${done} steps` : `${done} of ${all}`}</span>
    </span>
  );
}
