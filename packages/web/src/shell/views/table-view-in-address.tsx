import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { type TableView, TableViewContext, type ViewedColumn } from '../../ui/tables/table-view.ts';

/** Keeps the order and hidden columns of the page's list in its address: `order=-pay&hide=territory.team`. */
export function TableViewInAddress({ children }: { children: ReactNode }) {
  const { order, hide } = useSearch({ strict: false }) as { order?: string; hide?: string };
  const navigate = useNavigate();
  const [columns, setColumns] = useState<readonly ViewedColumn[]>([]);
  const view = useMemo((): TableView => {
    const put = (change: object) =>
      void navigate({
        to: '.',
        search: (before: object) => ({ ...before, ...change }),
        replace: true,
        resetScroll: false,
      });
    const name = order?.replace(/^-/, '');
    return {
      sort: name ? { column: name, descending: order !== name } : null,
      onSort: (sort) => put({ order: sort ? `${sort.descending ? '-' : ''}${sort.column}` : undefined }),
      hidden: new Set(hide?.split('.')),
      onHidden: (hidden) => put({ hide: hidden.size === 0 ? undefined : [...hidden].sort().join('.') }),
      columns,
      onColumns: setColumns,
    };
  }, [order, hide, columns, navigate]);
  return <TableViewContext value={view}>{children}</TableViewContext>;
}
