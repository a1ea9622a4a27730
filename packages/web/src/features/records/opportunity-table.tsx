import { useQuery } from '@tanstack/react-query';
import { opportunitiesQuery, pipelineQuery } from '../../api/queries.ts';
import { RowTable } from '../../api/row-table.tsx';
import type { OpportunityFilter, OpportunityRow } from '../../api/shapes.ts';
import { useRows } from '../../api/use-rows.ts';
import { formatDay } from '../../base/format-date.ts';
import { formatMoney } from '../../base/format-money.ts';
import { formatDecimal } from '../../base/format-number.ts';
import { Badge, type Meaning } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { restUnderTabs } from '../../ui/tables/table-heights.ts';
import { messages } from './messages.ts';

const { opportunities: words } = messages;

/** Names of the statuses. */
export const opportunityStatusWords = words.statuses;

const meanings: Record<OpportunityRow['status'], Meaning> = { open: 'info', won: 'ok', lost: 'neutral' };

const columns: readonly TableColumn<OpportunityRow>[] = [
  {
    id: 'name',
    head: words.name,
    value: (row) => row.name ?? row.id,
    width: 165,
    grow: true,
    sortable: false,
  },
  {
    id: 'customer',
    head: words.customer,
    value: (row) => row.customer,
    cell: (row) => row.customer ?? '—',
    width: 150,
    sortable: false,
  },
  { id: 'owner', head: words.owner, value: (row) => row.participantName, width: 150, sortable: false },
  { id: 'stage', head: words.stage, value: (row) => row.stage, width: 115, sortable: false },
  {
    id: 'status',
    head: words.status,
    value: (row) => row.status,
    cell: (row) => <Badge meaning={meanings[row.status]}>{words.statuses[row.status]}</Badge>,
    width: 84,
    early: true,
    sortable: false,
  },
  {
    id: 'expected',
    head: words.expected,
    value: (row) => row.expectedOn,
    cell: (row) => (row.expectedOn ? formatDay(row.expectedOn) : '—'),
    width: 125,
    sortable: false,
  },
  {
    id: 'chance',
    head: words.chance,
    value: (row) => row.chancePercent,
    cell: (row) => (row.chancePercent === null ? '—' : `${formatDecimal(row.chancePercent)}%`),
    kind: 'figure',
    width: 84,
    sortable: false,
  },
  {
    id: 'amount',
    head: words.amount,
    value: (row) => row.amount,
    cell: (row) => formatMoney(row.amount, { currency: row.currency }),
    kind: 'figure',
    width: 120,
    early: true,
    sortable: false,
  },
];

/** Opportunities by expected close. */
export function OpportunityTable({ filter }: { filter: OpportunityFilter }) {
  const list = useRows(opportunitiesQuery(filter));
  const isFiltered = Object.values(filter).some((value) => value !== undefined && value !== 'open');
  return (
    <RowTable
      viewed
      label={words.label}
      list={list}
      failure={words.failure}
      columns={columns}
      rowId={(row) => row.id}
      maxHeight={restUnderTabs}
      empty={
        isFiltered ? (
          <EmptyState title={words.noMatch} text={words.noMatchText} />
        ) : (
          <EmptyState title={words.none} text={words.noneText} />
        )
      }
    />
  );
}

/** Open amounts by currency, what is expected of them, and the win rate. */
export function PipelineTotals({ filter }: { filter: Omit<OpportunityFilter, 'status'> }) {
  const pipeline = useQuery(pipelineQuery(filter)).data;
  if (pipeline === undefined || pipeline.stored === 0) return null;
  const { percent } = pipeline.winRate;
  return (
    <>
      {pipeline.open.map(({ currency, amount, expected }) => (
        <span key={currency} className="flex gap-1">
          <span>{words.open}</span>
          <span className="figures font-medium text-fg-1">{formatMoney(amount, { currency })}</span>
          {expected === null ? null : (
            <>
              <span>{words.expectedAmount}</span>
              <span className="figures font-medium text-fg-1">{formatMoney(expected, { currency })}</span>
            </>
          )}
        </span>
      ))}
      {percent === null ? null : <span>{words.winRate(percent)}</span>}
    </>
  );
}
