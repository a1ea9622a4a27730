import { useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { PartialState } from '../../ui/states/partial-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
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
    <Specimen title="Tables">
      <div className="grid gap-4 lg:grid-cols-2">
        <Card flush title="More on the server">
          <DataTable
            {...shared}
            label="Deals by pages"
            rows={rows}
            hasMore={rows.length < 400}
            totalRows={400}
            onNeedMore={() => setTimeout(() => setRows(rowsOf(rows.length + 40)), 400)}
          />
        </Card>
        <Card flush title="Loading">
          <DataTable {...shared} label="Loading deals" rows={[]} loading skeletonRows={6} />
        </Card>
        <Card flush title="Empty">
          <DataTable
            {...shared}
            label="No deals"
            rows={[]}
            empty={<EmptyState title="No deals yet" text="Import a file of deals, or add one by hand." />}
          />
        </Card>
        <Card flush title="Failed">
          <DataTable
            {...shared}
            label="Failed deals"
            rows={[]}
            error={
              <ErrorState
                title="The deals could not be loaded"
                text="The server could not be reached."
                requestId="01JB7Q-4F2C"
                onRetry={retry}
              />
            }
          />
        </Card>
        <Card flush title="Not whole">
          <DataTable
            {...shared}
            label="Some deals"
            rows={some}
            hasMore
            partial={
              <PartialState
                title="The rows after these could not be loaded"
                text="The server could not be reached. Check the connection and try again."
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
