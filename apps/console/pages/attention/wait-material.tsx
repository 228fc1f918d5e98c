// What a decision rests on: the report with its evidence, the exact candidate, and the chat lines that do the same.
import type { AttentionDto, TaskContentDto } from '#contracts/http';
import { Snippet } from '../../components/snippet.js';
import { EvidenceList } from '../../components/evidence-list.js';
import { Report } from '../../components/report.js';

interface Props {
  readonly wait: AttentionDto;
  readonly task: TaskContentDto | null;
}

export function WaitMaterial({ wait, task }: Props) {
  return (
    <div className="wait-material">
      {task?.report && (
        <details>
          <summary className="button small">Read the report</summary>
          <div className="wait-report">
            <Report text={task.report} reportRef={task.reportRef} />
            <EvidenceList evidence={task.evidence} />
          </div>
        </details>
      )}
      <details>
        <summary className="button small">Details and chat lines</summary>
        <dl className="terms">
          <div>
            <dt>Wait</dt>
            <dd>
              <code>{wait.waitId}</code>
            </dd>
          </div>
          {wait.taskRevision !== null && (
            <div>
              <dt>Task revision</dt>
              <dd>{wait.taskRevision}</dd>
            </div>
          )}
          <div>
            <dt>Sequence</dt>
            <dd>{wait.expectedSequence}</dd>
          </div>
          {wait.candidateHash !== null && (
            <div>
              <dt>Candidate</dt>
              <dd>
                <code>{wait.candidateHash}</code>
              </dd>
            </div>
          )}
        </dl>
        {wait.commands.map((line) => (
          <Snippet key={line} text={line} />
        ))}
      </details>
    </div>
  );
}
