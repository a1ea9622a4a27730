import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Deal } from '../../../crediting/deal.ts';
import { sampleComponent, samplePlan } from '../../../plans/sample-plan.fixture.ts';
import { SAMPLE_PERIOD, sampleParticipant, sampleQuota } from '../../../quotas/sample-quota.fixture.ts';
import { calculate } from '../../calculate.ts';
import type { CalculationInput } from '../../payout.ts';
import { sampleInput } from '../../scenarios/sample-input.fixture.ts';
import { figuresOf } from './calculate-figures.ts';
import { checkedPlan } from './calculate-in-columns.ts';
import { inCredits } from './credit-columns.ts';
import { payPlainly } from './pay-plainly.ts';

const CASES = 1_500;
const percent = fc.integer({ min: 1, max: 220 });
const cents = (min: number, max: number) => fc.integer({ min, max }).map((of) => (of / 100).toFixed(2));
const whole = (max: number) => fc.integer({ min: 1, max }).map(String);
const deal = fc.record({ day: fc.integer({ min: 1, max: 91 }), amount: cents(-900_000, 2_500_000) });

/** One component that pays a share of target, one payee, and a few deals in order. */
const shareOfTarget = fc
  .record({
    accelerator: fc.option(fc.tuple(percent, fc.integer({ min: 101, max: 300 }))),
    decelerator: fc.option(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 99 }))),
    cap: fc.option(fc.integer({ min: 50, max: 300 })),
    max: fc.option(percent),
    reading: fc.constantFrom('incremental' as const, 'first-dollar' as const),
    mode: fc.constantFrom('HALF_UP' as const, 'HALF_EVEN' as const),
    annual: fc.oneof(cents(1, 20_000_000), whole(200_000)),
    quota: fc.oneof(cents(1, 9_000_000), whole(90_000)),
    deals: fc.array(deal, { maxLength: 12 }),
  })
  .map(({ accelerator, decelerator, cap, max, reading, mode, annual, quota, deals }): CalculationInput => {
    const component = sampleComponent({
      rate: { kind: 'target' },
      cap: cap === null ? null : `${cap / 100}x`,
      accelerator: accelerator === null ? null : `>${accelerator[0] + 60}% @ ${accelerator[1] / 100}x`,
      ...(decelerator !== null && { decelerator: `<${decelerator[0]}% @ ${decelerator[1] / 100}x` }),
      ...(max !== null && { limits: [{ kind: 'attainment', atMostPercent: String(max) }] }),
    });
    const days = deals.map((one) => one.day).toSorted((a, b) => a - b);
    return sampleInput({
      plan: samplePlan({ components: [component], acceleratorReading: reading, rounding: { mode } }),
      participants: [{ ...sampleParticipant('ann'), targetVariableAnnual: annual }],
      payeeIds: ['ann'],
      quotas: [sampleQuota(quota, SAMPLE_PERIOD)],
      deals: deals.map(({ amount }, i) =>
        dealOn(days[i] ?? 1, { id: `D${String(i).padStart(3, '0')}`, amount }),
      ),
    });
  });

function dealOn(day: number, deal: Pick<Deal, 'id' | 'amount'>): Deal {
  const date = new Date(Date.parse(SAMPLE_PERIOD.from) + (day - 1) * 86_400_000).toISOString().slice(0, 10);
  return {
    ...deal,
    date,
    unit: '$',
    currency: 'USD',
    participantId: 'ann',
    splits: [],
    kind: 'sale',
    product: null,
    territory: null,
    customer: null,
  };
}

test(`[KERNEL-15] one shape for everybody pays what the reference pays, over ${CASES} shares of target`, () => {
  let shaped = 0;
  const property = fc.property(shareOfTarget, (input) => {
    const expected = calculate(input);
    if (!expected.ok) throw new Error(JSON.stringify(expected.problems));
    const checked = checkedPlan(input);
    const found = payPlainly(input, checked, {
      text: (minor) => (minor / 100).toFixed(2).replace(/^-(0\.00)$/, '$1'),
    });
    if (found === null) return;
    expect(found.map(inCredits)).toEqual(expected.value.lines.map(figuresOf));
    if (checked.plain?.shapes.get('sales')) shaped += 1;
  });
  fc.assert(property, { numRuns: CASES });
  expect(shaped).toBeGreaterThan(CASES / 3);
});
