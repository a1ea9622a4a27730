import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plusDays } from '../base/day.ts';
import { decimal, ONE } from '../base/decimal.ts';
import { ratio } from '../base/ratio.ts';
import { calculate } from './calculate.ts';
import { randomInput as kernelInput } from './kernel/lines/random-input.fixture.ts';
import { randomWorld } from './kernel/lines/random-world.fixture.ts';
import { standingOf, standingTotals, sumKnown } from './standing.ts';

const over = { asOf: '9999-12-31', usual: ratio(ONE) };
const worlds = fc.oneof(kernelInput, randomWorld);

test('[PAY-45] once the period is over, a standing is the calculation of the period, and is projected to itself', () => {
  const property = fc.property(worlds, (input) => {
    const standing = standingOf(input, over);
    const paid = calculate(input);
    expect(standing.ok).toBe(paid.ok);
    if (!standing.ok || !paid.ok) return;
    expect(standing.value.map(({ line }) => line)).toEqual(paid.value.lines);
    for (const { line, projectedAmount } of standing.value)
      expect([line.amount, null]).toContain(projectedAmount);
  });
  fc.assert(property, { numRuns: 500 });
});

test('[PAY-45] as of an earlier day it is the calculation without the deals that came later', () => {
  const property = fc.property(worlds, fc.integer({ min: 0, max: 200 }), (input, days) => {
    const asOf = plusDays(input.period.from, days);
    const standing = standingOf(input, { asOf, usual: ratio(ONE, decimal('2')) });
    const paid = calculate({ ...input, deals: input.deals.filter(({ date }) => date <= asOf) });
    expect(standing.ok).toBe(paid.ok);
    if (standing.ok && paid.ok) expect(standing.value.map(({ line }) => line)).toEqual(paid.value.lines);
  });
  fc.assert(property, { numRuns: 500 });
});

test('[PAY-46] the projection pays the deals so far, each grown by the rest to come', () => {
  const [input] = fc.sample(kernelInput, 1);
  if (input === undefined) throw new Error('no input');
  const standing = standingOf(input, { asOf: input.period.to, usual: ratio(ONE, decimal('4')) });
  const grown = calculate({
    ...input,
    deals: input.deals.map((deal) =>
      deal.date < input.period.from ? deal : { ...deal, amount: decimal(deal.amount).times('4').toFixed() },
    ),
  });
  const counts = input.plan.components.some(
    ({ measure, status }) => status === 'Active' && measure.of === 'deals',
  );
  if (!standing.ok || !grown.ok) throw new Error('not calculable');
  expect(standing.value.map(({ projectedAmount }) => projectedAmount)).toEqual(
    grown.value.lines.map(({ amount }) => (counts ? null : amount)),
  );
});

test('[PAY-47] together they are Σ credit ÷ Σ quota; who has no quota counts in no attainment', () => {
  const line = { usualPercent: '50.00', window: null };
  const totals = standingTotals([
    {
      ...line,
      ...{ credited: '60', quota: '100', attainmentPercent: '60', flag: 'ahead' },
      ...{ projectedCredit: '120', projectedPercent: '120' },
    },
    {
      ...line,
      ...{ credited: '30', quota: '200', attainmentPercent: '15', flag: 'far-behind' },
      ...{ projectedCredit: '60', projectedPercent: '30' },
    },
    {
      ...line,
      ...{ credited: '5', quota: null, attainmentPercent: null, flag: 'none' },
      ...{ projectedCredit: '10', projectedPercent: null },
    },
  ]);
  expect(totals).toEqual({
    ...{ payees: 3, credited: '95', quota: '300', attainmentPercent: '30', medianPercent: '37.5' },
    ...{ pace: '0.60', projectedPercent: '60', onCourse: 1, farBehind: 1 },
  });
  expect(sumKnown(['1.10', '2.05'], 'USD')).toBe('3.15');
  expect(sumKnown(['1.10', null], 'USD')).toBeNull();
});
