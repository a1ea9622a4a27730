import type { ReactNode } from 'react';
import { DataTable, type DataTableProps } from '../ui/data-table.tsx';
import { Failed } from './loaded.tsx';

type List<Row> = {
  rows: readonly Row[];
  loadMore: () => void;
  query: {
    isPending: boolean;
    isError: boolean;
    error: unknown;
    isFetching: boolean;
    hasNextPage: boolean;
    refetch: () => unknown;
  };
};

export type RowTableProps<Row extends object> = Omit<
  DataTableProps<Row>,
  'rows' | 'loading' | 'error' | 'hasMore' | 'onNeedMore'
> & {
  list: List<Row>;
  /** What failed, in the user's words: "The deals could not be loaded". */
  failure: string;
  empty: ReactNode;
};

/** A ledger over a list of the server that loads on while one scrolls. */
export function RowTable<Row extends object>({ list, failure, ...table }: RowTableProps<Row>) {
  const { query } = list;
  return (
    <DataTable
      {...table}
      rows={list.rows}
      loading={query.isPending}
      error={query.isError && list.rows.length === 0 ? <Failed query={query} failure={failure} /> : undefined}
      hasMore={query.hasNextPage}
      onNeedMore={list.loadMore}
    />
  );
}
