import { isDecimal } from '../../base/decimal.ts';
import type { Problem } from '../../base/result.ts';
import type { Rate } from '../plan.ts';
import { isZero } from './curve-checks.ts';
import { figureFaults, risingFaults } from './figure-faults.ts';

/** TERM-22: rows and columns rise, there is a value for each pair of them, and the row at 0 % pays nothing. */
export function checkMatrix(rate: Extract<Rate, { kind: 'matrix' }>, path: string): readonly Problem[] {
  const rule = 'TERM-22';
  const problems: Problem[] = [];
  for (const edge of ['rowsAtPercent', 'columnsAtPercent'] as const) {
    const bounds = rate[edge];
    if (bounds.length === 0)
      problems.push({
        rule,
        path: `${path}.${edge}`,
        message: 'A matrix needs at least one row and one column.',
      });
    bounds.forEach((text, i) => {
      problems.push(
        ...figureFaults(text, { rule, path: `${path}.${edge}[${i}]`, what: 'percent', from: 'zero' }),
      );
    });
    problems.push(...risingFaults(bounds, rule, (i) => `${path}.${edge}[${i}]`));
  }
  const [rows, columns] = [rate.rowsAtPercent.length, rate.columnsAtPercent.length];
  if (rate.valuePercents.length !== rows) {
    const message = `There are ${rows} rows but ${rate.valuePercents.length} lists of values. Add one list for each row.`;
    problems.push({ rule, path: `${path}.valuePercents`, message });
  }
  rate.valuePercents.forEach((row, i) => {
    const at = `${path}.valuePercents[${i}]`;
    if (row.length !== columns) {
      const message = `The row has ${row.length} values, but there are ${columns} columns. Add one for each column.`;
      problems.push({ rule, path: at, message });
    }
    row.forEach((text, j) => {
      problems.push(...figureFaults(text, { rule, path: `${at}[${j}]`, what: 'percent', from: 'zero' }));
    });
  });
  const first = rate.valuePercents[0] ?? [];
  if (isZero(rate.rowsAtPercent[0] ?? '') && first.some((text) => isDecimal(text) && !isZero(text))) {
    const message = 'The row at 0% would pay for no results. Set its value to 0, or start it above 0%.';
    problems.push({ rule, path: `${path}.valuePercents[0]`, message });
  }
  return problems;
}
