// How the last decision went; it stays until it is dismissed, also when its wait is gone.
import { Icon } from './icon.js';
import type { Deciding } from './use-decide.js';

export function DecisionNotice({ deciding }: { readonly deciding: Deciding }) {
  const { notice, decide, dismiss } = deciding;
  return (
    <div aria-live="assertive">
      {notice && (
        <div className={`banner tone-${notice.tone}`}>
          <Icon name={notice.tone === 'ok' ? 'check' : 'warning'} size={18} />
          <p>
            <strong>{notice.subject}:</strong> {notice.text} {notice.code !== null && <code>{notice.code}</code>}
          </p>
          {notice.again && (
            <button type="button" className="button" onClick={() => notice.again && decide(notice.again)}>
              Send again
            </button>
          )}
          <button type="button" className="button quiet" onClick={dismiss}>
            <Icon name="cross" />
            <span className="unseen">Dismiss</span>
          </button>
        </div>
      )}
    </div>
  );
}
