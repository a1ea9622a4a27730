import { useMemo } from 'react';
import type { Standing } from '../../api/shapes.ts';
import { attainmentFigure } from '../../base/format-attainment.ts';
import { formatCredit, formatMoney } from '../../base/format-money.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { restOfPage } from '../../ui/tables/table-heights.ts';
import { AttainmentBar } from './attainment-bar.tsx';
import { messages } from './messages.ts';
import { FlagBadge, Pace } from './pace.tsx';
import type { Totals } from './totals.ts';

const { table } = messages;

export type StandingLook = { currency: string; totals: Totals | undefined; seesPay: boolean; own: boolean };

export function standingColumns({ currency, totals, seesPay, own }: StandingLook) {
  const money = (amount: string | null) => formatMoney(amount, { currency });
  const columns: TableColumn<Standing>[] = [
    {
      id: 'payee',
      head: own ? table.component : table.payee,
      value: (row) => (own ? row.componentName : row.participantName),
      nameId: own
        ? { head: table.componentId, value: (row) => row.componentId }
        : { head: table.payeeId, value: (row) => row.participantId },
      width: 180,
      grow: true,
      footer: totals && table.payees(totals.payees),
    },
    {
      id: 'credited',
      head: table.credited,
      value: (row: Standing) => row.credited,
      cell: (row) => formatCredit(row.credited, { unit: row.unit, currency }),
      kind: 'figure' as const,
      width: 124,
      footer: totals && formatCredit(totals.credited, { unit: totals.unit, currency }),
    },
    {
      id: 'quota',
      head: table.quota,
      value: (row: Standing) => row.quota,
      cell: (row) => formatCredit(row.quota, { unit: row.unit, currency }),
      kind: 'figure' as const,
      width: 124,
      footer: totals && formatCredit(totals.quota, { unit: totals.unit, currency }),
    },
    {
      id: 'bar',
      head: table.progress,
      value: () => '',
      sortable: false,
      width: 140,
      cell: (row) => (
        <AttainmentBar
          reached={row.attainmentPercent}
          usual={row.usualPercent}
          projected={row.projectedPercent}
          flag={row.flag}
        />
      ),
    },
    {
      id: 'attainment',
      head: table.attainment,
      value: (row: Standing) => row.attainmentPercent,
      cell: (row) => <span className="font-medium">{attainmentFigure(row.attainmentPercent)}</span>,
      kind: 'figure' as const,
      width: 110,
      early: true,
      footer: totals && attainmentFigure(totals.attainmentPercent),
    },
    {
      id: 'pace',
      head: table.pace,
      value: (row: Standing) => row.pace,
      cell: (row) => <Pace pace={row.pace} flag={row.flag} />,
      kind: 'figure' as const,
      width: 76,
      early: true,
    },
    {
      id: 'flag',
      head: table.status,
      value: (row: Standing) => messages.flags[row.flag],
      width: 100,
      cell: (row) => <FlagBadge flag={row.flag} />,
    },
    {
      id: 'projected',
      head: table.projected,
      value: (row: Standing) => row.projectedPercent,
      cell: (row) => attainmentFigure(row.projectedPercent),
      kind: 'figure' as const,
      width: 104,
      footer: totals && attainmentFigure(totals.projectedPercent),
    },
  ];
  if (seesPay)
    columns.push(
      {
        id: 'next',
        head: table.next,
        value: (row: Standing) => row.nextTier?.needed,
        cell: (row) => formatCredit(row.nextTier?.needed ?? null, { unit: row.unit, currency }),
        kind: 'figure' as const,
        width: 124,
      },
      {
        id: 'adds',
        head: table.adds,
        value: (row: Standing) => row.nextTier?.adds,
        kind: 'figure' as const,
        width: 116,
        cell: (row) => money(row.nextTier?.adds ?? null),
      },
      {
        id: 'pay',
        head: table.pay,
        value: (row: Standing) => row.amount,
        cell: (row) => <span className="font-medium">{money(row.amount)}</span>,
        kind: 'figure' as const,
        width: 120,
        early: true,
        footer: totals && money(totals.amount),
      },
      {
        id: 'at-projection',
        head: table.atProjection,
        value: (row: Standing) => row.projectedAmount,
        cell: (row) => money(row.projectedAmount),
        kind: 'figure' as const,
        width: 124,
        footer: totals && money(totals.projectedAmount),
      },
    );
  if (own) return columns;
  columns.push(
    { id: 'territory', head: table.territory, value: (row) => row.territory, width: 140 },
    {
      id: 'team',
      head: table.team,
      value: (row) => row.managerName,
      nameId: { head: table.teamId, value: (row) => row.managerId },
      width: 160,
    },
    { id: 'id', head: table.id, value: (row) => row.participantId, width: 110 },
  );
  return columns;
}

export type StandingTableProps = {
  rows: readonly Standing[];
  currency: string;
  /** Over the rows shown. */
  totals: Totals | undefined;
  seesPay: boolean;
  /** One payee's components. */
  own: boolean;
  loading: boolean;
  onOpen: (row: Standing) => void;
};

/** Payees with attainment, pace and pay of one component. */
export function StandingTable({ rows, loading, onOpen, ...look }: StandingTableProps) {
  const { currency, totals, seesPay, own } = look;
  const columns = useMemo(
    () => standingColumns({ currency, totals, seesPay, own }),
    [currency, totals, seesPay, own],
  );
  return (
    <DataTable
      viewed
      label={table.label}
      columns={columns}
      rows={rows}
      rowId={rowId}
      loading={loading}
      maxHeight={restOfPage}
      onOpenRow={onOpen}
      empty={<EmptyState title={table.none} text={table.noneText} />}
    />
  );
}

const rowId = (row: Standing) => `${row.participantId} ${row.componentId}`;
