import { decimal, isDecimal } from '../../base/decimal.ts';
import type { Problem } from '../../base/result.ts';
import { figureFaults } from './figure-faults.ts';

interface ClosedBand {
  readonly from: string;
  readonly to: string;
}

/** TERM-20: bands start at zero, each where the one before ends, and every one ends above its start, the last one too. */
export function checkClosedBands(bands: readonly ClosedBand[], path: string): readonly Problem[] {
  if (bands.length === 0)
    return [{ rule: 'TERM-20', path, message: 'A table needs at least one band, starting at "0".' }];
  const problems: Problem[] = [];
  let expected = '0';
  bands.forEach(({ from, to }, i) => {
    const start = figureFaults(from, {
      rule: 'TERM-20',
      path: `${path}[${i}].from`,
      what: 'amount',
      from: 'zero',
    });
    const end = figureFaults(to, {
      rule: 'TERM-20',
      path: `${path}[${i}].to`,
      what: 'amount',
      from: 'above zero',
    });
    problems.push(...start, ...end);
    if (start.length === 0 && isDecimal(expected) && !decimal(from).eq(decimal(expected))) {
      const message = `The band starts at ${from}, but the previous one ends at ${expected}. Start it there.`;
      const first = `The first band starts at ${from}. Start it at "0".`;
      problems.push({ rule: 'TERM-20', path: `${path}[${i}].from`, message: i === 0 ? first : message });
    }
    if (start.length + end.length === 0 && decimal(to).lte(decimal(from))) {
      const message = `The band ends at ${to}, which is not above its start ${from}.`;
      problems.push({ rule: 'TERM-20', path: `${path}[${i}].to`, message });
    }
    expected = to;
  });
  return problems;
}
