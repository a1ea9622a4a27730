import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/me.ts';
import type { PaymentDetail } from '../../api/shapes.ts';
import { formatMoney } from '../../base/format-money.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { messages } from './messages.ts';

type Deal = PaymentDetail['onReceipt'][number];

const { onReceipt: words } = messages;
const FIRST = 20;

/** Deals that are paid when their customers pay: earned, paid by the customer, released and held; nothing without any. */
export function DealsOnReceipt({ payment: { onReceipt, currency } }: { payment: PaymentDetail }) {
  const [all, setAll] = useState(false);
  if (onReceipt.length === 0) return null;
  return (
    <section aria-label={words.title} className="flex flex-col gap-2">
      <h3 className="font-semibold">{words.title}</h3>
      <p className="text-12 text-fg-2">{words.why}</p>
      <ul className="rounded-lg border">
        {onReceipt.slice(0, all ? undefined : FIRST).map((deal) => (
          <DealOnReceipt
            key={`${deal.planId} ${deal.periodKey} ${deal.componentId} ${deal.dealId}`}
            deal={deal}
            currency={currency}
          />
        ))}
      </ul>
      {all || onReceipt.length <= FIRST ? null : (
        <Button size="sm" onClick={() => setAll(true)}>
          {words.showAll(onReceipt.length)}
        </Button>
      )}
    </section>
  );
}

function DealOnReceipt({ deal, currency }: { deal: Deal; currency: string }) {
  const mayDeals = useMay('read:deals');
  const money = (amount: string) => formatMoney(amount, { currency });
  const name = words.deal(deal.dealId);
  return (
    <li className="border-b px-3 py-2 last:border-b-0">
      <div className="flex items-baseline justify-between gap-4">
        {mayDeals ? (
          <Link className="min-w-0 break-words text-primary-text underline" {...paths.deal(deal.dealId)}>
            {name}
          </Link>
        ) : (
          <span className="min-w-0 break-words">{name}</span>
        )}
        <span className="figures font-medium whitespace-nowrap">
          {Number(deal.held) === 0 ? words.released : words.held(money(deal.held))}
        </span>
      </div>
      <p className="text-12 text-fg-2">{words.line(deal.componentName, deal.periodKey)}</p>
      <p className="text-12 text-fg-2 tabular-nums">
        {words.figures({
          earned: money(deal.earned),
          customer: customerWords(deal),
          released: money(deal.released),
        })}
      </p>
    </li>
  );
}

function customerWords({ customerPaid, dealAmount, dealCurrency }: Deal): string | null {
  if (customerPaid === null || dealAmount === null || dealCurrency === null) return null;
  const money = (amount: string) => formatMoney(amount, { currency: dealCurrency });
  return words.customer(money(customerPaid), money(dealAmount));
}
