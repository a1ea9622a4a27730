import { creditWords } from '@attain/domain/crediting/credit-words';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Failed } from '../../api/loaded.tsx';
import { creditsQuery } from '../../api/queries.ts';
import { RowsExport } from '../../api/rows-export.tsx';
import type { LineKey, PayoutCredit, PayoutLine } from '../../api/shapes.ts';
import { useRows } from '../../api/use-rows.ts';
import { isNegative } from '../../base/decimal.ts';
import { formatDay } from '../../base/format-date.ts';
import { formatCredit, formatMoney } from '../../base/format-money.ts';
import { formatDecimal } from '../../base/format-number.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { messages } from './messages.ts';

export type CreditTableProps = {
  line: LineKey;
  currency: string;
  unit: PayoutLine['unit'];
  /** Column sums of the whole line, from the server. */
  creditedSum: string;
  earnedSum: string;
  /** Whether the user may open deals. */
  linkDeals: boolean;
  /** Button of a deal. */
  renderAct?: ((dealId: string) => ReactNode) | undefined;
};

// narrow screens show the credited amount below the earned one
const columnsLook =
  'grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 px-3 py-2 @lg:grid-cols-[minmax(0,1fr)_8rem_8rem]';
const creditedLook =
  'figures text-end @max-lg:order-last @max-lg:col-start-2 @max-lg:text-12 @max-lg:font-normal @max-lg:text-fg-2';

/** Deals of a line in earning order; each expands to its row in the imported file. */
export function CreditTable(props: CreditTableProps) {
  const { line, currency, unit, creditedSum, earnedSum, linkDeals, renderAct } = props;
  const deals = creditsQuery(line);
  const list = useRows(deals);
  const { query, rows } = list;
  if (query.isPending) return <Skeleton className="h-32 w-full" />;
  if (query.isError && rows.length === 0) return <Failed query={query} failure={messages.deals.failure} />;
  if (rows.length === 0) return <p className="text-fg-2">{messages.deals.none}</p>;
  return (
    <div className="overflow-hidden rounded-lg border">
      <div className={`caption border-b bg-surface-2 text-fg-2 ${columnsLook}`}>
        <span>{messages.deals.deal}</span>
        <span className="text-end @max-lg:order-last @max-lg:col-start-2">{messages.deals.credited}</span>
        <span className="text-end">{messages.deals.earned(currency)}</span>
      </div>
      <ol>
        {rows.map((credit) => (
          <CreditRow key={credit.seq} {...{ credit, currency, unit, linkDeals, renderAct }} />
        ))}
      </ol>
      {list.complete ? null : (
        <div className="border-t px-3 py-2 text-center">
          <Button size="sm" busy={query.isFetchingNextPage} onClick={list.loadMore}>
            {messages.deals.more(rows.length)}
          </Button>
        </div>
      )}
      <div className={`figures border-t border-t-border-strong bg-surface-2 font-semibold ${columnsLook}`}>
        <span>{messages.deals.sum}</span>
        <span className={creditedLook}>{formatCredit(creditedSum, { unit, currency })}</span>
        <span className="text-end">{formatMoney(earnedSum, { currency, currencyIn: 'head' })}</span>
      </div>
      <div data-print="hide" className="flex justify-end border-t px-3 py-2">
        <RowsExport
          fileName={`deals-${line.participantId}-${line.componentId}`}
          list={deals}
          columns={creditColumns(currency)}
        />
      </div>
    </div>
  );
}

export function creditColumns(currency: string) {
  const figure = (head: string, value: (credit: PayoutCredit) => string) => ({
    head,
    value,
    kind: 'figure' as const,
  });
  const text = (head: string, value: (credit: PayoutCredit) => string | null | undefined) => ({
    head,
    value,
  });
  return [
    text(messages.deals.deal, ({ dealId }) => dealId),
    text(messages.deals.date, ({ date }) => date),
    text(messages.deals.customer, ({ deal }) => deal?.customer),
    text(messages.deals.product, ({ deal }) => deal?.product),
    text(messages.deals.why, creditWords),
    text(messages.deals.throughId, ({ through }) => through),
    figure(messages.deals.share, ({ sharePercent }) => sharePercent),
    figure(messages.deals.factor, ({ factor }) => factor?.percent ?? '100'),
    figure(messages.deals.credited, ({ credited }) => credited),
    figure(messages.deals.earned(currency), ({ earned }) => earned),
  ];
}

type CreditRowProps = Pick<CreditTableProps, 'currency' | 'unit' | 'linkDeals' | 'renderAct'> & {
  credit: PayoutCredit;
};

function CreditRow({ credit, currency, unit, linkDeals, renderAct }: CreditRowProps) {
  const { deal, provenance, factor } = credit;
  const about = [
    deal?.customer,
    deal?.product,
    deal && deal.kind !== 'sale' ? deal.kind : null,
    credit.role === 'direct' ? null : creditWords({ ...credit, factor: null }),
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <li className="border-b last:border-b-0">
      <details className="group/credit">
        <summary
          className={`cursor-pointer list-none items-baseline hover:bg-surface-2 focus-visible:-outline-offset-2 [&::-webkit-details-marker]:hidden ${columnsLook}`}
        >
          <span className="min-w-0 @max-lg:row-span-2">
            <span className="flex flex-wrap items-baseline gap-x-2">
              <span
                aria-hidden
                className="text-fg-3 transition-transform duration-100 group-open/credit:rotate-90"
              >
                <ChevronRight className="inline size-3.5" />
              </span>
              <span className="truncate font-medium">{credit.dealId}</span>
              <span className="text-12 whitespace-nowrap text-fg-3">{formatDay(credit.date)}</span>
            </span>
            {about ? (
              <span className="block ps-[1.375rem] text-12 text-fg-2 @lg:truncate">{about}</span>
            ) : null}
            {factor ? (
              <span className="block ps-[1.375rem] text-12 text-fg-2">
                {messages.deals.counts(
                  formatDecimal(factor.percent),
                  formatCredit(factor.of, { unit, currency }),
                  factor.where,
                )}
              </span>
            ) : null}
          </span>
          <span className={creditedLook}>{formatCredit(credit.credited, { unit, currency })}</span>
          <span
            className={`figures text-end font-medium ${isNegative(credit.earned) ? 'text-bad-text' : ''}`}
          >
            {formatMoney(credit.earned, { currency, currencyIn: 'head' })}
          </span>
        </summary>
        <div className="flex flex-col gap-2 border-t bg-surface-2 px-3 py-2 ps-7 text-12">
          <CreditFacts credit={credit} />
          {provenance.sourceText ? (
            <>
              <p className="text-fg-2">
                {messages.deals.line(provenance.importLine)}{' '}
                <span className="font-medium">{provenance.importFileName ?? messages.deals.file}</span>:
              </p>
              <CodeBlock
                label={messages.deals.sourceRow(credit.dealId)}
                code={provenance.sourceText}
                wrap
                maxHeight="8rem"
              />
            </>
          ) : (
            <p className="text-fg-3">{messages.deals.sample}</p>
          )}
          <div className="flex items-center gap-4 empty:hidden">
            {linkDeals ? (
              <Link {...paths.deal(credit.dealId)} className="text-primary-text underline">
                {messages.deals.open}
              </Link>
            ) : null}
            {renderAct?.(credit.dealId)}
          </div>
        </div>
      </details>
    </li>
  );
}

function CreditFacts({ credit }: { credit: PayoutCredit }) {
  const { deal, exchange, factor } = credit;
  const facts: string[] = [];
  if (deal) {
    const amount = deal.currency
      ? formatMoney(deal.amount, { currency: deal.currency, decimals: 'exact' })
      : formatDecimal(deal.amount);
    facts.push(messages.fact.deal(amount));
  }
  if (credit.sharePercent !== '100') facts.push(messages.fact.share(formatDecimal(credit.sharePercent)));
  if (exchange) facts.push(messages.fact.exchange(exchange.rate, exchange.source, formatDay(exchange.date)));
  if (factor) facts.push(messages.fact.factor(formatDecimal(factor.percent), factor.where));
  if (facts.length === 0) return <p className="text-fg-3">{messages.deals.gone}</p>;
  return (
    <p className="figures whitespace-normal!">
      {messages.fact.credited(facts.join(' × '), formatDecimal(credit.credited))}
    </p>
  );
}
