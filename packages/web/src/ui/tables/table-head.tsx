import type { RowData } from '@tanstack/react-table';
import { clsx } from 'clsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Checkbox } from '../fields/checkbox.tsx';
import { messages } from '../messages.ts';
import type { TableColumn } from './table-column.ts';
import { pinned } from './table-row.tsx';
import type { GridPlace } from './use-grid-keys.ts';
import { narrowest, type TableModel } from './use-table-model.ts';

export type TableHeadProps<Row extends RowData> = {
  table: TableModel<Row>;
  columns: readonly TableColumn<Row>[];
  active: GridPlace;
  /** The checkbox that selects all loaded rows. */
  all?: { checked: boolean; some: boolean; onToggle: () => void };
};

/** The header: click or Enter sorts; dragging, double click or Shift with an arrow key resizes. */
export function TableHead<Row extends RowData>({ table, columns, active, all }: TableHeadProps<Row>) {
  const offset = all ? 1 : 0;
  const tabIndex = (column: number) => (active.row === -1 && active.column === column ? 0 : -1);
  return (
    <thead>
      <tr aria-rowindex={1}>
        {all ? (
          <th scope="col" className={headCell(`z-20 ${pinned(0, false)}`)} style={{ insetInlineStart: 0 }}>
            <span className="grid size-full place-items-center">
              <Checkbox
                aria-label={messages.table.selectAll}
                data-place="-1:0"
                tabIndex={tabIndex(0)}
                checked={all.checked}
                indeterminate={all.some && !all.checked}
                onChange={all.onToggle}
              />
            </span>
          </th>
        ) : null}
        {columns.map((column, index) => (
          <HeadCell
            key={column.id}
            table={table}
            column={column}
            first={index === 0}
            shift={all && index === 0 ? 40 : 0}
            place={`-1:${index + offset}`}
            tabIndex={tabIndex(index + offset)}
          />
        ))}
      </tr>
    </thead>
  );
}

type HeadCellProps<Row extends RowData> = {
  table: TableModel<Row>;
  column: TableColumn<Row>;
  first: boolean;
  shift: number;
  place: string;
  tabIndex: number;
};

function HeadCell<Row extends RowData>({ table, column, first, shift, place, tabIndex }: HeadCellProps<Row>) {
  const model = table.getColumn(column.id);
  const header = table.getFlatHeaders().find((one) => one.column.id === column.id);
  const sorted = model?.getIsSorted() ?? false;
  const figure = column.kind === 'figure';
  const resize = (event: KeyboardEvent) => {
    const step = { ArrowRight: 16, ArrowLeft: -16 }[event.key];
    if (!event.shiftKey || step === undefined || !model) return;
    event.preventDefault();
    table.setColumnSizing((old) => ({ ...old, [column.id]: Math.max(narrowest, model.getSize() + step) }));
  };
  return (
    <th
      scope="col"
      aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : undefined}
      className={headCell(first ? `z-20 ${pinned(shift, true)}` : 'z-10')}
      style={first ? { insetInlineStart: shift } : undefined}
    >
      <button
        type="button"
        data-place={place}
        tabIndex={tabIndex}
        aria-disabled={!model?.getCanSort()}
        title={column.head}
        onKeyDown={resize}
        onClick={() => model?.getCanSort() && model.toggleSorting()}
        className={clsx(
          'flex size-full items-center gap-1 px-3 text-[inherit] uppercase focus-visible:-outline-offset-2 not-aria-disabled:hover:text-fg',
          figure && 'flex-row-reverse',
        )}
      >
        <span className="truncate">{column.head}</span>
        {sorted === 'asc' ? <ArrowUp aria-hidden className="size-3 shrink-0" /> : null}
        {sorted === 'desc' ? <ArrowDown aria-hidden className="size-3 shrink-0" /> : null}
      </button>
      <span
        aria-hidden
        onMouseDown={header?.getResizeHandler()}
        onTouchStart={header?.getResizeHandler()}
        onDoubleClick={() => model?.resetSize()}
        className={clsx(
          'absolute inset-y-1.5 end-0 w-2 cursor-col-resize touch-none border-e-2 border-transparent select-none hover:border-border-strong',
          model?.getIsResizing() && 'border-primary!',
        )}
      />
    </th>
  );
}

function headCell(place: string): string {
  const edges = 'not-group-data-narrow:first:[&>button]:ps-4 not-group-data-narrow:last:[&>button]:pe-4';
  return `caption sticky top-0 h-8 border-b bg-surface-2 p-0 text-fg-2 ${edges} ${place}`;
}
