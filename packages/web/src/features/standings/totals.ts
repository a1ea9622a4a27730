import { standingTotals, sumKnown } from '@attain/domain/attainment/standing-totals';
import type { Standing, StandingTotals } from '../../api/shapes.ts';

export type Totals = StandingTotals;

/** One component over the rows, by the same function as on the server; undefined without rows. */
export function totalsOf(rows: readonly Standing[], currency: string): Totals | undefined {
  const [first] = rows;
  if (first === undefined) return undefined;
  const { componentId, componentName, unit } = first;
  const together = standingTotals(rows.map(({ measured, ...row }) => ({ ...row, window: measured })));
  return {
    componentId,
    componentName,
    unit,
    ...together,
    amount: sumKnown(
      rows.map(({ amount }) => amount),
      currency,
    ),
    projectedAmount: sumKnown(
      rows.map(({ projectedAmount }) => projectedAmount),
      currency,
    ),
  };
}

const bands = [
  { name: '<50', from: Number.NEGATIVE_INFINITY, to: 50 },
  { name: '50', from: 50, to: 80 },
  { name: '80', from: 80, to: 100 },
  { name: '100', from: 100, to: 120 },
  { name: '120+', from: 120, to: Number.POSITIVE_INFINITY },
];

/** How many rows are projected into each band of attainment. */
export function projectedBands(rows: readonly Standing[]) {
  const reached = rows.flatMap(({ projectedPercent: percent }) =>
    percent === null ? [] : [Number(percent)],
  );
  return bands.map(({ name, from, to }) => {
    const count = reached.filter((percent) => percent >= from && percent < to).length;
    return { name, count, isReached: from >= 100 };
  });
}
