import { clsx } from 'clsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { Checkbox } from '../fields/checkbox.tsx';
import { messages } from '../messages.ts';
import type { TableColumn } from './table-column.ts';
import { pinned } from './table-row.tsx';
import type { GridPlace } from './use-grid-keys.ts';
import type { TableModel } from './use-table-model.ts';

export type TableHeadProps<Row> = {
  model: TableModel<Row>;
  columns: readonly TableColumn<Row>[];
  active: GridPlace;
  /** The checkbox that selects all loaded rows. */
  all?: { checked: boolean; some: boolean; onToggle: () => void };
};

/** The header: click or Enter sorts; dragging, double click or Shift with an arrow key resizes. */
export function TableHead<Row>({ model, columns, active, all }: TableHeadProps<Row>) {
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
            model={model}
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

type HeadCellProps<Row> = {
  model: TableModel<Row>;
  column: TableColumn<Row>;
  first: boolean;
  shift: number;
  place: string;
  tabIndex: number;
};

function HeadCell<Row>({ model, column, first, shift, place, tabIndex }: HeadCellProps<Row>) {
  const descending = model.sorted?.column === column.id ? model.sorted.descending : undefined;
  const canSort = column.sortable ?? true;
  const resize = (event: KeyboardEvent) => {
    const step = { ArrowRight: 16, ArrowLeft: -16 }[event.key];
    if (!event.shiftKey || step === undefined) return;
    event.preventDefault();
    model.resize(column.id, model.widthOf(column) + step);
  };
  return (
    <th
      scope="col"
      aria-sort={descending === undefined ? undefined : descending ? 'descending' : 'ascending'}
      className={headCell(first ? `z-20 ${pinned(shift, true)}` : 'z-10')}
      style={first ? { insetInlineStart: shift } : undefined}
    >
      <button
        type="button"
        data-place={place}
        tabIndex={tabIndex}
        aria-disabled={!canSort}
        title={column.head}
        onKeyDown={resize}
        onClick={() => canSort && model.toggleSort(column)}
        className={clsx(
          'flex size-full items-center gap-1 px-3 text-[inherit] uppercase focus-visible:-outline-offset-2 not-aria-disabled:hover:text-fg',
          column.kind === 'figure' && 'flex-row-reverse',
        )}
      >
        <span className="truncate">{column.head}</span>
        {descending === false ? <ArrowUp aria-hidden className="size-3 shrink-0" /> : null}
        {descending ? <ArrowDown aria-hidden className="size-3 shrink-0" /> : null}
      </button>
      <Edge onResize={(width) => model.resize(column.id, width)} />
    </th>
  );
}

/** The end of a head: dragging it resizes the column, a double click undoes that. */
function Edge({ onResize }: { onResize: (width?: number) => void }) {
  const start = useRef<{ at: number; width: number; sign: number }>(null);
  const begin = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    const head = event.currentTarget.parentElement;
    const sign = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1;
    start.current = { at: event.clientX, width: head?.offsetWidth ?? 0, sign };
  };
  const drag = ({ clientX }: PointerEvent) => {
    if (start.current) onResize(start.current.width + start.current.sign * (clientX - start.current.at));
  };
  return (
    <span
      aria-hidden
      onPointerDown={begin}
      onPointerMove={drag}
      onLostPointerCapture={() => {
        start.current = null;
      }}
      onDoubleClick={() => onResize()}
      className="absolute inset-y-1.5 end-0 w-2 cursor-col-resize touch-none border-e-2 border-transparent select-none hover:border-border-strong active:border-primary!"
    />
  );
}

function headCell(place: string): string {
  const edges = 'not-group-data-narrow:first:[&>button]:ps-4 not-group-data-narrow:last:[&>button]:pe-4';
  return `caption sticky top-0 h-8 border-b bg-surface-2 p-0 text-fg-2 ${edges} ${place}`;
}
