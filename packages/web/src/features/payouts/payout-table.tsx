import { linePercent } from '@attain/domain/attainment/attainment';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { payoutsQuery } from '../../api/queries.ts';
import { RowTable } from '../../api/row-table.tsx';
import { RowsExport } from '../../api/rows-export.tsx';
import type { PayoutFilter, PayoutLine } from '../../api/shapes.ts';
import { useRows } from '../../api/use-rows.ts';
import { isNegative } from '../../base/decimal.ts';
import { attainmentFigure } from '../../base/format-attainment.ts';
import { formatCredit, formatMoney } from '../../base/format-money.ts';
import { formatCount } from '../../base/format-number.ts';
import { paths } from '../../paths.ts';
import { Select } from '../../ui/fields/select.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn, TableSort } from '../../ui/tables/table-column.ts';
import { SearchField, Toolbar } from '../../ui/toolbar.tsx';
import { messages } from './messages.ts';

/** Filter and sort order of the table; the page keeps them in the URL. */
export type PayoutView = Pick<PayoutFilter, 'search' | 'componentId' | 'sort'>;

export type PayoutTableProps = {
  runId: string;
  /** Name of an exported file, without extension. */
  fileName: string;
  currency: string;
  view: PayoutView;
  /** Text in the search field; the view follows with a delay. */
  searchText: string;
  onSearchText: (text: string) => void;
  onView: (view: PayoutView) => void;
  end?: ReactNode;
};

const allComponents = 'all';

/** Every payout line of a run, 100,000 and more; a row opens its explanation. */
export function PayoutTable({
  runId,
  fileName,
  currency,
  view,
  searchText,
  onSearchText,
  onView,
  end,
}: PayoutTableProps) {
  const navigate = useNavigate();
  const query = payoutsQuery({ runId, ...view });
  const list = useRows(query);
  const { head } = list;
  const { rows } = list;
  const columns = useMemo(
    () => payoutColumns({ currency, sum: head?.amountTotal, count: head?.total }),
    [currency, head?.amountTotal, head?.total],
  );
  const components = head?.components ?? [];
  return (
    <div className="flex flex-col gap-3">
      <Toolbar
        label={messages.table.filter}
        end={
          <>
            {end ?? <Loaded shown={list.rows.length} total={head?.total} />}
            {rows.length > 0 ? (
              <RowsExport fileName={fileName} list={query} columns={filedColumns(columns)} />
            ) : null}
          </>
        }
      >
        <SearchField
          label={messages.table.search}
          value={searchText}
          onChange={(event) => onSearchText(event.target.value)}
        />
        <div className="w-52">
          <Select
            controlSize="sm"
            aria-label={messages.table.component}
            value={view.componentId ?? allComponents}
            onValueChange={(id) => onView({ ...view, componentId: id === allComponents ? undefined : id })}
            options={[
              { value: allComponents, label: messages.table.allComponents },
              ...components.map((one) => ({
                value: one.id,
                label: one.name,
                hint: formatMoney(one.total, { currency }),
              })),
            ]}
          />
        </div>
      </Toolbar>
      <div className="rounded-lg border bg-surface shadow-card">
        <RowTable
          viewed
          label={messages.table.label}
          list={list}
          failure={messages.table.failure}
          columns={columns}
          rowId={(line) => `${line.participantId} ${line.componentId}`}
          totalRows={head?.total}
          maxHeight="max(20rem, calc(100dvh - 25rem))"
          sort={sortOf(view.sort)}
          onSortChange={(sort) => onView({ ...view, sort: sortName(sort) })}
          onOpenRow={(line) =>
            void navigate({ ...paths.line(line), search: (before: object) => before, resetScroll: false })
          }
          empty={
            view.search || view.componentId ? (
              <EmptyState title={messages.table.noMatch} text={messages.table.noMatchText} />
            ) : (
              <EmptyState title={messages.table.none} text={messages.table.noneText} />
            )
          }
        />
      </div>
    </div>
  );
}

function Loaded({ shown, total }: { shown: number; total: number | undefined }) {
  if (total === undefined) return null;
  return <span className="figures">{messages.table.shown(shown, total)}</span>;
}

export function payoutColumns(of: {
  currency: string;
  sum: string | undefined;
  count: number | undefined;
}): readonly TableColumn<PayoutLine>[] {
  const { currency, sum, count } = of;
  const figure = (line: PayoutLine, value: string | null) => formatCredit(value, line);
  const money = (amount: string | null) => formatMoney(amount, { currency, currencyIn: 'head' });
  return [
    {
      id: 'participant',
      head: messages.table.participant,
      value: (line) => line.participantName,
      nameId: { head: messages.table.participantId, value: (line) => line.participantId },
      width: 180,
      grow: true,
      footer: count === undefined ? undefined : messages.table.sum(count),
    },
    { id: 'id', head: messages.table.id, value: (line) => line.participantId, width: 100, sortable: false },
    {
      id: 'component',
      head: messages.table.component,
      value: (line: PayoutLine) => line.componentName,
      nameId: { head: messages.table.componentId, value: (line: PayoutLine) => line.componentId },
      width: 160,
      early: true,
      sortable: false,
    },
    {
      id: 'credited',
      head: messages.table.credited,
      value: (line) => line.credited,
      cell: (line) => figure(line, line.credited),
      kind: 'figure',
      width: 120,
      sortable: false,
    },
    {
      id: 'quota',
      head: messages.table.quota,
      value: (line) => line.quota,
      cell: (line) => figure(line, line.quota),
      kind: 'figure',
      width: 120,
      sortable: false,
    },
    {
      id: 'attainment',
      head: messages.table.attainment,
      value: linePercent,
      cell: (line) => attainmentFigure(linePercent(line)),
      kind: 'figure',
      width: 116,
    },
    {
      id: 'deals',
      head: messages.table.deals,
      value: (line) => line.creditCount,
      cell: (line) => formatCount(line.creditCount),
      kind: 'figure',
      width: 72,
      sortable: false,
    },
    {
      id: 'amount',
      head: messages.table.pay(currency),
      value: (line) => line.amount,
      cell: (line) => (
        <span className={isNegative(line.amount) ? 'text-bad-text' : 'font-medium'}>
          {money(line.amount)}
        </span>
      ),
      kind: 'figure',
      width: 116,
      early: true,
      footer: sum === undefined ? undefined : money(sum),
    },
  ];
}

/** Exports have each ID next to its name, and bare figures, so the unit goes into the header. */
export function filedColumns(
  columns: readonly TableColumn<PayoutLine>[],
): readonly TableColumn<PayoutLine>[] {
  return columns
    .filter(({ id }) => id !== 'id')
    .map((column) =>
      column.id === 'attainment' ? { ...column, head: messages.table.attainmentPercent } : column,
    );
}

function sortOf(name: PayoutView['sort']): TableSort {
  const text = name ?? 'participant';
  return { column: text.replace(/^-/, ''), descending: text.startsWith('-') };
}

function sortName(sort: TableSort | null): PayoutView['sort'] {
  if (!sort || sort.column === 'participant') return undefined;
  const column = sort.column === 'amount' ? 'amount' : 'attainment';
  return sort.descending ? `-${column}` : column;
}
