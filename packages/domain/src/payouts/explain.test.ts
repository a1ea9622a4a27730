import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimal, ONE, ZERO } from '../base/decimal.ts';
import { minorDigits } from '../base/money.ts';
import { addRatios, compareRatios, type Ratio, ratio, scale } from '../base/ratio.ts';
import { calculate } from './calculate.ts';
import { randomInput as kernelInput } from './kernel/lines/random-input.fixture.ts';
import { randomWorld } from './kernel/lines/random-world.fixture.ts';
import type { Step } from './payout.ts';
import { randomInput } from './scenarios/random-input.fixture.ts';
import { readFormula } from './scenarios/read-formula.fixture.ts';
import { withRoundedSplits } from './scenarios/rounding-splits.fixture.ts';

const PLANS = 400;
/** Steps whose result is a rounded figure: the line, a prorated or converted quota, a part of the plan's cap. */
const ROUNDED = new Set(['PAY-13', 'PAY-34', 'QUOTA-10', 'QUOTA-11', 'QUOTA-12', 'QUOTA-15']);

/** How far the arithmetic of a step may lie from its result: not at all, or as far as figures were cut or rounded. */
function allowance({ rule, formula, result }: Step, currency: string): Ratio {
  const unit = ratio(decimal(`1e-${minorDigits(currency)}`));
  const percentDigit = ratio(decimal('0.000001'));
  if (ROUNDED.has(rule)) return unit;
  if (rule.startsWith('ATT-')) return percentDigit;
  if (!formula.includes('…') && !result.includes('…')) return ratio(ZERO);
  // a quotient is cut after 8 decimals (BASE-7): an ulp of that, times the largest number it stands beside
  const numbers = `${formula} ${result}`.match(/\d+(?:,\d{3})*/g) ?? [];
  const largest = numbers
    .map((text) => decimal(text.replaceAll(',', '')).plus(ONE))
    .reduce((max, size) => (size.gt(max) ? size : max), ONE);
  const beside = formula.includes('÷') ? largest.times(largest) : largest;
  return ratio(beside.times('1e-7'));
}

function isHeld(step: Step, currency: string): boolean | null {
  const worked = readFormula(step.formula);
  if (worked === null || typeof worked === 'boolean') return worked;
  const read = readFormula(step.result);
  if (read === null || typeof read === 'boolean') return false;
  const apart = addRatios(worked, scale(read, decimal('-1')));
  return compareRatios({ over: apart.over.abs(), under: apart.under }, allowance(step, currency)) <= 0;
}

/** The figure a step comes to. */
function figureOf(step: Step | undefined): string {
  return decimal((step?.result ?? '').replaceAll(',', '').replace('−', '-')).toFixed();
}

describe('the explanation of a line', () => {
  test(`[INV-12] every formula of a step, worked out by a reader, comes to its result, and the last one to the amount, over ${PLANS} random plans`, () => {
    const counted = new Map<string, number>();
    const drawn = fc.oneof(kernelInput, randomWorld, randomInput);
    const worlds = fc.oneof(
      { weight: 3, arbitrary: drawn },
      { weight: 1, arbitrary: drawn.map(withRoundedSplits) },
    );
    const property = fc.property(worlds, (input) => {
      const found = calculate(input);
      if (!found.ok) return;
      for (const { amount, steps, message } of found.value.lines)
        expect(figureOf(steps.at(-1)), message).toBe(decimal(amount).toFixed());
      for (const step of found.value.lines.flatMap((line) => line.steps)) {
        const held = isHeld(step, input.plan.currency);
        if (held === null) continue;
        counted.set(step.rule, (counted.get(step.rule) ?? 0) + 1);
        expect(held, `${step.rule}, ${step.message}: ${step.formula} = ${step.result}`).toBe(true);
      }
    });
    fc.assert(property, { numRuns: PLANS });
    for (const rule of [
      'ATT-1',
      'PAY-3',
      'PAY-7',
      'PAY-8',
      'PAY-10',
      'PAY-11',
      'PAY-13',
      'PAY-21',
      'PAY-34',
      'PAY-42',
      'PAY-44',
    ])
      expect(counted.get(rule), rule).toBeGreaterThan(0);
  });

  test.each([
    ['−min(16.00, 2 × 5.00)', '-10'],
    ['max(0%, 80% − 100%) + 3', '3'],
    ['1,000.50 ÷ (2 − 4)', '-500.25'],
    ['100,000.00 EUR × 1.1', '110000'],
  ])('a reader works out %s', (formula, comesTo) => {
    const worked = readFormula(formula);
    if (worked === null || typeof worked === 'boolean') throw new Error('nothing to work out');
    expect(compareRatios(worked, ratio(decimal(comesTo)))).toBe(0);
  });
});
