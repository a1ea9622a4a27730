import { clsx } from 'clsx';
import type { TableColumn } from './table-column.ts';
import { pinned } from './table-row.tsx';

/** The sums in a sticky footer. Its row index follows the last data row. */
export function TableFoot<Row>(props: {
  columns: readonly TableColumn<Row>[];
  offset: number;
  rowIndex?: number;
}) {
  const { columns, offset, rowIndex } = props;
  const look =
    'sticky bottom-0 h-9 truncate border-t border-t-border-strong bg-surface-2 px-3 font-semibold not-group-data-narrow:first:ps-4 not-group-data-narrow:last:pe-4';
  return (
    <tfoot>
      <tr aria-rowindex={rowIndex}>
        {offset > 0 ? <td className={clsx(look, pinned(0, false), 'z-20')} /> : null}
        {columns.map((column, index) => (
          <td
            key={column.id}
            className={clsx(
              look,
              column.kind === 'figure' ? 'figures text-end' : 'text-start',
              index === 0 ? `${pinned(offset * 40, true)} z-20` : 'z-10',
            )}
            style={index === 0 ? { insetInlineStart: offset * 40 } : undefined}
          >
            {column.footer}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}
