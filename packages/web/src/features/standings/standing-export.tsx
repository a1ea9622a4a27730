import { tableOf } from '../../api/rows-export.tsx';
import type { Standing } from '../../api/shapes.ts';
import { ExportMenu } from '../../ui/charts/export-menu.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { messages } from './messages.ts';
import { type StandingLook, standingColumns } from './standing-table.tsx';

/** The rows with exact values as CSV or XLSX. */
export function StandingExport(props: {
  rows: readonly Standing[];
  currency: string;
  seesPay: boolean;
  own: boolean;
  fileName: string;
}) {
  return (
    <ExportMenu fileName={props.fileName} table={() => tableOf(filedStandingColumns(props), props.rows)} />
  );
}

/** With the component the rows are of; IDs are next to names. */
export function filedStandingColumns(look: Omit<StandingLook, 'totals'>): TableColumn<Standing>[] {
  const columns = standingColumns({ ...look, totals: undefined }).filter(
    ({ id }) => id !== 'bar' && id !== 'id',
  );
  if (!look.own)
    columns.splice(1, 0, {
      id: 'component',
      head: messages.table.component,
      value: (row) => row.componentName,
      nameId: { head: messages.table.componentId, value: (row) => row.componentId },
    });
  return columns;
}
