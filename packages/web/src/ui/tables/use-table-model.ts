import {
  type ColumnDef,
  columnResizingFeature,
  columnSizingFeature,
  type RowData,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import { sortRows } from './sort-rows.ts';
import type { TableColumn, TableSort } from './table-column.ts';

const features = tableFeatures({ columnResizingFeature, columnSizingFeature, rowSortingFeature });
// only column state is kept in the model: row objects for 100,000 rows would double the memory
const noRows: never[] = [];

/** Minimum column width in pixels. */
export const narrowest = 56;

export type TableModelOptions<Row> = {
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** With `onSortChange` the server sorts; otherwise the table sorts its rows. */
  sort?: TableSort | null;
  onSortChange?: (sort: TableSort | null) => void;
};

/** The headless part of a table: sorting, sizing, and rows in display order. */
export function useTableModel<Row extends RowData>(options: TableModelOptions<Row>) {
  const { columns, rows, sort, onSortChange } = options;
  const [ownSorting, setOwnSorting] = useState<SortingState>([]);
  const byServer = onSortChange !== undefined;
  const sorting = useMemo(
    () => (byServer ? (sort ? [{ id: sort.column, desc: sort.descending }] : []) : ownSorting),
    [byServer, sort, ownSorting],
  );
  const defs = useMemo(() => columns.map(columnDef), [columns]);
  const table = useTable({
    features,
    columns: defs,
    data: noRows as Row[],
    state: { sorting },
    manualSorting: true,
    enableMultiSort: false,
    columnResizeMode: 'onChange',
    onSortingChange: (change) => {
      const next = typeof change === 'function' ? change(sorting) : change;
      const first = next[0];
      if (onSortChange) onSortChange(first ? { column: first.id, descending: first.desc } : null);
      else setOwnSorting(next);
    },
  });
  const shown = useMemo(() => {
    const first = byServer ? undefined : sorting[0];
    const column = columns.find((one) => one.id === first?.id);
    return first && column ? sortRows(rows, column, first.desc) : rows;
  }, [byServer, sorting, columns, rows]);
  return { table, rows: shown };
}

export type TableModel<Row extends RowData> = ReturnType<typeof useTableModel<Row>>['table'];

function columnDef<Row extends RowData>(column: TableColumn<Row>): ColumnDef<typeof features, Row> {
  return {
    id: column.id,
    accessorFn: column.value,
    enableSorting: column.sortable ?? true,
    sortDescFirst: column.kind === 'figure',
    size: column.width ?? 140,
    minSize: narrowest,
    maxSize: 1200,
  };
}
