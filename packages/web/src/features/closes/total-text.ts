import type { Close } from '../../api/shapes.ts';
import { formatAmounts } from '../../base/format-money.ts';
import { messages } from './messages.ts';

/** The pay of a close by currency, or why it is hidden. */
export function totalText({ totals }: Pick<Close, 'totals'>): string {
  if (totals === null) return messages.tiles.hidden;
  return totals.length === 0 ? '—' : formatAmounts(totals);
}
