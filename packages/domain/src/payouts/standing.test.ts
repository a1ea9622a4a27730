import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plusDays } from '../base/day.ts';
import { decimal, ONE } from '../base/decimal.ts';
import { ratio } from '../base/ratio.ts';
import { calculate } from './calculate.ts';
import { checkedPlan } from './kernel/lines/calculate-in-columns.ts';
import { inCredits } from './kernel/lines/credit-columns.ts';
import { isPlainPlan } from './kernel/lines/plain-credits.ts';
import { randomInput as kernelInput } from './kernel/lines/random-input.fixture.ts';
import { randomWorld } from './kernel/lines/random-world.fixture.ts';
import type { PayoutLine } from './payout.ts';
import { type Standing, standingOf } from './standing.ts';

const over = { asOf: '9999-12-31', usual: ratio(ONE), holidays: new Set<string>() };
const worlds = fc.oneof(kernelInput, randomWorld);

/** A line without steps and rules, its credits one by one. */
const wordsOf = ({ line }: Standing) => inCredits(line);
const wordsOfPaid = ({ steps: _steps, rules: _rules, ...line }: PayoutLine) => line;

test('[PAY-45] once the period is over, a standing is the calculation of the period, and is projected to itself', () => {
  const property = fc.property(worlds, (input) => {
    const standing = standingOf(input, over);
    const paid = calculate(input);
    expect(standing.ok).toBe(paid.ok);
    if (!standing.ok || !paid.ok) return;
    expect(standing.value.map(wordsOf)).toEqual(paid.value.lines.map(wordsOfPaid));
    for (const { line, projectedAmount } of standing.value)
      expect([line.amount, null]).toContain(projectedAmount);
  });
  fc.assert(property, { numRuns: 250 });
});

test('[PAY-45] as of an earlier day it is the calculation without the deals that came later', () => {
  const property = fc.property(worlds, fc.integer({ min: 0, max: 200 }), (input, days) => {
    const asOf = plusDays(input.period.from, days);
    const standing = standingOf(input, { ...over, asOf, usual: ratio(ONE, decimal('2')) });
    const paid = calculate({ ...input, deals: input.deals.filter(({ date }) => date <= asOf) });
    expect(standing.ok).toBe(paid.ok);
    if (standing.ok && paid.ok)
      expect(standing.value.map(wordsOf)).toEqual(paid.value.lines.map(wordsOfPaid));
  });
  fc.assert(property, { numRuns: 250 });
});

test('[PAY-46] the projection pays the deals so far, each grown by the rest to come', () => {
  const [input] = fc.sample(kernelInput, 1);
  if (input === undefined) throw new Error('no input');
  const standing = standingOf(input, { ...over, asOf: input.period.to, usual: ratio(ONE, decimal('4')) });
  const grown = calculate({
    ...input,
    deals: input.deals.map((deal) =>
      deal.date < input.period.from ? deal : { ...deal, amount: decimal(deal.amount).times('4').toFixed() },
    ),
  });
  const counts = input.plan.components.some(
    ({ measure, status }) => status === 'Active' && measure.of === 'deals',
  );
  // a random plan can be impossible; it is with larger deals too
  if (!standing.ok || !grown.ok) {
    expect(standing).toEqual(grown);
    return;
  }
  expect(standing.value.map(({ projectedAmount }) => projectedAmount)).toEqual(
    grown.value.lines.map(({ amount }) => (counts ? null : amount)),
  );
});

test('[PAY-46] a payee who is paid by totals is projected on them, and to the same pay', () => {
  let projected = 0;
  const property = fc.property(worlds, ({ payeeIds: _all, ...input }) => {
    for (const { id } of input.participants) {
      const own = { ...input, payeeIds: [id] };
      const standing = standingOf(own, { ...over, asOf: own.period.to, usual: ratio(ONE, decimal('4')) });
      if (!standing.ok || !isPlainPlan(checkedPlan(own).setting)) continue;
      const deals = own.deals.map((deal) => ({ ...deal, amount: decimal(deal.amount).times('4').toFixed() }));
      const grown = calculate({ ...own, deals });
      const amounts = grown.ok ? grown.value.lines.map(({ amount }) => amount) : [];
      for (const [at, { projectedAmount }] of standing.value.entries())
        if (projectedAmount !== null) {
          expect(projectedAmount).toBe(amounts[at]);
          projected += 1;
        }
    }
  });
  fc.assert(property, { numRuns: 500 });
  expect(projected).toBeGreaterThan(100);
});
