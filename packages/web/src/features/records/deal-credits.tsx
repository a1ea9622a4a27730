import { creditWords } from '@attain/domain/crediting/credit-words';
import { Link } from '@tanstack/react-router';
import { Failed } from '../../api/loaded.tsx';
import { dealCreditsQuery } from '../../api/queries.ts';
import type { DealCredit } from '../../api/shapes.ts';
import { useRows } from '../../api/use-rows.ts';
import { formatMoney } from '../../base/format-money.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { messages } from './messages.ts';

/** Who a deal credited and why, what it earned them, and where that was paid. */
export function DealCredits({ dealId }: { dealId: string }) {
  const list = useRows(dealCreditsQuery(dealId));
  const { query, rows } = list;
  return (
    <section aria-label={messages.credits.title} className="flex flex-col gap-2">
      <h3 className="font-semibold">{messages.credits.title}</h3>
      {query.isPending ? <Skeleton className="h-16 w-full" /> : null}
      {query.isError && rows.length === 0 ? (
        <Failed query={query} failure={messages.credits.failure} />
      ) : null}
      {query.isSuccess && rows.length === 0 ? <p className="text-fg-2">{messages.credits.none}</p> : null}
      {rows.length > 0 ? (
        <ol className="rounded-lg border">
          {rows.map((credit) => (
            <CreditOf
              key={`${credit.runId} ${credit.participantId} ${credit.componentId} ${credit.seq}`}
              credit={credit}
            />
          ))}
        </ol>
      ) : null}
      {list.complete || rows.length === 0 ? null : (
        <Button size="sm" busy={query.isFetchingNextPage} onClick={list.loadMore}>
          {messages.credits.more}
        </Button>
      )}
    </section>
  );
}

function CreditOf({ credit }: { credit: DealCredit }) {
  const { currency } = credit;
  return (
    <li className="border-b px-3 py-2 last:border-b-0">
      <div className="flex items-baseline justify-between gap-4">
        <Link className="font-medium text-primary-text underline" {...paths.line(credit)}>
          {credit.participantName}
        </Link>
        <span className="figures font-medium">{formatMoney(credit.earned, { currency })}</span>
      </div>
      <p className="text-fg-2">{creditWords(credit)}</p>
      <p className="text-12 text-fg-2">
        {credit.componentName}, {credit.planName}, {credit.periodKey}
      </p>
      <p className="text-12 text-fg-2">{paidWords(credit)}</p>
    </li>
  );
}

function paidWords({ payments }: DealCredit): string {
  if (payments.length === 0) return messages.credits.unpaid;
  return payments.map(({ periodKey, status }) => messages.credits.inPayments(periodKey, status)).join(' · ');
}
