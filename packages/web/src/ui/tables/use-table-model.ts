import { useMemo, useState } from 'react';
import { sortRows } from './sort-rows.ts';
import type { TableColumn, TableSort } from './table-column.ts';
import { nextSort } from './table-sort.ts';
import type { TableView } from './table-view.ts';

/** Bounds of a column's width in pixels. */
const narrowest = 56;
const widest = 1200;

export type TableModelOptions<Row> = {
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** With `onSortChange` the server sorts; otherwise the table sorts its rows. */
  sort?: TableSort | null;
  onSortChange?: (sort: TableSort | null) => void;
  /** Keeps the order of a table that sorts its rows. */
  view?: TableView | null;
};

/** What the user changes in a table: its order and the widths of its columns. */
export type TableModel<Row> = {
  /** In display order. */
  rows: readonly Row[];
  sorted: TableSort | null;
  toggleSort: (column: TableColumn<Row>) => void;
  /** Columns whose width the user chose. */
  resized: ReadonlySet<string>;
  widthOf: (column: TableColumn<Row>) => number;
  /** Without a width, the column returns to its own. */
  resize: (columnId: string, width?: number) => void;
};

export function useTableModel<Row>(options: TableModelOptions<Row>): TableModel<Row> {
  const { columns, rows, sort, onSortChange, view } = options;
  const [keptSort, keepSort] = useState<TableSort | null>(null);
  const ownSort = view ? view.sort : keptSort;
  const [widths, setWidths] = useState<ReadonlyMap<string, number>>(new Map());
  const byServer = onSortChange !== undefined;
  const sorted = byServer ? (sort ?? null) : ownSort;
  const shown = useMemo(() => {
    const column = byServer ? undefined : columns.find(({ id }) => id === ownSort?.column);
    return ownSort && column ? sortRows(rows, column, ownSort.descending) : rows;
  }, [byServer, ownSort, columns, rows]);
  return {
    rows: shown,
    sorted,
    toggleSort: (column) => (onSortChange ?? view?.onSort ?? keepSort)(nextSort(column, sorted)),
    resized: useMemo(() => new Set(widths.keys()), [widths]),
    widthOf: ({ id, width = 140 }) => Math.min(widest, Math.max(narrowest, widths.get(id) ?? width)),
    resize: (id, width) =>
      setWidths((old) => {
        const next = new Map(old);
        if (width === undefined) next.delete(id);
        else next.set(id, width);
        return next;
      }),
  };
}
