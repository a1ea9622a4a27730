import type { PayDifference } from '../../../api/shapes.ts';
import { isNegative } from '../../../base/decimal.ts';
import { formatMoney } from '../../../base/format-money.ts';
import { formatCount } from '../../../base/format-number.ts';
import { FigureRow, FigureTile } from '../../../ui/figure-tile.tsx';
import { messages } from '../messages.ts';
import { PaidAgainTable } from './paid-again-table.tsx';

/** How records would change a calculation: totals, affected payees and lines. */
export function PayDifferenceReport({ difference, label }: { difference: PayDifference; label: string }) {
  const { currency, before, after, delta, payeesRead, payeesChanged, lineCount, lines } = difference;
  return (
    <div className="flex flex-col gap-3">
      <FigureRow>
        <FigureTile label={messages.report.before} figure={formatMoney(before, { currency })} />
        <FigureTile
          label={messages.report.change}
          figure={formatMoney(delta, { currency, signed: true })}
          sub={messages.report.lines(lineCount)}
          tone={isNegative(delta) ? 'bad' : 'plain'}
        />
        <FigureTile label={messages.report.after} figure={formatMoney(after, { currency })} />
        <FigureTile
          label={messages.report.payees}
          figure={formatCount(payeesChanged)}
          sub={messages.report.read(payeesRead)}
        />
      </FigureRow>
      <PaidAgainTable label={label} lines={lines} currency={currency} lineCount={lineCount} />
    </div>
  );
}
