import { Lock, LockOpen } from 'lucide-react';
import { holdsQuery } from '../../api/requests/payment-queries.ts';
import { RowTable } from '../../api/row-table.tsx';
import type { Hold } from '../../api/shapes.ts';
import { useRows } from '../../api/use-rows.ts';
import { formatDay, formatMoment } from '../../base/format-date.ts';
import { formatAmounts } from '../../base/format-money.ts';
import { Badge } from '../../ui/badge.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { restUnderTabs } from '../../ui/tables/table-heights.ts';
import { messages } from './messages.ts';
import { NoAdjustments } from './no-adjustments.tsx';

/** The payee, deal, component or period under hold, as text. */
export function holdText(hold: Hold): string {
  return [
    hold.participantName ?? hold.participantId,
    hold.dealId ? messages.holds.deal(hold.dealId) : null,
    hold.planName && hold.componentId
      ? messages.holds.component(hold.componentId, hold.planName)
      : hold.planName,
    hold.periodKey,
  ]
    .filter(Boolean)
    .join(', ');
}

/** Amounts held now, by currency. */
export function heldText(hold: Hold): string {
  return formatAmounts(hold.held) || '—';
}

/** The event or date that releases the hold, as text. */
export function untilText({ releaseEvent, releaseOn }: Hold): string {
  return releaseOn === null ? messages.holds.untilEvent[releaseEvent] : formatDay(releaseOn);
}

const columns: readonly TableColumn<Hold>[] = [
  { id: 'on', head: messages.holds.on, value: holdText, width: 180, grow: true, sortable: false },
  {
    id: 'percent',
    head: messages.holds.share,
    value: (row) => row.percent,
    cell: (row) => `${row.percent}%`,
    kind: 'figure',
    width: 64,
    sortable: false,
  },
  {
    id: 'held',
    head: messages.holds.heldNow,
    value: (row) => row.held[0]?.amount,
    cell: heldText,
    kind: 'figure',
    width: 120,
    early: true,
    sortable: false,
  },
  {
    id: 'state',
    head: messages.holds.status,
    value: (row) => String(row.open),
    cell: (row) => (
      <Badge
        meaning={row.open ? 'warn' : 'ok'}
        icon={row.open ? <Lock aria-hidden /> : <LockOpen aria-hidden />}
      >
        {row.open ? messages.holds.holding : messages.holds.released}
      </Badge>
    ),
    width: 104,
    sortable: false,
  },
  { id: 'until', head: messages.holds.until, value: untilText, width: 152, sortable: false },
  { id: 'reason', head: messages.holds.reason, value: (row) => row.reason, width: 206, sortable: false },
  {
    id: 'at',
    head: messages.holds.placed,
    value: (row) => row.createdAt,
    cell: (row) => messages.holds.placedBy(formatMoment(row.createdAt), row.createdBy),
    width: 252,
    sortable: false,
  },
];

/** Holds, newest first; a row opens the hold. */
export function HoldTable({ onOpen }: { onOpen: (hold: Hold) => void }) {
  const list = useRows(holdsQuery());
  return (
    <RowTable
      label={messages.holds.label}
      list={list}
      failure={messages.holds.failure}
      columns={columns}
      rowId={(row) => row.id}
      maxHeight={restUnderTabs}
      onOpenRow={onOpen}
      empty={<NoAdjustments title={messages.holds.none} how={messages.holds.noneText} />}
    />
  );
}
