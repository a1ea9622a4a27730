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

/** Whom a deal credited, why, what it earned them, and where that was paid. */
export function DealCredits({ dealId }: { dealId: string }) {
  const list = useRows(dealCreditsQuery(dealId));
  const { query, rows } = list;
  return (
    <section aria-label="Credits" className="flex flex-col gap-2">
      <h3 className="font-semibold">Whom it credited</h3>
      {query.isPending ? <Skeleton className="h-16 w-full" /> : null}
      {query.isError && rows.length === 0 ? (
        <Failed query={query} failure="The credits could not be loaded" />
      ) : null}
      {query.isSuccess && rows.length === 0 ? (
        <p className="text-fg-2">No calculation has counted it yet.</p>
      ) : null}
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
          Show more credits
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
  if (payments.length === 0) return 'Not in any payment yet';
  return payments.map(({ periodKey, status }) => `In the payments of ${periodKey} (${status})`).join(' · ');
}
