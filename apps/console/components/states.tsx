// The states that every page shares: loading, empty, failed.
import type { ReactNode } from 'react';
import { ProblemError, Unreachable } from '../api/failure.js';
import { Icon, type IconName } from './icon.js';

export function Skeleton({ lines = 6, label }: { readonly lines?: number; readonly label: string }) {
  return (
    <div className="skeleton" role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} style={{ width: `${92 - ((index * 17) % 40)}%` }} />
      ))}
    </div>
  );
}

interface EmptyProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ReactNode;
}

export function Empty({ icon, title, children }: EmptyProps) {
  return (
    <div className="empty">
      <span className="empty-icon">
        <Icon name={icon} size={28} />
      </span>
      <h2>{title}</h2>
      {children}
    </div>
  );
}

interface FailureProps {
  readonly error: unknown;
  readonly what: string;
  readonly onRetry?: (() => void) | undefined;
}

export function Failure({ error, what, onRetry }: FailureProps) {
  const problem = error instanceof ProblemError ? error.problem : null;
  return (
    <div className="failure" role="alert">
      <Icon name="warning" size={22} />
      <div>
        <h2>{what}</h2>
        <p>
          {error instanceof ProblemError || error instanceof Unreachable
            ? error.message
            : 'The Console itself failed here. Reload the page.'}
        </p>
        {problem && (
          <p className="fine">
            <code>{problem.code}</code>
            {problem.traceId && (
              <>
                {' '}
                · trace <code>{problem.traceId}</code>
              </>
            )}
          </p>
        )}
        {onRetry && (
          <button type="button" className="button" onClick={onRetry}>
            <Icon name="replan" /> Try again
          </button>
        )}
      </div>
    </div>
  );
}
