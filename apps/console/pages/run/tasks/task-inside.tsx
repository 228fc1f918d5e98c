// What an open task shows.
import type { ReactNode } from 'react';
import type { AssignmentDto, DispatchDto } from '#contracts/http';
import { Disclosed } from '../../../components/disclosed.js';
import { Ago } from '../../../components/time.js';
import { whoWords } from '../../../format/names.js';
import { plain } from '../../../format/phrase.js';
import { taskWords } from '../../../format/words.js';
import type { ShownTask } from '../run-model.js';
import { AssignmentList } from './assignment-list.js';
import { EvidenceList } from '../../../components/evidence-list.js';
import { Report } from '../../../components/report.js';

interface Props {
  readonly shown: ShownTask;
  readonly tasks: readonly ShownTask[];
  readonly assignments: readonly AssignmentDto[];
  readonly dispatches: readonly DispatchDto[];
}

export function TaskInside({ shown, tasks, assignments, dispatches }: Props) {
  const { task, content } = shown;
  return (
    <div className="task-inside">
      <p className="fine">{taskWords(task.status).meaning}</p>
      {task.failure !== null && <p className="text-bad">Failed: {plain(task.failure).toLowerCase()}.</p>}
      {content?.reason && (
        <p>
          <strong>Why: </strong>
          <Disclosed text={content.reason} />
        </p>
      )}
      <Terms shown={shown} tasks={tasks} dispatches={dispatches} />
      <AssignmentList assignments={assignments} />
      <EvidenceList evidence={content?.evidence ?? []} />
      {content?.report && <Report text={content.report} reportRef={content.reportRef} />}
    </div>
  );
}

function Terms({ shown, tasks, dispatches }: Omit<Props, 'assignments'>) {
  const { task, content } = shown;
  const before = task.dependsOn.map((ref) => tasks.find((one) => one.task.ref === ref)?.name ?? ref);
  const offered = dispatches.findLast(({ status }) => status === 'pending');
  return (
    <dl className="terms">
      {before.length > 0 && <Term name="After">{before.join(', ')}</Term>}
      <Term name="Attempts used">
        {task.attemptsUsed} of {task.maxAttempts}
      </Term>
      {task.riskTier !== null && <Term name="Risk">{task.riskTier}</Term>}
      {content?.reviewerPrincipalId && (
        <Term name="Reviewed by">
          <span title={content.reviewerPrincipalId}>{whoWords(content.reviewerPrincipalId).name}</span>
          {content.reviewMethod === 'recomputed' && ', who recomputed every cited evidence'}
        </Term>
      )}
      {offered && (
        <Term name="Offered">
          <Ago at={offered.at} />
        </Term>
      )}
      {content?.gateIds.length ? (
        <Term name="Gates">
          <code>{content.gateIds.join(', ')}</code>
        </Term>
      ) : null}
    </dl>
  );
}

function Term({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
