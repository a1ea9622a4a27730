import type { Metric } from '../../api/shapes.ts';
import { formatDuration } from '../../base/format-date.ts';
import { formatMoney } from '../../base/format-money.ts';
import { formatCount } from '../../base/format-number.ts';
import { messages } from './messages.ts';

/** A value of a metric with its unit. */
export function metricValue(value: string | null, unit: string): string {
  if (value === null) return '—';
  if (unit === 'count' || unit === 'tokens') return formatCount(Number(value));
  if (unit === 'percent') return `${value}%`;
  return unit === 'ms' ? formatDuration(Number(value)) : formatMoney(value, { currency: unit });
}

/** The change of a metric: `+12.0% on the range before`. */
export function changeWords({ change }: Pick<Metric, 'change'>): string {
  if (change === null) return messages.overview.noChange;
  return messages.overview.average(signed(change));
}

/** A percent with its sign. */
export function signed(percent: string): string {
  return `${percent.startsWith('-') || Number(percent) === 0 ? '' : '+'}${percent}%`;
}
