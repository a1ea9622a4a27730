import { Fragment } from 'react';
import type { WindowRow } from './row-window.ts';
import type { TableColumn } from './table-column.ts';
import { SkeletonRow, TableRow } from './table-row.tsx';
import type { GridPlace } from './use-grid-keys.ts';

export type TableBodyProps<Row> = {
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  rowName?: ((row: Row) => string) | undefined;
  /** The rows to render and the space after them, in pixels. */
  view: { rows: readonly WindowRow[]; rest: number };
  active: GridPlace;
  openable: boolean;
  /** Undefined if rows cannot be selected. */
  selected: ReadonlySet<string> | undefined;
  onToggle: (id: string) => void;
  /** The number of loading rows. */
  skeletons: number;
};

/** The rendered rows, with gaps in place of the others. */
export function TableBody<Row>(props: TableBodyProps<Row>) {
  const { columns, rows, rowId, rowName, view, active, selected } = props;
  return (
    <tbody>
      {view.rows.map(({ gap, index }) => {
        const row = rows[index];
        if (!row) return null;
        const id = rowId(row);
        return (
          <Fragment key={id}>
            {gap > 0 ? <Gap height={gap} /> : null}
            <TableRow
              row={row}
              id={id}
              name={rowName?.(row)}
              index={index}
              columns={columns}
              activeColumn={active.row === index ? active.column : -1}
              openable={props.openable}
              selected={selected?.has(id)}
              onToggle={props.onToggle}
            />
          </Fragment>
        );
      })}
      {view.rest > 0 ? <Gap height={view.rest} /> : null}
      {Array.from(
        { length: props.skeletons },
        (_, index) => `${view.rows.length > 0 ? 'more' : 'first'} ${index}`,
      ).map((id) => (
        <SkeletonRow key={id} columns={columns} offset={selected ? 1 : 0} />
      ))}
    </tbody>
  );
}

function Gap({ height }: { height: number }) {
  return (
    <tr aria-hidden style={{ height }}>
      <td className="p-0" />
    </tr>
  );
}
