import { notQuite } from './format-attainment.ts';
import { formatDay } from './format-date.ts';
import { formatMoney } from './format-money.ts';
import { formatDecimal } from './format-number.ts';

const figure = '−?\\d[\\d,]*(?:\\.\\d+)?';
const amounts = new RegExp(`(${figure}) ([A-Z]{3})\\b`, 'g');
const targets = new RegExp(`(${figure})(?= target\\b)`, 'g');
const percents = new RegExp(`(${figure})%`, 'g');
const known = new Set(Intl.supportedValuesOf('currency'));
const days = /(?<![\w-])\d{4}-\d{2}-\d{2}(?![\w-])/g;

/**
 * Formats the figures of a stored sentence for the screen (`16,063.07 USD` as `$16,063.07`, `112.7233%` as
 * `112.72%`, `2026-11-22` as `Nov 22, 2026`). The stored text is hashed and stays unchanged. `currency`
 * applies to amounts without a code: a line's target.
 */
export function formatSentence(message: string, currency?: string): string {
  const money = (written: string, code: string) =>
    formatMoney(plain(written), { currency: code, decimals: 'exact' });

  return message
    .replace(amounts, (whole, written: string, code: string) =>
      known.has(code) ? money(written, code) : whole,
    )
    .replace(targets, (written) => (currency === undefined ? written : money(written, currency)))
    .replace(percents, (_whole, written: string) => `${formatDecimal(notQuite(plain(written)), 2)}%`)
    .replace(days, formatDay);
}

/** `−1,250.00` as `-1250.00`. */
const plain = (written: string) => written.replaceAll(',', '').replace('−', '-');
