// Loads the next page of a list, and says when there is none.
interface PagedQuery {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
}

interface Props {
  readonly query: PagedQuery;
  readonly what: string;
  readonly order?: string;
}

export function MoreButton({ query, what, order = 'older' }: Props) {
  if (!query.hasNextPage) return null;
  return (
    <div className="more">
      <button type="button" className="button" disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {query.isFetchingNextPage ? 'Loading …' : `Show ${order} ${what}`}
      </button>
    </div>
  );
}
