import type { Close } from '../../api/shapes.ts';
import { formatMoney } from '../../base/format-money.ts';
import { messages } from './messages.ts';

/** Amounts by currency; empty if there are none. */
export const amountsText = (amounts: readonly { currency: string; amount: string }[]) =>
  amounts.map(({ currency, amount }) => formatMoney(amount, { currency })).join(' + ');

/** The pay of a close by currency, or why it is hidden. */
export function totalText({ totals }: Pick<Close, 'totals'>): string {
  if (totals === null) return messages.tiles.hidden;
  return totals.length === 0 ? '—' : amountsText(totals);
}
