import { type MouseEvent, type ReactNode, use, useCallback, useEffect, useMemo, useRef } from 'react';
import { useElementWidth } from '../base/use-element-width.ts';
import { messages } from './messages.ts';
import { columnsInOrder, littleRoomPx } from './tables/column-order.ts';
import { TableBody } from './tables/table-body.tsx';
import type { TableColumn } from './tables/table-column.ts';
import { TableFoot } from './tables/table-foot.tsx';
import { TableHead } from './tables/table-head.tsx';
import { type TableView, TableViewContext } from './tables/table-view.ts';
import { useGridKeys } from './tables/use-grid-keys.ts';
import { useRowWindow } from './tables/use-row-window.ts';
import { type TableModel, type TableModelOptions, useTableModel } from './tables/use-table-model.ts';

export type DataTableProps<Row> = TableModelOptions<Row> & {
  /** The accessible name of the table. */
  label: string;
  /** Keep `columns` and `rows` stable between renders (module constants or useMemo). */
  columns: readonly TableColumn<Row>[];
  density?: 'compact' | 'normal' | 'tall';
  /** Maximum height in CSS units; scrolls beyond. */
  maxHeight?: string;
  /** First load: shows skeleton rows of the same height. */
  loading?: boolean;
  skeletonRows?: number;
  /** An `EmptyState`, shown when there are no rows. */
  empty?: ReactNode;
  /** An `ErrorState`, shown instead of the rows. */
  error?: ReactNode;
  /** Shown below incomplete rows instead of loading rows, with the reason. */
  partial?: ReactNode;
  /** The total number of rows, if known. */
  totalRows?: number;
  /** More rows can be loaded; requested once whenever the end comes near. */
  hasMore?: boolean;
  onNeedMore?: () => void;
  /** Called on Enter or click on a row. */
  onOpenRow?: (row: Row) => void;
  /** The accessible name of a row's checkbox: "Ann Rep on Growth"; its id by default. */
  rowName?: (row: Row) => string;
  selected?: ReadonlySet<string>;
  onSelectedChange?: (selected: ReadonlySet<string>) => void;
  /** The list of a page with saved views: its order and columns are in the address. */
  viewed?: boolean;
};

const rowHeights = { compact: 32, normal: 36, tall: 44 };
const nothing: ReadonlySet<string> = new Set();
const selectWidth = 40;

/**
 * A table with sticky header and footer, pinned first column and right-aligned figures. Only rows in view
 * are rendered, so 100,000 rows scroll smoothly. Fully usable by keyboard.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rowId, loading = false, error, onOpenRow, onSelectedChange, hasMore = false } = props;
  const rowHeight = rowHeights[props.density ?? 'normal'];
  const scroller = useRef<HTMLDivElement>(null);
  const width = useElementWidth(scroller);
  const context = use(TableViewContext);
  const view = props.viewed ? context : null;
  const shownColumns = useShownColumns(props.columns, view);
  const columns = useMemo(() => columnsInOrder(shownColumns, width), [shownColumns, width]);
  const model = useTableModel({ ...props, view });
  const { rows } = model;
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
  const window = useRowWindow({
    scroller,
    rowCount: shown,
    rowHeight,
    coveredHeight: 32 + (hasFoot ? 36 : 0),
    keepRow: keys.active.row,
  });
  useEffect(() => {
    reveal.current = window.reveal;
  });
  useNeedMore(hasMore && !loading && shown - window.lastInView < 20, rows.length, props.onNeedMore);
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
  const sizes = columnWidths(columns, model, { room: width, taken: offset * selectWidth });
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
        <TableHead model={model} columns={columns} active={keys.active} all={all} />
        <TableBody
          columns={columns}
          rows={rows}
          rowId={rowId}
          rowName={props.rowName}
          view={window}
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
        {loading ? messages.table.loading(props.label) : ''}
      </p>
    </div>
  );
}

/** Without the columns that the address hides; the first one always shows. */
function useShownColumns<Row>(columns: readonly TableColumn<Row>[], view: TableView | null) {
  const onColumns = view?.onColumns;
  useEffect(() => {
    onColumns?.(columns.map(({ id, head }) => ({ id, head })));
    return () => onColumns?.([]);
  }, [columns, onColumns]);
  const hidden = view?.hidden;
  return useMemo(
    () => (hidden?.size ? columns.filter(({ id }, at) => at === 0 || !hidden.has(id)) : columns),
    [columns, hidden],
  );
}

/** The set is replaced, never mutated; the toggle is stable, so that rows are not rendered again. */
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

/** Requests more rows once per loaded length. */
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
  { widthOf, resized }: Pick<TableModel<Row>, 'widthOf' | 'resized'>,
  place: { room: number; taken: number },
): { widths: (number | undefined)[]; min: number } {
  // on phones the pinned column takes at most half of the width, and its text wraps
  const narrow = place.room > 0 && place.room < littleRoomPx;
  const share = (column: TableColumn<Row>, index: number) => {
    const words = column.cell === undefined && column.kind !== 'figure';
    if (!narrow || !(index === 0 || (column.early && words))) return Number.POSITIVE_INFINITY;
    return Math.round(place.room * (index === 0 ? 0.34 : 0.33));
  };
  const exact = columns.map((column, index) => Math.min(share(column, index), widthOf(column)));
  const widths = exact.map((width, index) => {
    const column = columns[index];
    return column?.grow && !resized.has(column.id) ? undefined : width;
  });
  return { widths, min: exact.reduce((sum, width) => sum + width, place.taken) };
}

function markScrolled(element: HTMLElement): void {
  element.toggleAttribute('data-scrolled', Math.abs(element.scrollLeft) > 0);
}
