import { clsx } from 'clsx';
import { memo, type ReactNode } from 'react';
import { missing } from '../../base/decimal.ts';
import { Checkbox } from '../fields/checkbox.tsx';
import { messages } from '../messages.ts';
import { Skeleton } from '../states/skeleton.tsx';
import type { TableColumn } from './table-column.ts';

export type TableRowProps<Row> = {
  row: Row;
  id: string;
  /** The accessible name of the row's checkbox; its id by default. */
  name?: string | undefined;
  index: number;
  columns: readonly TableColumn<Row>[];
  /** The column of the roving tab stop, or -1 if it is in another row. */
  activeColumn: number;
  openable: boolean;
  /** Undefined if rows cannot be selected. */
  selected: boolean | undefined;
  onToggle: (id: string) => void;
};

/** Classes of a pinned cell. */
export function pinned(shift: number, last: boolean): string {
  return clsx('sticky', shift === 0 && 'start-0', last && 'group-data-scrolled:border-e');
}

function PlainRow<Row>(props: TableRowProps<Row>) {
  const { row, id, name = id, index, columns, activeColumn, openable, selected, onToggle } = props;
  const offset = selected === undefined ? 0 : 1;
  return (
    <tr
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-row={index}
      className={clsx(
        'h-(--row) bg-surface hover:bg-surface-2 aria-selected:bg-primary-soft',
        openable && 'cursor-pointer',
      )}
    >
      {selected === undefined ? null : (
        <td
          data-place={`${index}:0`}
          tabIndex={activeColumn === 0 ? 0 : -1}
          className={cellLook(pinned(0, false), 'z-2 px-0!')}
          style={{ insetInlineStart: 0 }}
        >
          <span className="grid place-items-center">
            <Checkbox
              aria-label={messages.table.selectRow(name)}
              tabIndex={-1}
              checked={selected}
              onChange={() => onToggle(id)}
            />
          </span>
        </td>
      )}
      {columns.map((column, place) => {
        const first = place === 0;
        const Cell = first ? 'th' : 'td';
        return (
          <Cell
            key={column.id}
            scope={first ? 'row' : undefined}
            data-place={`${index}:${place + offset}`}
            tabIndex={activeColumn === place + offset ? 0 : -1}
            className={cellLook(
              first && `z-2 ${pinned(offset * 40, true)}`,
              column.kind === 'figure' ? 'figures text-end' : 'text-start',
              first && 'font-medium',
            )}
            style={first ? { insetInlineStart: offset * 40 } : undefined}
          >
            {content(column, row)}
          </Cell>
        );
      })}
    </tr>
  );
}

/** One row of data, rendered again only when its row, position or selection changes. */
export const TableRow = memo(PlainRow) as typeof PlainRow;

/** A loading row of the same height. */
export function SkeletonRow({
  columns,
  offset,
}: {
  columns: readonly { id: string; kind?: string }[];
  offset: number;
}) {
  return (
    <tr aria-hidden className="h-(--row) bg-surface">
      {offset > 0 ? <td className={cellLook(`z-2 ${pinned(0, false)}`)} /> : null}
      {columns.map((column, index) => (
        <td key={column.id} className={cellLook(index === 0 && `z-2 ${pinned(offset * 40, true)}`)}>
          <Skeleton className={clsx('h-3', column.kind === 'figure' ? 'ms-auto w-2/3' : 'w-3/4')} />
        </td>
      ))}
    </tr>
  );
}

function cellLook(...more: (string | false)[]): string {
  return clsx(
    'truncate border-b bg-inherit px-3 not-group-data-narrow:first:ps-4 not-group-data-narrow:last:pe-4 focus-visible:-outline-offset-2',
    ...more,
  );
}

function content<Row>(column: TableColumn<Row>, row: Row): ReactNode {
  if (column.cell) return column.cell(row);
  const value = column.value(row);
  if (value === null || value === undefined || value === '') return missing;
  if (typeof value !== 'string' || column.kind === 'figure') return String(value);
  // on narrow screens a name may use two lines
  return (
    <span
      title={value.length > 12 ? value : undefined}
      className="group-data-narrow:line-clamp-2 group-data-narrow:text-12 group-data-narrow:leading-[15px] group-data-narrow:wrap-anywhere group-data-narrow:whitespace-normal"
    >
      {value}
    </span>
  );
}
