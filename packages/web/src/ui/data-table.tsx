import type { RowData } from '@tanstack/react-table';
import { type MouseEvent, type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { useElementWidth } from '../base/use-element-width.ts';
import { columnsInOrder, littleRoomPx } from './tables/column-order.ts';
import { TableBody } from './tables/table-body.tsx';
import type { TableColumn } from './tables/table-column.ts';
import { TableFoot } from './tables/table-foot.tsx';
import { TableHead } from './tables/table-head.tsx';
import { useGridKeys } from './tables/use-grid-keys.ts';
import { useRowWindow } from './tables/use-row-window.ts';
import { type TableModelOptions, useTableModel } from './tables/use-table-model.ts';

export type DataTableProps<Row extends RowData> = TableModelOptions<Row> & {
  /** Names the table for a screen reader. */
  label: string;
  /** Keep `columns` and `rows` stable between drawings (module constants or useMemo). */
  columns: readonly TableColumn<Row>[];
  density?: 'compact' | 'normal' | 'tall';
  /** The tallest it may grow, in CSS units; it scrolls beyond. */
  maxHeight?: string;
  /** First load: skeleton rows of the same height stand in. */
  loading?: boolean;
  skeletonRows?: number;
  /** An `EmptyState`, shown when there are no rows. */
  empty?: ReactNode;
  /** An `ErrorState`, shown instead of the rows. */
  error?: ReactNode;
  /** Rows are shown, but not all that should be: says why, under them, in place of the rows on their way. */
  partial?: ReactNode;
  /** How many rows there are in all, where the server knows. */
  totalRows?: number;
  /** More rows can be asked for; asked once each time the end comes near. */
  hasMore?: boolean;
  onNeedMore?: () => void;
  /** Enter or click on a row. */
  onOpenRow?: (row: Row) => void;
  /** Names a row to whoever hears its checkbox: "Ann Rep on Growth"; its id where left out. */
  rowName?: (row: Row) => string;
  selected?: ReadonlySet<string>;
  onSelectedChange?: (selected: ReadonlySet<string>) => void;
};

const rowHeights = { compact: 32, normal: 36, tall: 44 };
const nothing: ReadonlySet<string> = new Set();
const selectWidth = 40;

/**
 * A ledger: sticky head, pinned first column, figures to the end, sums at the foot. Draws only the rows in
 * view, so 100,000 rows scroll as smoothly as ten; everything can be done from the keyboard.
 */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { rowId, loading = false, error, onOpenRow, onSelectedChange, hasMore = false } = props;
  const rowHeight = rowHeights[props.density ?? 'normal'];
  const scroller = useRef<HTMLDivElement>(null);
  const width = useElementWidth(scroller);
  const columns = useMemo(() => columnsInOrder(props.columns, width), [props.columns, width]);
  const { table, rows } = useTableModel({ ...props, columns });
  const shown = loading || error ? 0 : rows.length;
  const offset = onSelectedChange ? 1 : 0;
  const selected = props.selected ?? nothing;
  const hasFoot = columns.some((column) => column.footer !== undefined) && shown > 0;
  const toggle = useSelection(selected, onSelectedChange);
  const reveal = useRef<(row: number) => void>(() => {});
  const keys = useGridKeys({
    grid: scroller,
    rowCount: shown,
    columnCount: columns.length + offset,
    pageRows: Math.max(1, Math.floor((scroller.current?.clientHeight ?? 400) / rowHeight) - 3),
    reveal: (row) => reveal.current(row),
    open: onOpenRow && ((row) => rows[row] && onOpenRow(rows[row])),
    toggle: onSelectedChange && ((row) => rows[row] && toggle(rowId(rows[row]))),
  });
  const view = useRowWindow({
    scroller,
    rowCount: shown,
    rowHeight,
    coveredHeight: 32 + (hasFoot ? 36 : 0),
    keepRow: keys.active.row,
  });
  useEffect(() => {
    reveal.current = view.reveal;
  });
  useNeedMore(hasMore && !loading && shown - view.lastInView < 20, rows.length, props.onNeedMore);
  const clicked = (event: MouseEvent<HTMLElement>) => {
    if (!onOpenRow || !(event.target instanceof Element) || getSelection()?.type === 'Range') return;
    const index = event.target.closest<HTMLElement>('[data-row]')?.dataset.row;
    const row =
      index === undefined || event.target.closest('a, button, input, label')
        ? undefined
        : rows[Number(index)];
    if (row) onOpenRow(row);
  };
  const whole = shown > 0 && selected.size >= shown && rows.every((row) => selected.has(rowId(row)));
  const all = onSelectedChange && {
    checked: whole,
    some: selected.size > 0,
    onToggle: () => onSelectedChange(whole ? nothing : new Set(rows.map(rowId))),
  };
  const sizes = columnWidths(columns, (id) => table.getColumn(id)?.getSize() ?? 140, {
    room: width,
    resized: table.state.columnSizing,
    taken: offset * selectWidth,
  });
  const total = hasMore ? (props.totalRows ?? -1) : rows.length;
  const skeletons = loading ? (props.skeletonRows ?? 8) : hasMore && !error && !props.partial ? 3 : 0;
  return (
    <div
      ref={scroller}
      data-narrow={(width > 0 && width < littleRoomPx) || undefined}
      className="group relative overflow-auto overscroll-x-contain rounded-b-lg [contain:layout_paint] [overflow-anchor:none]"
      style={{ maxHeight: props.maxHeight ?? '32rem', ['--row' as string]: `${rowHeight}px` }}
      onScroll={(event) => markScrolled(event.currentTarget)}
    >
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table whose cells take the keyboard
        role="grid"
        aria-label={props.label}
        aria-busy={loading || undefined}
        aria-rowcount={total < 0 ? -1 : total + 1 + (hasFoot ? 1 : 0)}
        aria-colcount={columns.length + offset}
        aria-multiselectable={onSelectedChange ? true : undefined}
        className="table-fixed border-separate border-spacing-0 text-13"
        style={{ width: '100%', minWidth: sizes.min }}
        onKeyDown={keys.onKeyDown}
        onFocus={keys.onFocus}
        onClick={clicked}
      >
        <colgroup>
          {offset > 0 ? <col style={{ width: selectWidth }} /> : null}
          {columns.map((column, index) => (
            <col key={column.id} style={{ width: sizes.widths[index] }} />
          ))}
        </colgroup>
        <TableHead table={table} columns={columns} active={keys.active} all={all} />
        <TableBody
          columns={columns}
          rows={rows}
          rowId={rowId}
          rowName={props.rowName}
          view={view}
          active={keys.active}
          openable={onOpenRow !== undefined}
          selected={onSelectedChange ? selected : undefined}
          onToggle={toggle}
          skeletons={skeletons}
        />
        {hasFoot ? (
          <TableFoot columns={columns} offset={offset} rowIndex={total < 0 ? undefined : total + 2} />
        ) : null}
      </table>
      <div className="sticky start-0" style={{ width: width || undefined }}>
        {error}
        {!error && shown > 0 ? props.partial : null}
        {!error && !loading && rows.length === 0 && !hasMore ? props.empty : null}
      </div>
      <p role="status" className="sr-only">
        {loading ? `${props.label}: loading` : ''}
      </p>
    </div>
  );
}

/** Ids in a set that is replaced, never changed; the toggle keeps its identity so that rows stay drawn. */
function useSelection(selected: ReadonlySet<string>, onChange?: (selected: ReadonlySet<string>) => void) {
  const latest = useRef({ selected, onChange });
  useEffect(() => {
    latest.current = { selected, onChange };
  });
  return useCallback((id: string) => {
    const next = new Set(latest.current.selected);
    if (!next.delete(id)) next.add(id);
    latest.current.onChange?.(next);
  }, []);
}

/** Asks for more once per loaded length, so that a slow answer is not asked for twice. */
function useNeedMore(near: boolean, loaded: number, onNeedMore?: () => void): void {
  const asked = useRef(-1);
  useEffect(() => {
    if (!near || !onNeedMore || asked.current === loaded) return;
    asked.current = loaded;
    onNeedMore();
  }, [near, loaded, onNeedMore]);
}

function columnWidths<Row>(
  columns: readonly TableColumn<Row>[],
  size: (id: string) => number,
  place: { room: number; resized: Record<string, number>; taken: number },
): { widths: (number | undefined)[]; min: number } {
  // On a phone the pinned column leaves at least half of the room to the others, and words break rather than push figures out.
  const narrow = place.room > 0 && place.room < littleRoomPx;
  const share = (column: TableColumn<Row>, index: number) => {
    const words = column.cell === undefined && column.kind !== 'figure';
    if (!narrow || !(index === 0 || (column.early && words))) return Number.POSITIVE_INFINITY;
    return Math.round(place.room * (index === 0 ? 0.34 : 0.33));
  };
  const exact = columns.map((column, index) => Math.min(share(column, index), size(column.id)));
  const widths = exact.map((width, index) => {
    const column = columns[index];
    return column?.grow && place.resized[column.id] === undefined ? undefined : width;
  });
  return { widths, min: exact.reduce((sum, width) => sum + width, place.taken) };
}

function markScrolled(element: HTMLElement): void {
  element.toggleAttribute('data-scrolled', Math.abs(element.scrollLeft) > 0);
}
