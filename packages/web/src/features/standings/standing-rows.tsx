import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import type { Standing, Standings } from '../../api/shapes.ts';
import { formatDay } from '../../base/format-date.ts';
import { Card } from '../../ui/card.tsx';
import { BarFooter } from './attainment-bar.tsx';
import { messages } from './messages.ts';
import { StandingTable } from './standing-table.tsx';

const { home } = messages;

type RowsProps = { standings: Standings; rows: readonly Standing[]; title: string; own: boolean };

/** One component’s standings, with the way to all of them. */
export function Rows({ standings, rows, title, own }: RowsProps) {
  const navigate = useNavigate();
  const { planId, period } = standings;
  return (
    <Card
      flush
      title={title}
      actions={
        <Link
          className="inline-flex items-center gap-1 text-12 text-primary-text hover:underline"
          to="/compensation/tracking"
          search={{ plan: planId, period: period.key }}
        >
          {home.all} <ArrowRight aria-hidden className="size-3.5" />
        </Link>
      }
      footer={<BarFooter note={standings.payHidden ?? messages.asOf(formatDay(standings.asOf))} />}
    >
      <StandingTable
        rows={rows}
        currency={standings.currency}
        totals={undefined}
        seesPay={standings.payHidden === null}
        own={own}
        loading={false}
        onOpen={(row) =>
          void navigate({
            to: '/compensation/tracking',
            search: { plan: planId, period: period.key, payee: row.participantId },
          })
        }
      />
    </Card>
  );
}
