// One lease. Releasing asks for a reason first: the old attempt is given up and its outcome counts as unknown.
import { useQuery } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { Link } from 'react-router';
import type { LeaseDto, ReleaseLeaseDto } from '#contracts/http';
import { newOperationId } from '../../api/operation-id.js';
import { paths } from '../../api/paths.js';
import { contentQuery } from '../../api/queries.js';
import { Icon } from '../../components/icon.js';
import { StatusBadge } from '../../components/status-badge.js';
import { Ago, Countdown } from '../../components/time.js';
import type { Deciding } from '../../components/use-decide.js';
import { shortId, whoWords } from '../../format/names.js';
import { assignmentWords } from '../../format/words.js';

interface Props {
  readonly lease: LeaseDto;
  readonly deciding: Deciding;
}

export function LeaseRow({ lease, deciding }: Props) {
  const [releasing, setReleasing] = useState(false);
  const content = useQuery(contentQuery(lease.projectId, lease.runId)).data?.data;
  const task = content?.tasks.find(({ taskKey }) => taskKey === lease.taskKey)?.title?.text ?? lease.taskKey;
  const who = whoWords(lease.owner);
  const run = `/workroom/${encodeURIComponent(lease.projectId)}/runs/${encodeURIComponent(lease.runId)}`;
  return (
    <>
      <tr>
        <td>
          <Link to={`${run}?task=${encodeURIComponent(lease.taskKey)}`}>{task}</Link>
          <div className="fine">{content?.title?.text ?? shortId(lease.runId)}</div>
        </td>
        <td title={lease.owner}>
          <Icon name={who.kind} /> {who.name}
        </td>
        <td>
          <StatusBadge words={assignmentWords(lease.status)} />
        </td>
        <td data-name="attempt, fence">
          {lease.attempt}, {lease.fence}
        </td>
        <td data-name="claimed">
          <Ago at={lease.claimedAt} />
        </td>
        <td data-name="lease">
          <Countdown to={lease.leaseExpiresAt} late="ran out" soon={10_000} />
        </td>
        <td>
          <button type="button" className="button small" aria-expanded={releasing} onClick={() => setReleasing(!releasing)}>
            Release
          </button>
        </td>
      </tr>
      {releasing && (
        <tr className="release">
          <td colSpan={7}>
            <Release lease={lease} task={task} deciding={deciding} onDone={() => setReleasing(false)} />
          </td>
        </tr>
      )}
    </>
  );
}

function Release({ lease, task, deciding, onDone }: Props & { readonly task: string; readonly onDone: () => void }) {
  const [reason, setReason] = useState('');
  const field = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { projectId, runId, assignmentId, expectedSequence } = lease;
    const body: ReleaseLeaseDto = { operationId: newOperationId(), projectId, runId, expectedSequence, reason: reason.trim() };
    const path = paths.releaseLease(assignmentId);
    deciding.decide({ projectId, waitId: assignmentId, path, body, done: 'The lease is released.', subject: task });
    onDone();
  };
  return (
    <form onSubmit={submit}>
      <label htmlFor={field}>Why is it released? The agent’s outcome will count as unknown, and the task is offered again.</label>
      <div className="release-line">
        <input id={field} value={reason} maxLength={500} required autoFocus onChange={(event) => setReason(event.target.value)} />
        <button type="submit" className="button danger" disabled={!reason.trim() || deciding.busy !== null}>
          Release the lease
        </button>
        <button type="button" className="button" onClick={onDone}>
          Keep it
        </button>
      </div>
    </form>
  );
}
