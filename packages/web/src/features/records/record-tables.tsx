import { useMemo } from 'react';
import { useMay, useMe } from '../../api/me.ts';
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
import type { QuotaChange } from './change-quota.tsx';
import { messages } from './messages.ts';
import { QuotaAmount } from './quota-amount.tsx';
import { useQuotaChange } from './use-quota-change.tsx';

const amountText = (row: Pick<QuotaRow, 'unit' | 'currency'>, amount: string, currency: string) =>
  row.unit === '$'
    ? formatMoney(amount, {
        currency: row.currency ?? currency,
        currencyIn: row.currency ? 'cell' : 'head',
      })
    : formatDecimal(amount);

/** `onChange`: for those who may change quotas. */
const quotaColumns = (
  currency: string,
  onChange: ((change: QuotaChange) => void) | undefined,
): readonly TableColumn<QuotaRow>[] => [
  {
    id: 'participant',
    head: messages.quotas.participant,
    value: (row) => row.participantName,
    width: 220,
    grow: true,
    sortable: false,
  },
  { id: 'id', head: messages.quotas.id, value: (row) => row.participantId, width: 120, sortable: false },
  {
    id: 'component',
    head: messages.quotas.component,
    value: (row) => row.componentId,
    cell: (row) => row.componentId ?? messages.quotas.allOfUnit,
    width: 190,
    sortable: false,
  },
  // a dollar sign means the currency of the plan
  {
    id: 'unit',
    head: messages.quotas.unit,
    value: (row: QuotaRow) => row.currency ?? row.unit,
    width: 72,
    early: true,
    sortable: false,
  },
  {
    id: 'from',
    head: messages.quotas.from,
    value: (row) => row.from,
    cell: (row) => formatDay(row.from),
    width: 130,
    sortable: false,
  },
  {
    id: 'to',
    head: messages.quotas.to,
    value: (row) => row.to,
    cell: (row) => formatDay(row.to),
    width: 130,
    sortable: false,
  },
  {
    id: 'amount',
    head: messages.quotas.quota,
    value: (row) => row.amount,
    cell: (row) => {
      const shown = amountText(row, row.amount, currency);
      if (onChange === undefined) return shown;
      const label = [row.participantName, row.componentId, row.from].filter(Boolean).join(', ');
      const { amount } = row;
      return (
        <QuotaAmount {...{ shown, amount, label }} onChange={(next) => onChange({ row, amount: next })} />
      );
    },
    kind: 'figure',
    width: 116,
    early: true,
    sortable: false,
  },
];

/** Identifies a quota by its fields. */
const quotaId = (row: QuotaRow) =>
  `${row.participantId} ${row.componentId ?? 'all'} ${row.unit} ${row.from} ${row.to}`;

export type QuotaTableProps = {
  search?: string;
  selected?: ReadonlyMap<string, QuotaRow>;
  onSelectedChange?: (selected: ReadonlyMap<string, QuotaRow>) => void;
};

export function QuotaTable({ search, selected, onSelectedChange }: QuotaTableProps) {
  const list = useRows(quotasQuery(search));
  const currency = useMe().data?.tenant.currency ?? 'USD';
  const mayChange = useMay('import:records');
  const { ask, dialog } = useQuotaChange((row, amount) => amountText(row, amount, currency));
  const columns = useMemo(
    () => quotaColumns(currency, mayChange ? ask : undefined),
    [currency, mayChange, ask],
  );
  return (
    <>
      <RowTable
        viewed
        label={messages.quotas.label}
        list={list}
        failure={messages.quotas.failure}
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
            <EmptyState title={messages.quotas.noMatch} text={messages.quotas.noMatchText} />
          ) : (
            <EmptyState title={messages.quotas.none} text={messages.quotas.noneText} />
          )
        }
      />
      {dialog}
    </>
  );
}

const territoryColumns: readonly TableColumn<TerritoryRow>[] = [
  {
    id: 'territory',
    head: messages.territories.territory,
    value: (row) => row.territory,
    width: 200,
    sortable: false,
  },
  {
    id: 'participant',
    head: messages.territories.participant,
    value: (row) => row.participantName,
    width: 220,
    grow: true,
    sortable: false,
  },
  { id: 'id', head: messages.territories.id, value: (row) => row.participantId, width: 120, sortable: false },
  {
    id: 'from',
    head: messages.territories.from,
    value: (row) => row.from,
    cell: (row) => formatDay(row.from),
    width: 130,
    sortable: false,
  },
  {
    id: 'to',
    head: messages.territories.to,
    value: (row) => row.to,
    cell: (row) => (row.to ? formatDay(row.to) : 'open'),
    width: 130,
    sortable: false,
  },
];

/** Territory assignments by date range. */
export function TerritoryTable({ search }: { search?: string }) {
  const list = useRows(territoriesQuery(search));
  return (
    <RowTable
      viewed
      label={messages.territories.label}
      list={list}
      failure={messages.territories.failure}
      columns={territoryColumns}
      rowId={(row) => `${row.participantId} ${row.territory} ${row.from}`}
      maxHeight={restUnderTabs}
      empty={
        search ? (
          <EmptyState title={messages.territories.noMatch} text={messages.territories.noMatchText} />
        ) : (
          <EmptyState title={messages.territories.none} text={messages.territories.noneText} />
        )
      }
    />
  );
}

const rateColumns: readonly TableColumn<ExchangeRateRow>[] = [
  { id: 'from', head: messages.rates.from, value: (row) => row.from, width: 100, sortable: false },
  { id: 'to', head: messages.rates.to, value: (row) => row.to, width: 100, sortable: false },
  {
    id: 'date',
    head: messages.rates.validFrom,
    value: (row) => row.date,
    cell: (row) => formatDay(row.date),
    width: 150,
    sortable: false,
  },
  {
    id: 'rate',
    head: messages.rates.rate,
    value: (row) => row.rate,
    cell: (row) => formatDecimal(row.rate),
    kind: 'figure',
    width: 180,
    sortable: false,
  },
  {
    id: 'source',
    head: messages.rates.source,
    value: (row) => row.source,
    width: 200,
    grow: true,
    sortable: false,
  },
];

/** Exchange rates, newest first. */
export function ExchangeRateTable() {
  const list = useRows(exchangeRatesQuery());
  return (
    <RowTable
      viewed
      label={messages.rates.label}
      list={list}
      failure={messages.rates.failure}
      columns={rateColumns}
      rowId={(row) => `${row.from} ${row.to} ${row.date} ${row.source}`}
      maxHeight={restUnderTabs}
      empty={<EmptyState title={messages.rates.none} text={messages.rates.noneText} />}
    />
  );
}
