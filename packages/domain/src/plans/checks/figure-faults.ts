import { type Decimal, decimal, decimalProblem, isDecimal } from '../../base/decimal.ts';
import type { Problem } from '../../base/result.ts';

/** Percents and amounts beyond these are a slip of the pen. */
const MAX_PERCENT = '1000000';
const MAX_AMOUNT = '1000000000000000';

/** What a figure of a plan must be. */
interface Figure {
  readonly rule: string;
  readonly path: string;
  readonly what: 'percent' | 'amount';
  readonly from: 'zero' | 'above zero';
}

/** The problem with a percent (to 1,000,000) or an amount (to 10^15) of a plan; none when it can be used. */
export function figureFaults(text: string, { rule, path, what, from }: Figure): readonly Problem[] {
  if (!isDecimal(text)) return [{ ...decimalProblem(text, path), rule }];
  const max = what === 'percent' ? MAX_PERCENT : MAX_AMOUNT;
  const value = decimal(text);
  const low = from === 'zero' ? value.gte(0) : value.gt(0);
  if (low && value.lte(decimal(max))) return [];
  const message = `${text} is out of range. Enter ${what === 'percent' ? 'a percentage' : 'an amount'} ${from === 'zero' ? 'from 0' : 'above 0'} to ${max}.`;
  return [{ rule, path, message }];
}

/** Every place where a list of bounds does not rise; what cannot be read is told elsewhere. */
export function risingFaults(
  bounds: readonly string[],
  rule: string,
  pathOf: (i: number) => string,
): readonly Problem[] {
  const problems: Problem[] = [];
  let before: { readonly text: string; readonly value: Decimal } | null = null;
  bounds.forEach((text, i) => {
    if (!isDecimal(text)) return;
    const value = decimal(text);
    if (before !== null && value.lte(before.value)) {
      const fault = value.eq(before.value) ? `${text} appears twice` : `${text} comes after ${before.text}`;
      const message = `${fault}. Use each value once, from lowest to highest.`;
      problems.push({ rule, path: pathOf(i), message });
    }
    before = { text, value };
  });
  return problems;
}
