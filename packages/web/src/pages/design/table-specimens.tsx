import { useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { PartialState } from '../../ui/states/partial-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { messages } from './messages.ts';
import { Specimen } from './specimen.tsx';

export type TableSpecimensProps<Row> = {
  columns: readonly TableColumn<Row>[];
  rowsOf: (count: number) => Row[];
};

/** A ledger in each state: more to come, on its way, empty, failed, and not whole. */
export function TableSpecimens<Row extends { id: string }>({ columns, rowsOf }: TableSpecimensProps<Row>) {
  const [rows, setRows] = useState(() => rowsOf(40));
  const [some] = useState(() => rowsOf(4));
  const retry = () => {};
  const shared = { columns, rowId: (row: Row) => row.id, density: 'compact' as const, maxHeight: '16rem' };
  return (
    <Specimen title={messages.table.tables}>
      <div className="grid gap-4 lg:grid-cols-2">
        <Card flush title={messages.table.moreOnTheServer}>
          <DataTable
            {...shared}
            label={messages.table.dealsByPages}
            rows={rows}
            hasMore={rows.length < 400}
            totalRows={400}
            onNeedMore={() => setTimeout(() => setRows(rowsOf(rows.length + 40)), 400)}
          />
        </Card>
        <Card flush title={messages.table.loading}>
          <DataTable {...shared} label={messages.table.loadingDeals} rows={[]} loading skeletonRows={6} />
        </Card>
        <Card flush title={messages.table.empty}>
          <DataTable
            {...shared}
            label={messages.table.noDeals}
            rows={[]}
            empty={<EmptyState title={messages.table.noDealsYet} text={messages.table.importAFileOf} />}
          />
        </Card>
        <Card flush title={messages.table.failed}>
          <DataTable
            {...shared}
            label={messages.table.failedDeals}
            rows={[]}
            error={
              <ErrorState
                title={messages.table.theDealsCouldNot}
                text={messages.table.theServerCouldNot}
                requestId="01JB7Q-4F2C"
                onRetry={retry}
              />
            }
          />
        </Card>
        <Card flush title={messages.table.incomplete}>
          <DataTable
            {...shared}
            label={messages.table.someDeals}
            rows={some}
            hasMore
            partial={
              <PartialState
                title={messages.table.theRowsAfterThese}
                text={messages.table.theServerCouldNot2}
                requestId="01JB7Q-4F2C"
                onRetry={retry}
              />
            }
          />
        </Card>
      </div>
    </Specimen>
  );
}
