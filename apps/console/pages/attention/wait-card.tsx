// One wait: the question, what it is about, who owns it, how long it is open, and what can be done.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { AttentionDto, TaskContentDto } from '#contracts/http';
import { aboutQuery, contentQuery } from '../../api/queries.js';
import { Disclosed } from '../../components/disclosed.js';
import { Icon } from '../../components/icon.js';
import { Ago, Countdown } from '../../components/time.js';
import { shortId, whoWords } from '../../format/names.js';
import { plain } from '../../format/phrase.js';
import { waitWords } from '../../format/wait-words.js';
import { ReviewForm } from './review-form.js';
import type { Deciding } from '../../components/use-decide.js';
import { WaitActions } from './wait-actions-bar.js';
import { WaitMaterial } from './wait-material.js';

interface Props {
  readonly wait: AttentionDto;
  readonly over: boolean;
  readonly deciding: Deciding;
}

export function WaitCard({ wait, over, deciding }: Props) {
  const content = useQuery(contentQuery(wait.projectId, wait.runId)).data?.data;
  const task = content?.tasks.find(({ taskKey }) => taskKey === wait.taskKey) ?? null;
  const runName = content?.title?.text ?? shortId(wait.runId);
  const taskName = task?.title?.text ?? wait.taskKey;
  const words = waitWords(wait.kind);
  return (
    <article className={`card wait-card${over ? ' is-over' : ''}`} aria-label={`${words.title}: ${taskName ?? runName}`}>
      <header>
        <h3>
          <Icon name={over ? 'hourglass' : 'gate'} /> {words.title}
        </h3>
        {wait.deadline !== null && (
          <span className="wait-deadline">
            {over ? '' : 'time left '}
            <Countdown to={wait.deadline} />
          </span>
        )}
      </header>
      <p className="wait-subject">
        {taskName !== null && <strong>{taskName}</strong>}
        <Link to={runPath(wait)}>{taskName === null ? runName : `in “${runName}”`}</Link>
      </p>
      <p>{words.question}</p>
      <Reason wait={wait} task={task} />
      <WaitMaterial wait={wait} task={task} />
      <Owner wait={wait} />
      <WaitActions wait={wait} over={over} subject={taskName ?? runName} deciding={deciding} />
      {wait.kind === 'reviewer' && !over && <ReviewForm wait={wait} subject={taskName ?? runName} deciding={deciding} />}
    </article>
  );
}

const runPath = ({ projectId, runId, taskKey }: AttentionDto): string =>
  `/workroom/${encodeURIComponent(projectId)}/runs/${encodeURIComponent(runId)}${taskKey === null ? '' : `?task=${encodeURIComponent(taskKey)}`}`;

function Reason({ wait, task }: { readonly wait: AttentionDto; readonly task: TaskContentDto | null }) {
  if (task?.reason) {
    return (
      <p>
        <strong>Why: </strong>
        <Disclosed text={task.reason} />
      </p>
    );
  }
  return wait.reasonCode === null ? null : <p>Why: {plain(wait.reasonCode).toLowerCase()}.</p>;
}

function Owner({ wait }: { readonly wait: AttentionDto }) {
  const me = useQuery(aboutQuery()).data?.data.principalId;
  return (
    <p className="fine">
      <span title={wait.owner}>Owner: {wait.owner === me ? 'you' : whoWords(wait.owner).name}</span> · opened{' '}
      <Ago at={wait.openedAt} />
    </p>
  );
}
