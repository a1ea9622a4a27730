import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CalendarRange } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Loaded } from '../../api/loaded.tsx';
import { waitingApprovalsQuery } from '../../api/requests/approval-queries.ts';
import { payPositionQuery } from '../../api/requests/payment-queries.ts';
import type { PayPosition as Position } from '../../api/shapes.ts';
import { formatAmounts, formatMoney } from '../../base/format-money.ts';
import { formatDecimal } from '../../base/format-number.ts';
import { monthName } from '../../base/months.ts';
import { paths } from '../../paths.ts';
import { FigureRow, FigureTile } from '../../ui/figure-tile.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { SkeletonTile } from '../../ui/states/skeleton.tsx';
import { positionMessages as messages } from './position-messages.ts';

/** For those who approve pay: what the month cost against target, what is owed, and what waits for them. */
export function PayPosition() {
  const query = useQuery(payPositionQuery());
  const waiting = useQuery(waitingApprovalsQuery()).data?.total;
  return (
    <section aria-label={messages.title}>
      <Loaded
        query={query}
        failure={messages.failure}
        skeleton={
          <FigureRow>
            <SkeletonTile />
            <SkeletonTile />
            <SkeletonTile />
            <SkeletonTile />
            <SkeletonTile />
          </FigureRow>
        }
      >
        {(position) => (
          <FigureRow>
            <FigureTile
              label={
                position.month === null ? messages.expense : messages.expenseOf(monthName(position.month))
              }
              figure={moneyOf(
                position.expense?.map(({ currency, pay }) => ({ currency, amount: pay })) ?? null,
              )}
              sub={budgetText(position)}
            />
            <FigureTile
              label={messages.owed}
              figure={position.problems.length > 0 ? messages.unknown : moneyOf(position.owed)}
              sub={position.problems[0] ?? partsText(position)}
            />
            <FigureTile
              label={messages.receivable}
              figure={moneyOf(position.receivable)}
              sub={receivableText(position)}
            />
            <DeferredTile deferred={position.deferred} />
            <FigureTile
              label={messages.waiting}
              figure={
                waiting === undefined ? (
                  '—'
                ) : (
                  <Link className="hover:underline" {...paths.approvals}>
                    {waiting}
                  </Link>
                )
              }
              sub={waiting === 0 ? messages.noneWaits : messages.waitingText}
            />
          </FigureRow>
        )}
      </Loaded>
    </section>
  );
}

const BenefitDialog = lazy(async () => ({ default: (await import('./benefit-dialog.tsx')).BenefitDialog }));

function DeferredTile({ deferred: { months, after, amounts } }: { deferred: Position['deferred'] }) {
  const [open, setOpen] = useState(false);
  return (
    <FigureTile
      label={messages.deferred}
      figure={months === null ? messages.unknown : moneyOf(amounts)}
      sub={
        months === null
          ? messages.notDeferred
          : amounts === null
            ? messages.hidden
            : messages.deferredText(months, monthName(after))
      }
      corner={
        <>
          <IconButton
            size="sm"
            label={messages.benefit.label}
            icon={<CalendarRange aria-hidden />}
            onClick={() => setOpen(true)}
          />
          {open ? (
            <Suspense fallback={null}>
              <BenefitDialog months={months} onClose={() => setOpen(false)} />
            </Suspense>
          ) : null}
        </>
      }
    />
  );
}

function moneyOf(amounts: readonly { currency: string; amount: string }[] | null): string {
  if (amounts === null) return messages.unknown;
  if (amounts.length === 0) return messages.nothing;
  return formatAmounts(amounts);
}

function budgetText({ month, expense }: Position): string {
  if (month === null) return messages.noMonth;
  if (expense === null) return messages.hidden;
  const used = expense.flatMap(({ currency, percent, target }) =>
    percent === null ? [] : messages.budget(`${formatDecimal(percent)}%`, formatMoney(target, { currency })),
  );
  return used.length === 0 ? messages.noTarget : used.join('. ');
}

function receivableText({ receivable }: Position): string {
  if (receivable === null) return messages.hidden;
  return receivable.length === 0 ? messages.noReceivable : messages.receivableText;
}

function partsText({ parts, owed, isFirst, month }: Position): string {
  if (parts === null || owed === null) return messages.hidden;
  if (owed.length === 0) return messages.nothingOwed;
  const unposted =
    isFirst && month !== null ? messages.parts.unpostedOf(monthName(month)) : messages.parts.unposted;
  const named = [
    [unposted, parts.unposted],
    [messages.parts.unpaid, parts.unpaid],
    [messages.parts.held, parts.held],
    [messages.parts.adjustments, parts.adjustments],
  ] as const;
  return named
    .filter(([, amounts]) => amounts.length > 0)
    .map(([words, amounts]) => `${moneyOf(amounts)} ${words}`)
    .join(', ');
}
