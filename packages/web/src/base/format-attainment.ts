import { missing } from './decimal.ts';
import { formatDecimal } from './format-number.ts';
import { numberFormat } from './locale.ts';

/** Attainment in words: at most two decimals, `97.42%`; never rounded up to a whole percent that is not reached. */
export function attainmentText(percent: string | null): string {
  return percent === null ? missing : `${formatDecimal(notQuite(percent), 2)}%`;
}

/** The same in a column: always two decimals, so that its figures line up. */
export function attainmentFigure(percent: string | null): string {
  if (percent === null) return missing;
  const format = numberFormat({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return `${format.format(notQuite(percent) as `${number}`)}%`;
}

/** `99.996` as `99.99`: two decimals would round it to a bound it has not reached. */
export function notQuite(percent: string): string {
  const [whole, fraction = ''] = percent.split('.');
  return /^99[5-9]/.test(fraction) ? `${whole}.99` : percent;
}
