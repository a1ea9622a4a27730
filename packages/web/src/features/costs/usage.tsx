import { tokensInMillions } from '@attain/domain/costs/cost-figures';
import { useMemo } from 'react';
import { Conversions } from '../../api/conversions/conversions.tsx';
import type { ServiceUsage, Usage } from '../../api/shapes.ts';
import { formatMoney } from '../../base/format-money.ts';
import { formatCount } from '../../base/format-number.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { messages } from './messages.ts';

const words = messages.usage;

/** Calls by connection and model. */
export function UsageTable({ usage }: { usage: Usage }) {
  const columns = useMemo(() => columnsIn(usage.currency), [usage.currency]);
  return (
    <Card
      flush
      title={words.title}
      footer={
        <div className="flex flex-col gap-1">
          <p className="text-12 text-fg-3">{words.efficiencyHint}</p>
          <Conversions of={usage} />
        </div>
      }
    >
      <DataTable
        label={words.title}
        columns={columns}
        rows={usage.rows}
        rowId={(row) => `${row.service}/${row.model ?? ''}`}
        empty={<EmptyState title={words.none} text={words.noneText} />}
      />
    </Card>
  );
}

function columnsIn(currency: string): readonly TableColumn<ServiceUsage>[] {
  const figure = { kind: 'figure', width: 120 } as const;
  return [
    { id: 'service', head: words.service, value: (row) => row.service, width: 160, grow: true },
    { id: 'model', head: words.model, value: (row) => row.model, width: 150 },
    {
      ...figure,
      id: 'tokens',
      head: words.tokens,
      value: (row) => row.tokens,
      cell: (row) => (row.tokens === null ? '—' : tokensInMillions(row.tokens)),
      width: 150,
    },
    {
      ...figure,
      id: 'requests',
      head: words.requests,
      value: (row) => row.requests,
      cell: (row) => formatCount(row.requests),
    },
    {
      ...figure,
      id: 'cost',
      head: words.cost,
      value: (row) => row.cost,
      cell: (row) => formatMoney(row.cost, { currency }),
    },
    {
      ...figure,
      id: 'per-request',
      head: words.perRequest,
      value: (row) => row.costPerRequest,
      cell: (row) => formatMoney(row.costPerRequest, { currency, decimals: 'exact' }),
    },
    {
      ...figure,
      id: 'efficiency',
      head: words.efficiency,
      value: (row) => row.efficiency,
      cell: (row) => (row.efficiency === null ? '—' : `${row.efficiency}%`),
    },
  ];
}
