// Shows a query's answer, or its loading or failed state. A failed re-read leaves the old answer on screen with a note.
import type { ReactNode } from 'react';
import { Failure, Skeleton } from './states.js';

interface QueryState<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

interface Props<Data> {
  readonly query: QueryState<Data>;
  /** What is asked for, as in “Loading …”. */
  readonly what: string;
  readonly lines?: number;
  readonly children: (data: Data) => ReactNode;
}

export function Answered<Data>({ query, what, lines = 6, children }: Props<Data>) {
  const retry = () => void query.refetch();
  if (query.data === undefined) {
    if (query.error) return <Failure error={query.error} what={`Could not load ${what}`} onRetry={retry} />;
    return <Skeleton lines={lines} label={`Loading ${what}`} />;
  }
  return (
    <>
      {query.error ? (
        <Failure error={query.error} what={`Could not bring ${what} up to date; this is the last answer`} onRetry={retry} />
      ) : null}
      {children(query.data)}
    </>
  );
}
