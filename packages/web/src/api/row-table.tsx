import type { ReactNode } from 'react';
import { DataTable, type DataTableProps } from '../ui/data-table.tsx';
import { PartialState } from '../ui/states/partial-state.tsx';
import { describeError, requestIdOf } from './http-error.ts';
import { Failed } from './loaded.tsx';
import { messages } from './messages.ts';

type List<Row> = {
  rows: readonly Row[];
  loadMore: () => void;
  query: {
    isPending: boolean;
    isError: boolean;
    error: unknown;
    isFetching: boolean;
    hasNextPage: boolean;
    isFetchNextPageError: boolean;
    refetch: () => unknown;
  };
};

export type RowTableProps<Row extends object> = Omit<
  DataTableProps<Row>,
  'rows' | 'loading' | 'error' | 'partial' | 'hasMore' | 'onNeedMore'
> & {
  list: List<Row>;
  /** What failed: "The deals could not be loaded". */
  failure: string;
  empty: ReactNode;
};

/** A table over a paged list that loads while scrolling. */
export function RowTable<Row extends object>({ list, failure, ...table }: RowTableProps<Row>) {
  const { query } = list;
  return (
    <DataTable
      {...table}
      rows={list.rows}
      loading={query.isPending}
      error={query.isError && list.rows.length === 0 ? <Failed query={query} failure={failure} /> : undefined}
      partial={query.isError && !query.isFetching ? <Unfinished list={list} /> : undefined}
      hasMore={query.hasNextPage}
      onNeedMore={list.loadMore}
    />
  );
}

/** The problem of a list that is incomplete or out of date. */
function Unfinished<Row>({ list: { query, loadMore } }: { list: List<Row> }) {
  const ended = query.isFetchNextPageError;
  return (
    <PartialState
      title={ended ? messages.rows.moreFailure : messages.rows.updateFailure}
      text={describeError(query.error)}
      requestId={requestIdOf(query.error)}
      onRetry={ended ? loadMore : () => void query.refetch()}
    />
  );
}
