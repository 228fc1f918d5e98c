// The head of a Run: title, status in words, and what it was admitted with.
import { Link } from 'react-router';
import type { RunContentDto, RunDetailDto } from '#contracts/http';
import { Withheld } from '../../components/disclosed.js';
import { Icon } from '../../components/icon.js';
import { PageHead } from '../../components/page-head.js';
import { StatusBadge } from '../../components/status-badge.js';
import { TaskMeter } from '../../components/task-meter.js';
import { Ago } from '../../components/time.js';
import { shortHash, whoWords } from '../../format/names.js';
import { runWords } from '../../format/words.js';
import { RoomCommands } from './room-commands.js';
import { runTitle } from './run-model.js';

interface Props {
  readonly run: RunDetailDto;
  readonly content: RunContentDto | null;
}

export function RunHead({ run, content }: Props) {
  const words = runWords(run.status);
  const title = content?.title;
  return (
    <>
      <Link to=".." relative="path" className="back">
        <Icon name="back" size={14} /> Runs
      </Link>
      <PageHead title={runTitle(content, run.runId)}>
        <RoomCommands run={run} />
      </PageHead>
      {title && title.text === null && <Withheld text={title} />}
      <div className="run-summary card">
        <div className="run-status" role="status">
          <StatusBadge words={words} large />
          <p>{words.meaning}</p>
          <RunFlags run={run} />
        </div>
        <TaskMeter counts={run.counts.tasks} />
        <Facts run={run} />
      </div>
    </>
  );
}

function RunFlags({ run }: { readonly run: RunDetailDto }) {
  return (
    <>
      {run.paused && run.status !== 'paused' && <span className="tag">Pause in force</span>}
      {run.cancelRequested && run.status !== 'cancelling' && run.status !== 'cancelled' && (
        <span className="tag">Cancel requested</span>
      )}
      {run.separation === 'solo' && (
        <span className="tag" title="The only Sponsor may approve what they asked for; each such decision says so.">
          Solo approval
        </span>
      )}
    </>
  );
}

function Facts({ run }: { readonly run: RunDetailDto }) {
  return (
    <dl className="run-facts">
      <div>
        <dt>Run</dt>
        <dd>
          <code>{run.runId}</code>
        </dd>
      </div>
      <div>
        <dt>Asked for by</dt>
        <dd title={run.requesterPrincipalId ?? undefined}>
          {run.requesterPrincipalId === null ? '–' : whoWords(run.requesterPrincipalId).name}
        </dd>
      </div>
      <div>
        <dt>Started</dt>
        <dd>
          <Ago at={run.createdAt} />
        </dd>
      </div>
      <div>
        <dt>Changed</dt>
        <dd>
          <Ago at={run.updatedAt} />
        </dd>
      </div>
      <div>
        <dt>Plan revision</dt>
        <dd>{run.planRevision || '–'}</dd>
      </div>
      <div>
        <dt>Base commit</dt>
        <dd title={run.baseRevision ?? undefined}>
          <code>{run.baseRevision === null ? '–' : shortHash(run.baseRevision)}</code>
        </dd>
      </div>
      <div>
        <dt>Sequence</dt>
        <dd>{run.sequence}</dd>
      </div>
      <Digests run={run} />
    </dl>
  );
}

function Digests({ run }: { readonly run: RunDetailDto }) {
  return (
    <details className="hashes">
      <summary>Digests</summary>
      <dl className="terms">
        <div>
          <dt>State</dt>
          <dd>
            <code>{run.digest}</code>
          </dd>
        </div>
        <div>
          <dt>Authority</dt>
          <dd>
            <code>{run.authorityDigest ?? '–'}</code>
          </dd>
        </div>
      </dl>
    </details>
  );
}
