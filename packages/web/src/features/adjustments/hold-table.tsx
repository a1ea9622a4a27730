import { releaseWords } from '@attain/domain/payments/ledger-words';
import { Lock, LockOpen } from 'lucide-react';
import { holdsQuery } from '../../api/requests/payment-queries.ts';
import { RowTable } from '../../api/row-table.tsx';
import type { Hold } from '../../api/shapes.ts';
import { useRows } from '../../api/use-rows.ts';
import { formatDay, formatMoment } from '../../base/format-date.ts';
import { formatMoney } from '../../base/format-money.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { restUnderTabs } from '../../ui/tables/table-heights.ts';

/** What a hold is on, in words. */
export function holdText(hold: Hold): string {
  return [
    hold.participantName ?? hold.participantId,
    hold.dealId ? `deal ${hold.dealId}` : null,
    hold.planName && hold.componentId ? `${hold.componentId} of ${hold.planName}` : hold.planName,
    hold.periodKey,
  ]
    .filter(Boolean)
    .join(', ');
}

/** What a hold keeps back now, currency by currency. */
export function heldText(hold: Hold): string {
  return hold.held.map(({ currency, amount }) => formatMoney(amount, { currency })).join(' + ') || '—';
}

/** What a hold waits for, in words. */
export function untilText({ releaseEvent, releaseOn }: Hold): string {
  return releaseOn === null ? releaseWords[releaseEvent].until : formatDay(releaseOn);
}

/** Words as they stand in a list of choices. */
export function asLabel(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const columns: readonly TableColumn<Hold>[] = [
  { id: 'on', head: 'Hold on', value: holdText, width: 180, grow: true, sortable: false },
  {
    id: 'percent',
    head: 'Share',
    value: (row) => row.percent,
    cell: (row) => `${row.percent}%`,
    kind: 'figure',
    width: 64,
    sortable: false,
  },
  {
    id: 'held',
    head: 'Held now',
    value: (row) => row.held[0]?.amount,
    cell: heldText,
    kind: 'figure',
    width: 120,
    early: true,
    sortable: false,
  },
  {
    id: 'state',
    head: 'State',
    value: (row) => String(row.open),
    cell: (row) => (
      <Badge
        meaning={row.open ? 'warn' : 'ok'}
        icon={row.open ? <Lock aria-hidden /> : <LockOpen aria-hidden />}
      >
        {row.open ? 'Holding' : 'Released'}
      </Badge>
    ),
    width: 104,
    sortable: false,
  },
  { id: 'until', head: 'Held until', value: untilText, width: 152, sortable: false },
  { id: 'reason', head: 'Reason', value: (row) => row.reason, width: 206, sortable: false },
  {
    id: 'at',
    head: 'Placed',
    value: (row) => row.createdAt,
    cell: (row) => `${formatMoment(row.createdAt)} by ${row.createdBy}`,
    width: 252,
    sortable: false,
  },
];

/** Holds, newest first; a row opens its releases. */
export function HoldTable({ onOpen }: { onOpen: (hold: Hold) => void }) {
  const list = useRows(holdsQuery());
  return (
    <RowTable
      label="Holds"
      list={list}
      failure="The holds could not be loaded"
      columns={columns}
      rowId={(row) => row.id}
      maxHeight={restUnderTabs}
      onOpenRow={onOpen}
      empty={
        <EmptyState
          title="Nothing is held"
          text="A hold keeps pay back, of a deal, a payee, a component or a period, until it is released."
        />
      }
    />
  );
}
