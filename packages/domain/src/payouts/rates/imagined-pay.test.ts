import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Component, Rate } from '../../plans/plan.ts';
import { sampleComponent, samplePlan } from '../../plans/sample-plan.fixture.ts';
import type { Limit } from '../../plans/terms.ts';
import { examplePayee, imaginePays } from './imagined-pay.ts';

const percent = fc.integer({ min: 0, max: 3000 }).map((tenths) => (tenths / 10).toFixed(1));
const starts = fc
  .uniqueArray(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 4 })
  .map((all) => ['0', ...all.sort((a, b) => a - b).map(String)]);

const tiered = fc.record({ starts, rates: fc.array(percent, { minLength: 5, maxLength: 5 }) }).chain((one) =>
  fc.record({
    kind: fc.constantFrom('marginal', 'retroactive'),
    thresholds: fc.constant('percent-of-quota'),
    per: fc.constantFrom('period', 'deal'),
    tiers: fc.constant(
      one.starts.map((from, at) => ({ from, to: one.starts[at + 1] ?? null, ratePercent: one.rates[at]! })),
    ),
  }),
);
const curved = fc.record({ starts, values: fc.array(percent, { minLength: 5, maxLength: 5 }) }).chain((one) =>
  fc.record({
    shape: fc.constantFrom('linear', 'stepped'),
    beyond: fc.constant('hold'),
    points: fc.constant(one.starts.map((atPercent, at) => ({ atPercent, valuePercent: one.values[at]! }))),
  }),
);
const matrix = {
  kind: 'matrix',
  other: 'none',
  shape: 'stepped',
  rowsAtPercent: ['0', '80'],
  columnsAtPercent: ['0', '80'],
  valuePercents: [
    ['0', '10'],
    ['20', '100'],
  ],
};
const rate = fc.oneof(
  fc.constantFrom({ kind: 'target' }, { kind: 'individual' }, { kind: 'flat', ratePercent: '3.3' }, matrix),
  tiered,
  curved.map((curve) => ({ kind: 'curve', curve })),
) as fc.Arbitrary<Rate>;
const limit = fc.constantFrom<readonly Limit[]>(
  [],
  [{ kind: 'attainment', atMostPercent: '120' }],
  [{ kind: 'deal', atMost: '700' }],
  [{ kind: 'amount', atMost: '900', excess: 'lost' }],
  [{ kind: 'amount', atMost: '900', excess: 'carried' }],
);

test('[PAY-38] what many credits pay at once is what each pays by itself', () => {
  const credit = fc.integer({ min: 0, max: 40_000_000 }).map((cents) => (cents / 100).toFixed(2));
  fc.assert(
    fc.property(
      rate,
      limit,
      fc.array(credit, { maxLength: 8 }),
      fc.boolean(),
      (of, limits, credits, fast) => {
        const speed = of.kind === 'target' && fast ? '>120% @ 1.2x' : null;
        const one: Component = sampleComponent({ rate: of, limits, accelerator: speed, cap: null });
        const plan = samplePlan({ components: [one] });
        expect(imaginePays(plan, one, examplePayee, credits)).toEqual(
          credits.flatMap((each) => imaginePays(plan, one, examplePayee, [each])),
        );
      },
    ),
    { numRuns: 300 },
  );
});

test('[PAY-38] a thousand tiers are read once for many credits; an invalid credit is rejected in words', () => {
  const tiers = Array.from({ length: 1000 }, (_, at) => ({
    from: String(at),
    to: at < 999 ? String(at + 1) : null,
    ratePercent: (2 + at / 100).toFixed(2),
  }));
  const one = sampleComponent({
    rate: { kind: 'retroactive', thresholds: 'percent-of-quota', per: 'period', tiers },
    cap: null,
    accelerator: null,
  });
  const plan = samplePlan({ components: [one] });
  const credits = tiers.map((_, at) => String(at * 1000));
  const pays = imaginePays(plan, one, examplePayee, [...credits, 'NaN']);
  // 999,000 at 11.99 %
  expect(pays.slice(-2)).toEqual([
    { ok: true, pay: '119780.10' },
    { ok: false, message: expect.stringContaining('NaN') },
  ]);
});

test('[PAY-38] [CREDIT-17] a curve is over credit, before any credit factor', () => {
  const flat = sampleComponent({ rate: { kind: 'flat', ratePercent: '10' } });
  const creditFactors = [
    { where: [{ field: 'product', in: ['Renewal'] }], percent: '50' },
    { where: [], percent: '80' },
  ] as const;
  const drawn = imaginePays(samplePlan(), { ...flat, creditFactors }, examplePayee, ['1000']);
  expect(drawn).toEqual([{ ok: true, pay: '100.00' }]);
});
