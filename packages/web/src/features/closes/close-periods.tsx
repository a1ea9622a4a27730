import { Link, useNavigate } from '@tanstack/react-router';
import type { ClosePeriod } from '../../api/shapes.ts';
import { formatMoney } from '../../base/format-money.ts';
import { formatCount } from '../../base/format-number.ts';
import { paths } from '../../paths.ts';
import { Badge, type Meaning } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { messages } from './messages.ts';

const { periods: words } = messages;

const meanings: Record<ClosePeriod['calculation'], Meaning> = {
  none: 'neutral',
  running: 'info',
  failed: 'bad',
  outdated: 'warn',
  current: 'ok',
};

const columns: readonly TableColumn<ClosePeriod>[] = [
  { id: 'plan', head: words.plan, value: ({ planName }) => planName, width: 200, grow: true },
  { id: 'period', head: words.period, value: ({ period }) => period.key, width: 100 },
  {
    id: 'payees',
    head: words.payees,
    value: ({ payees }) => payees,
    cell: ({ payees }) => formatCount(payees),
    kind: 'figure',
    width: 90,
  },
  {
    id: 'calculation',
    head: words.calculation,
    value: ({ calculation }) => words.calculations[calculation],
    cell: ({ calculation }) => (
      <Badge meaning={meanings[calculation]}>{words.calculations[calculation]}</Badge>
    ),
    width: 130,
    early: true,
  },
  {
    id: 'pay',
    head: words.pay,
    value: ({ run }) => run?.total,
    cell: ({ run, currency }) => formatMoney(run?.total, { currency }),
    kind: 'figure',
    width: 140,
  },
  {
    id: 'published',
    head: words.published,
    value: ({ published }) => (published === null ? words.unpublished : words.audiences[published]),
    width: 110,
  },
  {
    id: 'payment',
    head: words.payment,
    value: ({ payment }) => payment?.stage,
    cell: ({ payment }) =>
      payment === null ? (
        <span className="text-fg-3">{words.unpaid}</span>
      ) : (
        <Link className="text-primary-text hover:underline" {...paths.payments(payment.id)}>
          {words.stages[payment.stage]}
        </Link>
      ),
    width: 120,
  },
];

/** The periods of a close with calculation, publication and payment. */
export function ClosePeriods({ periods }: { periods: readonly ClosePeriod[] }) {
  const navigate = useNavigate();
  return (
    <Card flush title={words.title}>
      <DataTable
        label={words.title}
        columns={columns}
        rows={periods}
        rowId={({ planId, period }) => `${planId} ${period.key}`}
        onOpenRow={({ run }) => void (run && navigate(paths.run(run.id)))}
        empty={<EmptyState title={words.empty} />}
      />
    </Card>
  );
}
