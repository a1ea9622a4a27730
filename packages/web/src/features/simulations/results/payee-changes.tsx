import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { changedPayeesQuery } from '../../../api/requests/simulation-queries.ts';
import { RowTable } from '../../../api/row-table.tsx';
import type { ChangedPayee, ChangedPayeeFilter } from '../../../api/shapes.ts';
import { useRows } from '../../../api/use-rows.ts';
import { isNegative } from '../../../base/decimal.ts';
import { formatMoney } from '../../../base/format-money.ts';
import { formatDecimal } from '../../../base/format-number.ts';
import { Badge, type Meaning } from '../../../ui/badge.tsx';
import { buttonLook } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import type { TableColumn, TableSort } from '../../../ui/tables/table-column.ts';
import { SearchField } from '../../../ui/toolbar.tsx';
import { messages } from '../messages.ts';

/** Filter and sort order; the page keeps them in the URL. */
export type PayeeView = Pick<ChangedPayeeFilter, 'search' | 'outcome' | 'sort'>;

export type PayeeChangesProps = {
  simulationId: string;
  currency: string;
  /** Monte Carlo: amounts are means over scenarios, with the share of scenarios in which the payee loses. */
  drawn: boolean;
  view: PayeeView;
  /** Text in the search field; the view follows with a delay. */
  searchText: string;
  onSearchText: (text: string) => void;
  onView: (view: PayeeView) => void;
};

const outcomes: Record<ChangedPayee['outcome'], { name: string; meaning: Meaning }> = {
  wins: { name: messages.payees.wins, meaning: 'ok' },
  loses: { name: messages.payees.loses, meaning: 'bad' },
  same: { name: messages.payees.same, meaning: 'neutral' },
  unpaid: { name: messages.payees.unpaid, meaning: 'warn' },
};

/** Payees with pay before, after and change. */
export function PayeeChanges(props: PayeeChangesProps) {
  const { simulationId, currency, drawn, view, onView } = props;
  const list = useRows(changedPayeesQuery({ id: simulationId, ...view, sort: view.sort ?? '-delta' }));
  const columns = useMemo(() => columnsOf(currency, drawn), [currency, drawn]);
  const file = (ending: string) => `/api/simulations/${simulationId}/payees.${ending}`;
  return (
    <Card
      flush
      title={messages.payees.title}
      actions={
        <>
          <SearchField
            label={messages.payees.search}
            value={props.searchText}
            onChange={(event) => props.onSearchText(event.target.value)}
          />
          <div className="w-36">
            <Select
              controlSize="sm"
              aria-label={messages.payees.outcome}
              value={view.outcome ?? 'all'}
              onValueChange={(value) =>
                onView({
                  ...view,
                  outcome: value in outcomes ? (value as ChangedPayee['outcome']) : undefined,
                })
              }
              options={[
                { value: 'all', label: messages.payees.all },
                ...Object.entries(outcomes).map(([value, { name }]) => ({ value, label: name })),
              ]}
            />
          </div>
          {['csv', 'xlsx'].map((ending) => (
            <a key={ending} className={buttonLook({ size: 'sm' })} href={file(ending)} download>
              <Download aria-hidden /> {ending.toUpperCase()}
            </a>
          ))}
        </>
      }
    >
      <RowTable
        viewed
        label={messages.payees.title}
        list={list}
        failure={messages.payees.failure}
        columns={columns}
        rowId={(payee) => payee.participantId}
        maxHeight="60dvh"
        sort={sortOf(view.sort)}
        onSortChange={(sort) => onView({ ...view, sort: sortName(sort) })}
        empty={
          view.search || view.outcome ? (
            <EmptyState title={messages.payees.noMatch} text={messages.payees.noMatchText} />
          ) : (
            <EmptyState title={messages.payees.none} text={messages.payees.noneText} />
          )
        }
      />
    </Card>
  );
}

function columnsOf(currency: string, drawn: boolean): readonly TableColumn<ChangedPayee>[] {
  const money = (amount: string | null, signed = false) =>
    formatMoney(amount, { currency, currencyIn: 'head', signed });

  const loses: TableColumn<ChangedPayee> = {
    id: 'loses',
    head: messages.payees.losesIn,
    kind: 'figure',
    width: 96,
    sortable: false,
    value: (payee) => payee.losesInPercent,
    cell: (payee) => (payee.losesInPercent === null ? '—' : `${formatDecimal(payee.losesInPercent, 1)}%`),
  };
  return [
    {
      id: 'participant',
      head: messages.payees.participant,
      width: 190,
      grow: true,
      value: (payee) => payee.participantName,
    },
    {
      id: 'id',
      head: messages.payees.id,
      value: (payee) => payee.participantId,
      width: 100,
      sortable: false,
    },
    {
      id: 'outcome',
      head: messages.payees.outcome,
      width: 110,
      sortable: false,
      value: (payee) => payee.outcome,
      cell: (payee) => (
        <span title={payee.problems.map(({ message }) => message).join(' ') || undefined}>
          <Badge meaning={outcomes[payee.outcome].meaning}>{outcomes[payee.outcome].name}</Badge>
        </span>
      ),
    },
    {
      id: 'before',
      head: messages.payees.before(currency, drawn),
      kind: 'figure',
      width: 160,
      sortable: false,
      value: (payee) => payee.before,
      cell: (payee) => money(payee.before),
    },
    {
      id: 'after',
      head: messages.payees.after(currency, drawn),
      kind: 'figure',
      width: 160,
      sortable: false,
      value: (payee) => payee.after,
      cell: (payee) => money(payee.after),
    },
    {
      id: 'delta',
      head: messages.payees.change(currency),
      kind: 'figure',
      width: 140,
      early: true,
      value: (payee) => payee.delta,
      cell: (payee) =>
        payee.delta === null ? (
          '—'
        ) : (
          <span className={isNegative(payee.delta) ? 'text-bad-text' : undefined}>
            {money(payee.delta, true)}
          </span>
        ),
    },
    ...(drawn ? [loses] : []),
  ];
}

function sortOf(name: PayeeView['sort']): TableSort {
  const text = name ?? '-delta';
  return { column: text.replace(/^-/, ''), descending: text.startsWith('-') };
}

function sortName(sort: TableSort | null): PayeeView['sort'] {
  if (!sort) return undefined;
  if (sort.column === 'participant') return 'participant';
  return sort.descending ? '-delta' : 'delta';
}
