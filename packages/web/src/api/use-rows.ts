import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { PagedQuery } from './queries.ts';

type Page<Row> = { rows: readonly Row[]; nextCursor: string | null };

/** A list that loads while scrolling: the rows so far, the first page's totals, and how to load more. */
export function useRows<Row, Answer extends Page<Row> = Page<Row>>({
  queryKey,
  read,
}: PagedQuery<Answer & Page<Row>>) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read({ cursor: pageParam ?? undefined }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
  const { data, hasNextPage, isFetching, fetchNextPage } = query;
  const rows = useMemo((): readonly Row[] => data?.pages.flatMap((page) => page.rows) ?? [], [data]);
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  return {
    rows,
    /** the first page's totals apply to the whole list */
    head: data?.pages[0],
    complete: data !== undefined && !hasNextPage,
    loadMore,
    query,
  };
}
