import { CALENDAR_YEAR, periodContaining } from '@attain/domain/base/period';
import { useMemo } from 'react';
import { useMay, useMe } from '../../api/me.ts';
import { quotaYearsQuery } from '../../api/queries.ts';
import { RowTable } from '../../api/row-table.tsx';
import type { QuotaYear } from '../../api/shapes.ts';
import { useRows } from '../../api/use-rows.ts';
import { formatDay } from '../../base/format-date.ts';
import { formatMoney } from '../../base/format-money.ts';
import { formatDecimal } from '../../base/format-number.ts';
import { Select } from '../../ui/fields/select.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { restOfPage } from '../../ui/tables/table-heights.ts';
import type { QuotaChange } from './change-quota.tsx';
import { messages } from './messages.ts';
import { QuotaAmount } from './quota-amount.tsx';
import { useQuotaChange } from './use-quota-change.tsx';

const { byPeriod: texts, quotas: words } = messages;

type Span = { from: string; to: string };
type QuotaYearsProps = {
  search: string | undefined;
  year: number | undefined;
  onYear: (year: number) => void;
};

/** The quotas of a year: a row for each participant and component, a column for each period, and the total. */
export function QuotaYears({ search, year, onYear }: QuotaYearsProps) {
  const list = useRows(quotaYearsQuery({ year, search }));
  const workspace = useMe().data?.tenant.currency ?? 'USD';
  const { head } = list;
  const spans = head?.spans;
  const shown = head?.year ?? null;
  const mayChange = useMay('import:records');
  const { ask, dialog } = useQuotaChange((row, text) => amountText(row, text, workspace));
  const columns = useMemo(
    () => columnsOf(spans ?? [], { workspace, year: String(shown), onChange: mayChange ? ask : undefined }),
    [spans, workspace, shown, mayChange, ask],
  );
  return (
    <>
      {shown === null ? null : (
        <div className="w-32 px-4 pb-3">
          <Select
            controlSize="sm"
            aria-label={texts.year}
            value={String(shown)}
            onValueChange={(value) => onYear(Number(value))}
            options={(head?.years ?? []).map((one) => ({ value: String(one), label: String(one) }))}
          />
        </div>
      )}
      {head?.hasMoreSpans ? <p className="px-4 pb-3 text-12 text-fg-2">{texts.more}</p> : null}
      <RowTable
        viewed
        label={texts.label}
        list={list}
        failure={words.failure}
        columns={columns}
        rowId={(row) => JSON.stringify([row.participantId, row.componentId, row.unit, row.currency])}
        maxHeight={restOfPage}
        empty={<EmptyState title={words.none} text={words.noneText} />}
      />
      {dialog}
    </>
  );
}

function amountText(row: Pick<QuotaYear, 'unit' | 'currency'>, amount: string, workspace: string): string {
  if (row.unit !== '$') return formatDecimal(amount);
  return formatMoney(amount, {
    currency: row.currency ?? workspace,
    currencyIn: row.currency ? 'cell' : 'head',
  });
}

type ColumnOptions = {
  workspace: string;
  year: string;
  /** For those who may change quotas. */
  onChange: ((change: QuotaChange) => void) | undefined;
};

function columnsOf(
  spans: readonly Span[],
  { workspace, year, onChange }: ColumnOptions,
): readonly TableColumn<QuotaYear>[] {
  const amount = (row: QuotaYear, text: string | null | undefined) =>
    text === null || text === undefined ? '—' : amountText(row, text, workspace);
  const cell = (row: QuotaYear, span: Span) => {
    const stored = cellOf(row, span);
    const shown = amount(row, stored);
    // a period that shares days with another quota would be summed with it
    const isFree = row.cells.every(({ from, to }) => from > span.to || to < span.from);
    if (onChange === undefined || (stored === undefined && !isFree)) return shown;
    const { cells: _, total: __, ...person } = row;
    const unit = row.unit === '$' ? null : row.unit;
    const label = [row.participantName, row.componentId, unit, spanName(span)].filter(Boolean).join(', ');
    return (
      <QuotaAmount
        {...{ shown, label, amount: stored ?? '' }}
        onChange={(next) => onChange({ row: { ...person, ...span, amount: stored ?? null }, amount: next })}
      />
    );
  };
  const cellOf = (row: QuotaYear, { from, to }: Span) =>
    row.cells.find((one) => one.from === from && one.to === to)?.amount;
  const text = { sortable: false } as const;
  const figure = { kind: 'figure', sortable: false, width: 120 } as const;
  return [
    {
      ...text,
      id: 'participant',
      head: words.participant,
      value: (row) => row.participantName,
      width: 190,
      grow: true,
    },
    { ...text, id: 'id', head: words.id, value: (row) => row.participantId, width: 100 },
    {
      ...text,
      id: 'component',
      head: words.component,
      value: (row) => row.componentId,
      cell: (row) => row.componentId ?? words.allOfUnit,
      width: 150,
    },
    // a dollar sign means the currency of the plan
    {
      ...text,
      id: 'unit',
      head: words.unit,
      value: (row) => row.currency ?? row.unit,
      width: 64,
      early: true,
    },
    {
      ...figure,
      id: 'total',
      head: texts.total,
      value: (row) => row.total,
      cell: (row) => (
        <span className="font-semibold">
          {row.total === null ? noTotal(row, year) : amount(row, row.total)}
        </span>
      ),
      early: true,
    },
    ...spans.map((span) => ({
      ...figure,
      // without dots, which separate hidden columns in the address
      id: `${span.from}-${span.to}`,
      head: spanName(span),
      value: (row: QuotaYear) => cellOf(row, span),
      cell: (row: QuotaYear) => cell(row, span),
    })),
  ];
}

/** Why a row has no total. */
const noTotal = ({ cells }: QuotaYear, year: string): string =>
  cells.every(({ from, to }) => from.startsWith(year) && to.startsWith(year)) ? texts.overlap : texts.beyond;

/** A whole month, quarter or year by its name, other days as they are. */
function spanName({ from, to }: Span): string {
  const whole = (['month', 'quarter', 'year'] as const)
    .map((period) => periodContaining({ ...CALENDAR_YEAR, period }, from))
    .find((period) => period.from === from && period.to === to);
  return whole?.key ?? `${formatDay(from)} – ${formatDay(to)}`;
}
