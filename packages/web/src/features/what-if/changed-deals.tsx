import type { Deal } from '@attain/domain/crediting/deal';
import type { CalculationInput } from '@attain/domain/payouts/payout';
import { isTypedDecimal } from '../../base/decimal.ts';
import { formatDay } from '../../base/format-date.ts';
import { formatMoney } from '../../base/format-money.ts';
import { formatCount, formatDecimal } from '../../base/format-number.ts';
import { Input } from '../../ui/fields/input.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { dealsOfPeriod } from './imagined.ts';
import { messages } from './messages.ts';

/** Number of deals listed. */
const maxShown = 50;

export type ChangedDealsProps = {
  input: CalculationInput;
  currency: string;
  /** Typed amounts by deal id. */
  amounts: Readonly<Record<string, string>>;
  onChange: (amounts: Readonly<Record<string, string>>) => void;
};

/** Existing deals, each with a field for a new amount. */
export function ChangedDeals({ input, currency, amounts, onChange }: ChangedDealsProps) {
  const deals = dealsOfPeriod(input);
  if (deals.length === 0) return null;
  const put = (id: string, amount: string) => {
    const { [id]: _before, ...others } = amounts;
    onChange(amount === '' ? others : { ...others, [id]: amount });
  };
  return (
    <section aria-label={messages.changed.label} className="flex flex-col gap-2">
      <h3 className="font-medium">{messages.changed.title}</h3>
      <ScrollRegion label={messages.changed.region} className="rounded-lg border">
        <table className="w-full">
          <thead className="caption text-fg-2">
            <tr>
              <th scope="col" className="px-3 py-1.5 text-start">
                {messages.changed.deal}
              </th>
              <th scope="col" className="hidden px-3 py-1.5 text-end @lg:table-cell">
                {messages.changed.amount}
              </th>
              <th scope="col" className="px-3 py-1.5 text-end">
                {messages.changed.newAmount}
              </th>
            </tr>
          </thead>
          <tbody>
            {deals.slice(0, maxShown).map((deal) => {
              const typed = amounts[deal.id] ?? '';
              const wrong = typed !== '' && !isTypedDecimal(typed);
              return (
                <tr key={deal.id} className="border-t">
                  <td className="px-3 py-1.5">
                    <span className="font-mono text-12 whitespace-nowrap">{deal.id}</span>
                    <span className="figures block @lg:hidden">{amountOf(deal, currency)}</span>
                    <span className="block text-12 text-fg-3">
                      {[formatDay(deal.date), deal.product, deal.customer].filter(Boolean).join(' · ')}
                    </span>
                  </td>
                  <td className="figures hidden px-3 py-1.5 text-end @lg:table-cell">
                    {amountOf(deal, currency)}
                  </td>
                  <td className="w-32 px-3 py-1.5 @lg:w-40">
                    <Input
                      figure
                      controlSize="sm"
                      aria-label={messages.changed.input(deal.id)}
                      aria-invalid={wrong || undefined}
                      placeholder={deal.amount}
                      value={typed}
                      onChange={(event) => put(deal.id, event.target.value.trim())}
                    />
                    {wrong ? <span className="text-12 text-bad-text">{messages.changed.wrong}</span> : null}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </ScrollRegion>
      {deals.length > maxShown ? (
        <p className="text-12 text-fg-3">{messages.changed.largest(maxShown, formatCount(deals.length))}</p>
      ) : null}
    </section>
  );
}

function amountOf(deal: Deal, currency: string): string {
  return deal.unit === '$'
    ? formatMoney(deal.amount, { currency: deal.currency ?? currency })
    : `${formatDecimal(deal.amount)} ${deal.unit}`;
}
