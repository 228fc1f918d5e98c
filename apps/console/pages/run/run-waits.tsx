// What the Run waits for: owner, deadline, and what can be done. Deciding happens on the Attention page.
import { Link } from 'react-router';
import type { RunDetailDto } from '#contracts/http';
import { Icon } from '../../components/icon.js';
import { Countdown } from '../../components/time.js';
import { whoWords } from '../../format/names.js';
import { actionWords, blockerWords, waitWords } from '../../format/wait-words.js';
import type { ShownTask } from './run-model.js';

interface Props {
  readonly run: RunDetailDto;
  readonly tasks: readonly ShownTask[];
}

interface ShownWait {
  readonly id: string;
  readonly what: string;
  readonly taskRef: string | null;
  readonly owner: string;
  readonly deadline: number | null;
  readonly expired: boolean;
  readonly actions: readonly string[];
}

/** Waits and blockers as one list; a blocker that also stands among the waits is told once. */
function waitsOf(run: RunDetailDto): readonly ShownWait[] {
  const blocked = new Set(run.blockers.map((blocker) => blocker.blockerRef));
  const waits = run.waits
    .filter((wait) => !blocked.has(wait.ref))
    .map((wait) => ({
      id: `${wait.kind}:${wait.ref}`,
      what: waitWords(wait.kind).title,
      taskRef: wait.taskRef,
      owner: wait.owner,
      deadline: wait.deadline,
      expired: wait.status === 'expired',
      actions: wait.allowedActions,
    }));
  const blockers = run.blockers.map((blocker) => ({
    id: blocker.blockerRef,
    what: blockerWords(blocker.kind),
    taskRef: blocker.taskRef,
    owner: blocker.owner,
    deadline: blocker.deadline,
    expired: blocker.expired,
    actions: blocker.allowedActions,
  }));
  return [...waits, ...blockers];
}

export function RunWaits({ run, tasks }: Props) {
  const waits = waitsOf(run);
  if (!waits.length) return null;
  return (
    <section className="waits" aria-labelledby="waits-title">
      <h2 id="waits-title">
        <Icon name="hourglass" /> Waits for
      </h2>
      <ul>
        {waits.map((wait) => (
          <li key={wait.id} className="card wait">
            <strong>{wait.what}</strong>
            {wait.taskRef !== null && <span>{tasks.find(({ task }) => task.ref === wait.taskRef)?.name}</span>}
            <span className="fine" title={wait.owner}>
              Owner: {whoWords(wait.owner).name}
            </span>
            {wait.deadline !== null && (
              <span className="fine">
                {wait.expired ? '' : 'Time left: '}
                <Countdown to={wait.deadline} />
              </span>
            )}
            {wait.actions.length > 0 && <span className="fine">Possible: {wait.actions.map(actionWords).join(', ')}</span>}
          </li>
        ))}
      </ul>
      <Link to={`/workroom/${encodeURIComponent(run.projectId)}/attention`}>Decide on the Attention page</Link>
    </section>
  );
}
