import { daysIn, parseDay } from '../../base/day.ts';
import { type Period, periodsOf } from '../../base/period.ts';
import type { Deal, ExchangeRate } from '../../crediting/deal.ts';
import type { History } from '../../findings/pay-history.ts';

/** A payee's history cut into calendar months, ready to be laid down in another order. */
export interface DealMonths {
  /** The whole calendar months of the span, earliest first. */
  readonly months: readonly Period[];
  /** How many of them have deals. */
  readonly busy: number;
  /** The deals of source months laid down on slots, re-dated; `slots` and `sources` are positions in `months`. */
  lay(slots: readonly number[], sources: readonly number[]): readonly Deal[];
  /** The history's rates, each pair's first one holding from the first month on (SIM-5). */
  readonly exchangeRates: readonly ExchangeRate[];
}

/**
 * Cuts a history into its whole calendar months; deals outside of them are left out. `merge` may sum deals of a month up, where
 * that changes nothing.
 */
export function dealMonths(
  history: History,
  merge: (deals: readonly Deal[]) => readonly Deal[] = (deals) => deals,
): DealMonths {
  const { from } = history.span;
  const months = wholeMonths(history.span);
  const byMonth = months.map((month) =>
    merge(history.deals.filter(({ date }) => date >= month.from && date <= month.to)),
  );
  return {
    months,
    busy: byMonth.filter((deals) => deals.length > 0).length,
    lay: (slots, sources) =>
      slots.flatMap((slot, i) => {
        const month = months[slot];
        const deals = byMonth[sources[i] ?? -1] ?? [];
        return month === undefined ? [] : deals.map((deal) => onto(deal, month, slot));
      }),
    exchangeRates: fromTheStart(history.exchangeRates, months[0]?.from ?? from),
  };
}

/** The whole calendar months of a span, earliest first. */
export function wholeMonths({ from, to }: Period): readonly Period[] {
  const first = Number(from.slice(0, 4));
  const years = Array.from({ length: Number(to.slice(0, 4)) - first + 1 }, (_, i) => first + i);
  return years
    .flatMap((year) => periodsOf({ period: 'month', fiscalYearStartMonth: 1 }, year))
    .filter((month) => month.from >= from && month.to <= to);
}

/** The months a period is made of, by position; null when it is not made of whole ones. */
export function slotsIn(period: Period, months: readonly Period[]): readonly number[] | null {
  const inside = months.flatMap((month, i) =>
    month.from >= period.from && month.to <= period.to ? [i] : [],
  );
  const [first, last] = [months[inside[0] ?? -1], months[inside.at(-1) ?? -1]];
  return first?.from === period.from && last?.to === period.to ? inside : null;
}

/** The same deal on the same day of another month, or its last day; a deal of its own. */
export function onto(deal: Deal, month: Period, slot: number): Deal {
  const [year, number] = [Number(month.from.slice(0, 4)), Number(month.from.slice(5, 7))];
  const day = Math.min(parseDay(deal.date)?.day ?? 1, daysIn(year, number));
  const date = `${month.from.slice(0, 8)}${String(day).padStart(2, '0')}`;
  const approvedOn = deal.approvedOn == null ? null : date;
  return { ...deal, id: `${deal.id}#${slot}`, date, approvedOn, reversesId: null };
}

function fromTheStart(rates: readonly ExchangeRate[], start: string): readonly ExchangeRate[] {
  const first = new Map<string, ExchangeRate>();
  for (const rate of rates) {
    const pair = `${rate.from}→${rate.to}`;
    const known = first.get(pair);
    if (known === undefined || rate.date < known.date) first.set(pair, rate);
  }
  const earlier = [...first.values()].filter(({ date }) => date > start);
  return [...earlier.map((rate) => ({ ...rate, date: start })), ...rates];
}
