// The typed commands of a wait as buttons, with a reason where the command keeps one and a second question where nothing undoes it.
import { useId, useState } from 'react';
import type { AttentionDto } from '#contracts/http';
import { clock } from '../../api/connection.js';
import { newOperationId } from '../../api/operation-id.js';
import { actionWords } from '../../format/wait-words.js';
import type { Deciding } from '../../components/use-decide.js';
import { actionsOf, type WaitAction } from './wait-actions.js';

interface Props {
  readonly wait: AttentionDto;
  readonly over: boolean;
  readonly subject: string;
  readonly deciding: Deciding;
}

export function WaitActions({ wait, over, subject, deciding }: Props) {
  const [reason, setReason] = useState('');
  const [asking, setAsking] = useState<WaitAction | null>(null);
  const field = useId();
  const actions = actionsOf(wait, over);
  const post = (action: WaitAction) => {
    setAsking(null);
    const input = { operationId: newOperationId(), reason, now: clock.now() };
    const { path, done } = action;
    deciding.decide({ projectId: wait.projectId, waitId: wait.waitId, path, body: action.body(input), done, subject });
  };
  const disabled = deciding.busy !== null;
  if (!actions.length) return <Others wait={wait} actions={actions} />;
  if (asking) return <Sure action={asking} disabled={disabled} onYes={() => post(asking)} onNo={() => setAsking(null)} />;
  return (
    <div className="wait-actions">
      {actions.some(({ takesReason }) => takesReason) && (
        <div className="wait-reason">
          <label htmlFor={field}>Reason (optional)</label>
          <input id={field} value={reason} maxLength={500} onChange={(event) => setReason(event.target.value)} />
        </div>
      )}
      <div className="wait-buttons">
        {actions.map((action) => (
          <button
            key={action.action}
            type="button"
            className={`button ${action.style}`}
            disabled={disabled}
            onClick={() => (action.warning === null ? post(action) : setAsking(action))}
          >
            {action.label}
          </button>
        ))}
      </div>
      <Others wait={wait} actions={actions} />
    </div>
  );
}

interface SureProps {
  readonly action: WaitAction;
  readonly disabled: boolean;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

function Sure({ action, disabled, onYes, onNo }: SureProps) {
  return (
    <div className="wait-actions" role="alertdialog" aria-label={action.label}>
      <p>{action.warning}</p>
      <div className="wait-buttons">
        <button type="button" className="button danger" disabled={disabled} onClick={onYes}>
          {action.label}
        </button>
        <button type="button" className="button" onClick={onNo} autoFocus>
          Keep it
        </button>
      </div>
    </div>
  );
}

/** Actions that this page has no button for are named, so that nothing possible stays hidden. */
function Others({ wait, actions }: { readonly wait: AttentionDto; readonly actions: readonly WaitAction[] }) {
  const shown = new Set(actions.map(({ action }) => action));
  const hidden = ['approve', 'reject', 'request_changes', 'reopen', 'claim', 'submit_verdict'];
  const others = wait.allowedActions.filter((action) => !shown.has(action) && !hidden.includes(action));
  if (!others.length) return null;
  return <p className="fine">Also possible, by the Orchestrator: {others.map(actionWords).join(', ')}.</p>;
}
