import { missing } from './decimal.ts';
import { formatDecimal } from './format-number.ts';
import { numberFormat } from './locale.ts';

/** Attainment with at most two decimals, `97.42%`; never rounded up to a whole percent that is not reached. */
export function attainmentText(percent: string | null): string {
  return percent === null ? missing : `${formatDecimal(notQuite(percent), 2)}%`;
}

/** The same for columns: always two decimals. */
export function attainmentFigure(percent: string | null): string {
  if (percent === null) return missing;
  const format = numberFormat({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return `${format.format(notQuite(percent) as `${number}`)}%`;
}

/** `99.996` as `99.99`: rounding would show a threshold that is not reached. */
export function notQuite(percent: string): string {
  const [whole, fraction = ''] = percent.split('.');
  return /^99[5-9]/.test(fraction) ? `${whole}.99` : percent;
}
