import { decimal, plain, ZERO } from '../../base/decimal.ts';
import type { PayoutLine } from '../payout.ts';

/** How days, money and credited figures are written where the words will be read. */
export interface Writing {
  day(day: string): string;
  money(amount: string): string;
  credit(amount: string): string;
}

/**
 * Over which days a line is measured and what that does to the pay, for the payee: sentences to read one after another. None
 * for a line that measures just its period.
 */
export function windowWords(
  { window, credited }: Pick<PayoutLine, 'window' | 'credited'>,
  { day, money, credit }: Writing,
): string[] {
  if (!window) return [];
  const before = plain(decimal(window.credited).minus(decimal(credited)));
  const measured = `Measured from ${day(window.from)} to ${day(window.to)}: ${credit(window.credited)} in all, ${credit(before)} of it before this period.`;
  if (window.paid === null) return [measured, 'Those days set the rate; what this period added is paid.'];
  const paid = `Earlier periods have paid ${money(window.paid)} for those days; this period pays what is missing.`;
  return [measured, paid, ...trueUpWords(window.trueUp, money)];
}

function trueUpWords(trueUp: string | null, money: Writing['money']): string[] {
  const amount = decimal(trueUp ?? '0');
  if (amount.eq(ZERO)) return [];
  const much = money(plain(amount.abs()));
  return amount.gt(ZERO)
    ? [`${much} of this pay is for earlier deals, which are worth more by now.`]
    : [`${much} is taken back for earlier deals, which are worth less by now.`];
}

/** What came here from periods whose pay was over a limit, and what goes on; none where nothing does. */
export function carriedWords(
  carried: { readonly carriedIn: string; readonly carriedPaid: string; readonly carriedOut: string } | null,
  money: Writing['money'],
): string[] {
  if (!carried) return [];
  const none = (amount: string) => decimal(amount).eq(ZERO);
  return [
    ...(none(carried.carriedIn)
      ? []
      : [
          `${money(carried.carriedIn)} was carried here from earlier periods; ${money(carried.carriedPaid)} of it is paid now.`,
        ]),
    ...(none(carried.carriedOut) ? [] : [`${money(carried.carriedOut)} is over the limit and carried on.`]),
  ];
}
