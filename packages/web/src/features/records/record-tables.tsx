import { useMemo } from 'react';
import { useMe } from '../../api/me.ts';
import { exchangeRatesQuery, quotasQuery, territoriesQuery } from '../../api/queries.ts';
import { RowTable } from '../../api/row-table.tsx';
import type { ExchangeRateRow, QuotaRow, TerritoryRow } from '../../api/shapes.ts';
import { useRows } from '../../api/use-rows.ts';
import { formatDay } from '../../base/format-date.ts';
import { formatMoney } from '../../base/format-money.ts';
import { formatDecimal } from '../../base/format-number.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { restOfPage, restUnderTabs } from '../../ui/tables/table-heights.ts';

const quotaColumns = (currency: string): readonly TableColumn<QuotaRow>[] => [
  {
    id: 'participant',
    head: 'Participant',
    value: (row) => row.participantName,
    width: 220,
    grow: true,
    sortable: false,
  },
  { id: 'id', head: 'Id', value: (row) => row.participantId, width: 120, sortable: false },
  {
    id: 'component',
    head: 'Component',
    value: (row) => row.componentId,
    cell: (row) => row.componentId ?? 'All of this unit',
    width: 190,
    sortable: false,
  },
  // a dollar sign is the plan's currency, whatever that is
  {
    ...{ id: 'unit', head: 'Unit', value: (row: QuotaRow) => row.currency ?? row.unit },
    ...{ width: 72, early: true, sortable: false },
  },
  {
    id: 'from',
    head: 'From',
    value: (row) => row.from,
    cell: (row) => formatDay(row.from),
    width: 130,
    sortable: false,
  },
  {
    id: 'to',
    head: 'To',
    value: (row) => row.to,
    cell: (row) => formatDay(row.to),
    width: 130,
    sortable: false,
  },
  {
    id: 'amount',
    head: 'Quota',
    value: (row) => row.amount,
    cell: (row) =>
      row.unit === '$'
        ? formatMoney(row.amount, {
            currency: row.currency ?? currency,
            currencyIn: row.currency ? 'cell' : 'head',
          })
        : formatDecimal(row.amount),
    kind: 'figure',
    width: 116,
    early: true,
    sortable: false,
  },
];

/** Tells a quota apart from all others, in words. */
const quotaId = (row: QuotaRow) =>
  `${row.participantId} ${row.componentId ?? 'all'} ${row.unit} ${row.from} ${row.to}`;

export type QuotaTableProps = {
  search?: string;
  selected?: ReadonlyMap<string, QuotaRow>;
  onSelectedChange?: (selected: ReadonlyMap<string, QuotaRow>) => void;
};

/** Quotas by participant and span of days. */
export function QuotaTable({ search, selected, onSelectedChange }: QuotaTableProps) {
  const list = useRows(quotasQuery(search));
  const currency = useMe().data?.tenant.currency ?? 'USD';
  const columns = useMemo(() => quotaColumns(currency), [currency]);
  return (
    <RowTable
      label="Quotas"
      list={list}
      failure="The quotas could not be loaded"
      columns={columns}
      rowId={quotaId}
      maxHeight={restOfPage}
      selected={selected && new Set(selected.keys())}
      onSelectedChange={
        onSelectedChange &&
        ((ids) =>
          onSelectedChange(
            new Map(list.rows.flatMap((row) => (ids.has(quotaId(row)) ? [[quotaId(row), row]] : []))),
          ))
      }
      empty={
        search ? (
          <EmptyState title="Nobody matches" text="Clear the search to see all quotas." />
        ) : (
          <EmptyState title="No quotas yet" text="Import a file of quotas: participant, period, amount." />
        )
      }
    />
  );
}

const territoryColumns: readonly TableColumn<TerritoryRow>[] = [
  { id: 'territory', head: 'Territory', value: (row) => row.territory, width: 200, sortable: false },
  {
    id: 'participant',
    head: 'Participant',
    value: (row) => row.participantName,
    width: 220,
    grow: true,
    sortable: false,
  },
  { id: 'id', head: 'Id', value: (row) => row.participantId, width: 120, sortable: false },
  {
    id: 'from',
    head: 'From',
    value: (row) => row.from,
    cell: (row) => formatDay(row.from),
    width: 130,
    sortable: false,
  },
  {
    id: 'to',
    head: 'To',
    value: (row) => row.to,
    cell: (row) => (row.to ? formatDay(row.to) : 'open'),
    width: 130,
    sortable: false,
  },
];

/** Who worked which territory, and when. */
export function TerritoryTable({ search }: { search?: string }) {
  const list = useRows(territoriesQuery(search));
  return (
    <RowTable
      label="Territories"
      list={list}
      failure="The territories could not be loaded"
      columns={territoryColumns}
      rowId={(row) => `${row.participantId} ${row.territory} ${row.from}`}
      maxHeight={restUnderTabs}
      empty={
        search ? (
          <EmptyState title="Nothing matches" text="Clear the search to see all territories." />
        ) : (
          <EmptyState
            title="No territories yet"
            text="Import a file of territories: participant, territory, from, to."
          />
        )
      }
    />
  );
}

const rateColumns: readonly TableColumn<ExchangeRateRow>[] = [
  { id: 'from', head: 'From', value: (row) => row.from, width: 100, sortable: false },
  { id: 'to', head: 'To', value: (row) => row.to, width: 100, sortable: false },
  {
    id: 'date',
    head: 'Valid from',
    value: (row) => row.date,
    cell: (row) => formatDay(row.date),
    width: 150,
    sortable: false,
  },
  {
    id: 'rate',
    head: 'Rate',
    value: (row) => row.rate,
    cell: (row) => formatDecimal(row.rate),
    kind: 'figure',
    width: 180,
    sortable: false,
  },
  { id: 'source', head: 'Source', value: (row) => row.source, width: 200, grow: true, sortable: false },
];

/** Rates of exchange, newest first. */
export function ExchangeRateTable() {
  const list = useRows(exchangeRatesQuery());
  return (
    <RowTable
      label="Exchange rates"
      list={list}
      failure="The exchange rates could not be loaded"
      columns={rateColumns}
      rowId={(row) => `${row.from} ${row.to} ${row.date} ${row.source}`}
      maxHeight={restUnderTabs}
      empty={
        <EmptyState
          title="No exchange rates yet"
          text="Import them as soon as deals come in another currency than the plan pays in."
        />
      }
    />
  );
}
