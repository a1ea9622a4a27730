import { formatDay } from '../../base/format-date.ts';
import { formatMoney } from '../../base/format-money.ts';
import { formatDecimal } from '../../base/format-number.ts';
import type { Trace } from '../shapes.ts';
import { messages as words } from './messages.ts';

type Converted = Pick<Trace, 'currency' | 'converted' | 'others'>;

/** How costs of other currencies came into the totals, and those that did not. */
export function Conversions({ of, label = '' }: { of: Converted; label?: string }) {
  const { currency, converted, others } = of;
  if (converted.length + others.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 text-12 text-fg-3">
      {converted.map(({ latest, rates, ...one }) => (
        <li key={one.currency}>
          {label}
          {words.converted({
            cost: formatMoney(one.cost, one),
            converted: formatMoney(one.converted, { currency }),
            rate: formatDecimal(latest.rate),
            day: formatDay(latest.date),
            source: latest.source,
            rates,
          })}
        </li>
      ))}
      {others.map((one) => (
        <li key={one.currency} className="text-warn-text">
          {label}
          {words.apart(formatMoney(one.cost, one))} {one.message}
        </li>
      ))}
    </ul>
  );
}
