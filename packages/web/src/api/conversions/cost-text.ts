import { formatMoney } from '../../base/format-money.ts';
import type { TraceRow } from '../shapes.ts';

/** A cost in one currency, then costs of others that have no exchange rate. */
export function costText(
  { cost, others }: Pick<TraceRow, 'cost' | 'others'>,
  currency: string,
  decimals?: 'exact',
): string {
  const exact = decimals === undefined ? {} : { decimals };
  const apart = others.map((one) => formatMoney(one.cost, { currency: one.currency, ...exact }));
  const own = cost === null && apart.length > 0 ? [] : [formatMoney(cost, { currency, ...exact })];
  return [...own, ...apart].join(' + ');
}
