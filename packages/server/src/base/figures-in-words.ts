import { decimal } from '@attain/domain/base/decimal';

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 });

/** `1 row`, `100,000 rows`; irregular nouns pass their plural. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${grouped.format(count)} ${count === 1 ? noun : plural}`;
}

const HALF_UP = 1;

/** `97.42%` with at most two decimals, half up; `99.99%` just below 100: a threshold that is not reached is never shown as reached. */
export function attainmentInWords(percent: string): string {
  const [whole = '0', fraction = ''] = decimal(percent).toFixed(4).split('.');
  const shown = /^99[5-9]/.test(fraction) ? `${whole}.99` : decimal(percent).toFixed(2, HALF_UP);
  return `${grouped.format(shown as `${number}`)}%`;
}
