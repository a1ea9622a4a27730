import { rewriteFigures } from '@attain/domain/base/sentence-figures';
import { notQuite } from '../base/format-attainment.ts';
import { formatDay } from '../base/format-date.ts';
import { formatMoney } from '../base/format-money.ts';
import { formatDecimal } from '../base/format-number.ts';

const known = new Set(Intl.supportedValuesOf('currency'));
const writing = {
  money: (amount: string, currency: string) =>
    known.has(currency) ? formatMoney(amount, { currency, decimals: 'exact' }) : null,
  percent: (value: string) => `${formatDecimal(notQuite(value), 2)}%`,
  day: formatDay,
};

/**
 * Formats the figures of a stored sentence for the screen (`16,063.07 USD` as `$16,063.07`, `112.7233%` as
 * `112.72%`, `2026-11-22` as `Nov 22, 2026`). `currency` applies to amounts without a code: a line's target.
 */
export function formatSentence(message: string, currency?: string): string {
  return rewriteFigures(message, writing, currency);
}
