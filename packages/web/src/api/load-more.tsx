import { Button } from '../ui/button.tsx';

type LoadMoreProps = {
  list: {
    readonly query: { readonly hasNextPage: boolean; readonly isFetchingNextPage: boolean };
    readonly loadMore: () => void;
  };
  label: string;
};

/** The button below a paged list; nothing once all rows are loaded. */
export function LoadMore({ list: { query, loadMore }, label }: LoadMoreProps) {
  if (!query.hasNextPage) return null;
  return (
    <div>
      <Button size="sm" busy={query.isFetchingNextPage} onClick={loadMore}>
        {label}
      </Button>
    </div>
  );
}
