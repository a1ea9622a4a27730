import { allExceptionsQuery } from '../../api/requests/close-queries.ts';
import { type ExportColumn, RowsExport } from '../../api/rows-export.tsx';
import type { PayException } from '../../api/shapes.ts';
import { messages as words } from './exceptions-messages.ts';

const { file } = words;

export const exceptionColumns: readonly ExportColumn<PayException>[] = [
  { head: file.what, value: (row) => words.rules[row.rule] },
  { head: file.payee, value: (row) => row.participantName },
  { head: file.payeeId, value: (row) => row.participantId },
  { head: file.plan, value: (row) => row.planName },
  { head: file.planId, value: (row) => row.planId },
  { head: file.component, value: (row) => row.componentName },
  { head: file.componentId, value: (row) => row.componentId },
  { head: file.period, value: (row) => row.periodKey },
  { head: file.calculationId, value: (row) => row.runId },
  { head: file.message, value: (row) => row.message },
  { head: file.amount, value: (row) => row.amount, kind: 'figure' },
  { head: file.currency, value: (row) => row.currency },
  { head: file.clearedBy, value: (row) => row.cleared?.by },
  { head: file.clearedAt, value: (row) => row.cleared?.at },
  { head: file.reason, value: (row) => row.cleared?.reason },
];

/** All exceptions of a close, open ones first. */
export function ExceptionsExport({ month }: { month: string }) {
  return (
    <RowsExport
      fileName={`exceptions-${month}`}
      list={allExceptionsQuery(month)}
      columns={exceptionColumns}
    />
  );
}
