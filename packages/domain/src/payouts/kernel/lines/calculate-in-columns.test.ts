import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimal, plain } from '../../../base/decimal.ts';
import { minorDigits } from '../../../base/money.ts';
import { samplePlan } from '../../../plans/sample-plan.fixture.ts';
import { calculate } from '../../calculate.ts';
import type { CalculationInput, PayoutLine } from '../../payout.ts';
import { withOwnFields } from '../../scenarios/own-fields.fixture.ts';
import { withRoundedSplits } from '../../scenarios/rounding-splits.fixture.ts';
import { sampleInput } from '../../scenarios/sample-input.fixture.ts';
import { calculateFigures, figuresOf } from './calculate-figures.ts';
import { calculateInColumns, checkedPlan } from './calculate-in-columns.ts';
import { calculateQuickly } from './calculate-quickly.ts';
import { inCredits } from './credit-columns.ts';
import { decimalsOf } from './fraction.ts';
import type { LinePay } from './pay-in-columns.ts';
import { payPlainly } from './pay-plainly.ts';
import { randomInput } from './random-input.fixture.ts';
import { randomWorld } from './random-world.fixture.ts';
import { percentOf, smallAmount } from './small-amount.ts';
import { wordedPay } from './word-plainly.ts';

const CASES = 2_000;
const EXPLAINED = 500;
const ALONE = 500;
/** Every fifth case in a calendar, a hierarchy and a window of its own. */
const randomCase = fc.oneof(
  { weight: 12, arbitrary: randomInput },
  { weight: 3, arbitrary: randomWorld },
  { weight: 2, arbitrary: fc.oneof(randomInput, randomWorld).map(withRoundedSplits) },
  { weight: 2, arbitrary: withOwnFields(fc.oneof(randomInput, randomWorld)) },
);

/** A line with its sentence and next tier, and without steps and rules. */
function withoutSteps({ steps: _steps, rules: _rules, ...line }: PayoutLine) {
  return line;
}

/** A line as text in minor units, from either implementation. */
interface Figures {
  readonly line: string;
  readonly amount: string;
  readonly earned: readonly string[];
}

function byReference(input: CalculationInput): readonly Figures[] | 'refused' {
  const found = calculate(input);
  if (!found.ok) return 'refused';
  const minor = (text: string) =>
    decimal(text)
      .times(`1e${minorDigits(input.plan.currency)}`)
      .toFixed();
  return found.value.lines.map(({ participantId, componentId, amount, credits }) => ({
    line: `${participantId} ${componentId}`,
    amount: minor(amount),
    earned: credits.map((credit) => minor(credit.earned)),
  }));
}

function inColumns(input: CalculationInput, seen: (line: LinePay) => void): readonly Figures[] | 'refused' {
  const found = calculateInColumns(input);
  if (!found.ok) return 'refused';
  return found.value.map((line) => {
    seen(line);
    return {
      line: `${line.participantId} ${line.componentId}`,
      amount: String(line.amount),
      earned: line.earned.map(String),
    };
  });
}

describe('the kernel and the reference', () => {
  test(`[KERNEL-10] agree to the cent on every line and every deal, over ${CASES} random plans, calendars, hierarchies and deals`, () => {
    const ways = new Map<string, number>();
    let rejected = 0;
    const property = fc.property(randomCase, (input) => {
      const expected = byReference(input);
      if (expected === 'refused') rejected += 1;
      const found = inColumns(input, ({ by }) => {
        const way = 'kernel' in by ? by.kernel : by.reference;
        ways.set(way, (ways.get(way) ?? 0) + 1);
      });
      expect(found).toEqual(expected);
    });
    fc.assert(property, { numRuns: CASES });
    console.log(`paid by ${JSON.stringify(Object.fromEntries(ways))}, refused ${rejected}`);
    const by = (way: string) => ways.get(way) ?? 0;
    expect(by('floats')).toBeGreaterThan(CASES / 4);
    expect(by('whole numbers')).toBeGreaterThan(CASES / 20);
    expect(by('It is measured over more than the period.')).toBeGreaterThan(CASES / 20);
    expect(by('The parts of split deals are rounded together.')).toBeGreaterThan(CASES / 200);
    expect(by('What exceeds its limit is carried on.')).toBeGreaterThan(CASES / 200);
    expect(
      by('The rate slides with the amount, so that pay is no straight line between its bounds.'),
    ).toBeGreaterThan(CASES / 200);
    expect(rejected).toBeLessThan(CASES / 5);
  });

  test(`[KERNEL-12] explained as well: everything that a statement and its hash are made of is the same, over ${EXPLAINED} random plans`, () => {
    const property = fc.property(randomCase, (input) => {
      expect(JSON.stringify(calculateQuickly(input))).toBe(JSON.stringify(calculate(input)));
    });
    fc.assert(property, { numRuns: EXPLAINED });
  });

  test(`[KERNEL-13] without explanations: every figure that a run stores is the same, over ${EXPLAINED} random plans`, () => {
    const sorted = (_key: string, value: unknown) =>
      value !== null && typeof value === 'object' && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
        : value;
    const property = fc.property(randomCase, (input) => {
      const expected = calculate(input);
      const found = calculateFigures(input);
      const figures = expected.ok
        ? { lines: expected.value.lines.map(figuresOf), total: expected.value.total }
        : expected;
      const result = found.ok ? { ...found.value, lines: found.value.lines.map(inCredits) } : found;
      expect(JSON.stringify(result, sorted)).toBe(JSON.stringify(figures, sorted));
    });
    fc.assert(property, { numRuns: EXPLAINED });
  });

  test(`[KERNEL-13] [KERNEL-17] paid one by one, with deals in order or not, everybody has the figures and sentences of the reference, over ${ALONE} random plans`, () => {
    let paidPlainly = 0;
    let wordedPlainly = 0;
    const property = fc.property(randomCase, fc.boolean(), fc.boolean(), (input, inOrder, alone) => {
      const deals = inOrder
        ? input.deals.toSorted((a, b) => (`${a.date} ${a.id}` < `${b.date} ${b.id}` ? -1 : 1))
        : input.deals;
      // most plans have a component that makes them go the long way; alone, many of the others do not
      const { gate: _gate, multiplier: _multiplier, ...first } = input.plan.components[0]!;
      const plan = alone
        ? { ...input.plan, components: [{ ...first, gate: null, weight: 100 }] }
        : input.plan;
      for (const id of input.payeeIds ?? input.participants.map((one) => one.id)) {
        const own = { ...input, plan, deals, payeeIds: [id] };
        const expected = calculate(own);
        const checked = checkedPlan(own);
        const found = calculateFigures(own, checked);
        if (!expected.ok || !found.ok) {
          expect(found).toEqual(expected);
          continue;
        }
        expect(found.value.lines.map(inCredits)).toEqual(expected.value.lines.map(figuresOf));
        expect(found.value.total).toBe(expected.value.total);
        const worded = wordedPay(own, checked);
        if (!worded.ok) throw new Error('the same input is rejected');
        expect(worded.value.lines.map(inCredits)).toEqual(expected.value.lines.map(withoutSteps));
        if (payPlainly(own, checked, { text: String }) !== null) paidPlainly += 1;
        if (worded.value.plain !== null) wordedPlainly += 1;
      }
    });
    fc.assert(property, { numRuns: ALONE });
    expect(paidPlainly).toBeGreaterThan(ALONE / 10);
    expect(wordedPlainly).toBeGreaterThan(ALONE / 20);
  });

  test('[CREDIT-17] [KERNEL-13] percents of an amount in plain numbers are those of decimals, or are not computed', () => {
    const digits = (max: number) => fc.tuple(fc.integer({ min: -(10 ** max), max: 10 ** max }), fc.nat(6));
    const property = fc.property(digits(14), digits(8), (amount, percent) => {
      const [whole, share] = [amount, percent].map(([units, places]) => decimal(`${units}e-${places}`));
      const exact = whole!.times(share!).times('0.01');
      const found = percentOf(smallAmount(plain(whole!))!, smallAmount(plain(share!))!);
      if (found === null) expect(exact.abs().times('1e14').gt(Number.MAX_SAFE_INTEGER)).toBe(true);
      else {
        expect(found.text).toBe(plain(exact));
        expect(decimal(`${found.units}e-${found.decimals}`).eq(exact)).toBe(true);
        expect(found.decimals).toBe(decimalsOf(exact));
      }
    });
    fc.assert(property, { numRuns: 1_000 });
  });

  test('[KERNEL-13] a plan whose lines limit each other has its figures from the reference', () => {
    const input = sampleInput({ plan: samplePlan({ planCap: '100' }) });
    const expected = calculate(input);
    const found = calculateFigures(input);
    if (!expected.ok || !found.ok) throw new Error('the sample cannot be paid');
    const { lines, total } = found.value;
    expect({ lines: lines.map(inCredits), total }).toEqual({
      lines: expected.value.lines.map(figuresOf),
      total: expected.value.total,
    });
  });

  test('[KERNEL-11] what limits several lines together is left to the reference, in words', () => {
    const found = calculateInColumns(sampleInput({ plan: samplePlan({ planCap: '100' }) }));
    expect(found).toMatchObject({ ok: false, problems: [{ rule: 'KERNEL-11', path: 'plan.planCap' }] });
  });
});
