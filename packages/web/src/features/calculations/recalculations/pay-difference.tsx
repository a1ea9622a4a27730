import type { PayDifference } from '../../../api/shapes.ts';
import { isNegative } from '../../../base/decimal.ts';
import { formatMoney } from '../../../base/format-money.ts';
import { counted, formatCount } from '../../../base/format-number.ts';
import { FigureRow, FigureTile } from '../../../ui/figure-tile.tsx';
import { PaidAgainTable } from './paid-again-table.tsx';

/** What records make of a calculation: the total before and after, who depends on them, and line by line why. */
export function PayDifferenceReport({ difference, label }: { difference: PayDifference; label: string }) {
  const { currency, before, after, delta, payeesRead, payeesChanged, lineCount, lines } = difference;
  return (
    <div className="flex flex-col gap-3">
      <FigureRow>
        <FigureTile label="Total pay now" figure={formatMoney(before, { currency })} />
        <FigureTile
          label="Change"
          figure={formatMoney(delta, { currency, signed: true })}
          sub={counted(lineCount, 'line')}
          tone={isNegative(delta) ? 'bad' : 'plain'}
        />
        <FigureTile label="Total pay then" figure={formatMoney(after, { currency })} />
        <FigureTile
          label="Payees who depend on it"
          figure={formatCount(payeesChanged)}
          sub={`${formatCount(payeesRead)} looked at`}
        />
      </FigureRow>
      <PaidAgainTable label={label} lines={lines} currency={currency} lineCount={lineCount} />
    </div>
  );
}
