import type { Statement } from '../../api/shapes.ts';
import { isNegative } from '../../base/decimal.ts';
import { formatMoment } from '../../base/format-date.ts';
import { formatMoney } from '../../base/format-money.ts';
import { messages } from './messages.ts';
import { payStatusLabel } from './pay-status.tsx';

/** Note that a later version changed the pay, with date and difference. */
export function PayChange({ statement }: { statement: Statement }) {
  const { run, earlier, currency } = statement;
  if (earlier === null) return null;
  const money = (amount: string) => formatMoney(amount, { currency });
  const [difference, direction] = isNegative(earlier.difference)
    ? [earlier.difference.slice(1), messages.change.less]
    : [earlier.difference, messages.change.more];
  return (
    <p role="note" className="mt-1 text-12 text-warn-text">
      {messages.change.text({
        at: formatMoment(run.finishedAt),
        version: run.version ?? '—',
        difference: money(difference),
        direction,
        earlierVersion: earlier.version,
        earlierTotal: money(earlier.total),
        earlierStatus: payStatusLabel(earlier.status).toLowerCase(),
      })}
    </p>
  );
}
