import { statementsQuery } from '../../api/queries.ts';
import { RowsExport } from '../../api/rows-export.tsx';
import type { StatementFilter, StatementRow } from '../../api/shapes.ts';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { columns } from './statement-table.tsx';
import { messages } from './table-messages.ts';

type ExportColumn = Pick<TableColumn<StatementRow>, 'head' | 'value' | 'kind' | 'nameId'>;
const from: ExportColumn = { head: messages.from, value: (row) => row.period.from };
const to: ExportColumn = { head: messages.to, value: (row) => row.period.to };

/** Each ID is next to its name. */
export const statementColumns: readonly ExportColumn[] = [
  ...columns
    .filter(({ id }) => id !== 'id')
    .flatMap<ExportColumn>((column) => (column.id === 'days' ? [from, to] : [column])),
  { head: messages.currency, value: (row) => row.currency },
  { head: messages.calculationId, value: (row) => row.runId },
];

/** Export of the filtered statements, each in its own currency. */
export function StatementsExport({ filter }: { filter: StatementFilter }) {
  return <RowsExport fileName="statements" list={statementsQuery(filter)} columns={statementColumns} />;
}
