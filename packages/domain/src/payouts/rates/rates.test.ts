import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimal, HUNDRED, plain, ZERO } from '../../base/decimal.ts';
import { compareRatios, type Ratio, ratio, roundRatio } from '../../base/ratio.ts';
import { sampleDeal } from '../../crediting/sample-deal.fixture.ts';
import type { Component } from '../../plans/plan.ts';
import { sampleComponent, samplePlan } from '../../plans/sample-plan.fixture.ts';
import type { Curve } from '../../plans/terms.ts';
import { sampleParticipant, sampleQuota } from '../../quotas/sample-quota.fixture.ts';
import { calculate } from '../calculate.ts';
import { randomCurve } from '../scenarios/random-input.fixture.ts';
import { sampleInput } from '../scenarios/sample-input.fixture.ts';
import { bandPay, bandRatio, bandTable } from './amount-bands.ts';
import { curveFormula, curveTable, curveValue } from './curve-table.ts';
import { matrixTable, matrixValue } from './matrix-table.ts';
import { slidingPay, slidingPercent, slidingSteps } from './sliding-rate.ts';

const shown = (value: Ratio) => plain(roundRatio(value, 6, 'HALF_UP'));
const at = (text: string) => ratio(decimal(text));
const points = (...pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([atPercent, valuePercent]) => ({ atPercent, valuePercent }));
const curve = (wanted: Partial<Curve>): Curve => ({ shape: 'linear', points: [], beyond: 'hold', ...wanted });

describe('[PAY-23] a pay curve', () => {
  const rising = points(['50', '0'], ['80', '50'], ['100', '100'], ['120', '150']);
  test.each([
    ['49.999', '0', '0', '0'],
    ['50', '0', '0', '0'],
    ['65', '25', '0', '25'],
    ['80', '50', '50', '50'],
    ['90', '75', '50', '75'],
    ['120', '150', '150', '150'],
    ['130', '150', '150', '175'],
  ])('at %s%% says %s, stepped %s, going on %s', (text, held, stepped, on) => {
    const message = (wanted: Partial<Curve>) =>
      shown(curveValue(curveTable(curve({ points: rising, ...wanted }), 'nothing'), at(text)));
    expect([message({}), message({ shape: 'stepped' }), message({ beyond: 'continue' })]).toEqual([
      held,
      stepped,
      on,
    ]);
  });

  test('a falling slope ends at zero, and shows its arithmetic', () => {
    const falling = curveTable(
      curve({ points: points(['0', '0'], ['100', '100'], ['150', '0']), beyond: 'continue' }),
      'nothing',
    );
    expect(shown(curveValue(falling, at('200')))).toBe('0');
    expect(curveFormula(falling, at('125'))).toBe('100% + (125% − 100%) × (0% − 100%) ÷ (150% − 100%)');
  });

  test('[PAY-28] below its first point a multiplier has the first value', () => {
    const table = curveTable(curve({ points: points(['80', '90'], ['100', '100']) }), 'first');
    expect(['-5', '0', '79', '90'].map((text) => shown(curveValue(table, at(text))))).toEqual([
      '90',
      '90',
      '90',
      '95',
    ]);
  });

  test('a thousand points are found by their neighbours, exactly', () => {
    const many = Array.from({ length: 1000 }, (_, i) => [String(i), String(i * 2)] as const);
    const table = curveTable(curve({ points: points(...many) }), 'nothing');
    expect(shown(curveValue(table, ratio(decimal('1000'), decimal('3'))))).toBe('666.666667');
  });

  test('linear between its points: it never jumps, and where values rise it never falls', () => {
    const property = fc.property(randomCurve, fc.nat(25_000), fc.nat(25_000), (drawn, a, b) => {
      const sorted = drawn.points.map((point) => point.valuePercent).sort((x, y) => Number(x) - Number(y));
      const rise = drawn.points.map((point, i) => ({ ...point, valuePercent: sorted[i] ?? '0' }));
      const table = curveTable({ ...drawn, points: rise }, 'first');
      const [low, high] = [Math.min(a, b), Math.max(a, b)].map((n) => ratio(decimal(String(n)), HUNDRED));
      if (!low || !high) throw new Error('two places');
      const [from, to] = [curveValue(table, low), curveValue(table, high)];
      expect(compareRatios(from, to)).toBeLessThanOrEqual(0);
      if (drawn.shape === 'linear') {
        // No two points are closer than 1 %, and no value is above 300 %.
        const max = high.over.minus(low.over).times('3');
        const grown = to.over.times(from.under).minus(from.over.times(to.under));
        expect(grown.lte(max.times(from.under).times(to.under))).toBe(true);
      }
    });
    fc.assert(property, { numRuns: 500 });
  });
});

describe('[PAY-24] a matrix', () => {
  const rate = {
    kind: 'matrix',
    other: 'o',
    rowsAtPercent: ['80', '100', '120'],
    columnsAtPercent: ['0', '80', '100'],
    valuePercents: [
      ['40', '60', '80'],
      ['80', '100', '120'],
      ['100', '130', '150'],
    ],
  } as const;
  test.each([
    ['79.99', '100', '0', '0'],
    ['80', '-5', '40', '40'],
    ['100', '80', '100', '100'],
    ['110', '90', '100', '125'],
    ['90', '40', '40', '70'],
    ['500', '500', '150', '150'],
    ['120', '90', '130', '140'],
  ])('at %s%% and %s%% says %s, or in between %s', (own, other, stepped, between) => {
    const message = (shape: 'stepped' | 'bilinear') =>
      shown(matrixValue(matrixTable({ ...rate, shape }), at(own), at(other)));
    expect([message('stepped'), message('bilinear')]).toEqual([stepped, between]);
  });
});

describe('[PAY-21] [PAY-22] interpolation', () => {
  const bands = bandTable([
    { from: '0', to: '300', amount: '10' },
    { from: '300', to: '1000', amount: '100' },
  ]);
  test('thirds of a band stay exact, and many deals add up to the cent', () => {
    const one = bandPay(bands, decimal('100'));
    expect(shown(bandRatio(bands, one))).toBe('3.333333');
    expect(shown(bandRatio(bands, one.plus(one).plus(one)))).toBe('10');
    expect(shown(bandRatio(bands, bandPay(bands, decimal('-650'))))).toBe('-60');
    expect(shown(bandRatio(bands, bandPay(bands, decimal('1e15'))))).toBe('110');
  });

  test('amounts never fall and never jump; the mirror of a sale is its return', () => {
    const amount = fc.integer({ min: 0, max: 150_000 }).map((cents) => decimal(String(cents)).times('0.01'));
    const property = fc.property(amount, amount, (a, b) => {
      const [low, high] = a.lt(b) ? [a, b] : [b, a];
      const more = bandPay(bands, high).minus(bandPay(bands, low));
      expect(more.gte(ZERO)).toBe(true);
      // The steepest band pays 100 over 700.
      expect(more.times('7').lte(high.minus(low).times(bands.under))).toBe(true);
      expect(bandPay(bands, a.neg()).eq(bandPay(bands, a).neg())).toBe(true);
    });
    fc.assert(property, { numRuns: 300 });
  });

  test('a rate of 10^-8 on 10^15 is paid to the cent', () => {
    const steps = slidingSteps([{ from: '0', to: '1', ratePercent: '0.00000001' }], null);
    expect(shown(slidingPercent(steps, decimal('1000000000000000')))).toBe('0');
    expect(shown(slidingPay(steps, decimal('1000000000000000')))).toBe('100000');
  });
});

describe('[PAY-39] an individual commission rate', () => {
  const paid = (
    deals: readonly string[],
    change: Partial<Component> = {},
    targetVariableAnnual = '40000',
  ) => {
    const component = sampleComponent({ weight: 100, rate: { kind: 'icr' }, ...change });
    const result = calculate(
      sampleInput({
        plan: samplePlan({ components: [component] }),
        participants: [sampleParticipant('ann', { targetVariableAnnual })],
        quotas: [sampleQuota('70000')],
        deals: deals.map((amount, i) => sampleDeal(`d${i}`, amount)),
      }),
    );
    if (!result.ok) throw new Error(JSON.stringify(result.problems));
    return result.value.lines[0]!;
  };

  test('pays exactly the target at exactly the quota, and says its rate and the way there', () => {
    const line = paid(['70000']);
    expect([line.amount, line.target, line.attainmentPercent]).toEqual(['10000.00', '10000.00', '100']);
    expect(line.message).toContain(
      'at an own rate of 14.28571428…%, by which 100% of quota pays the 10,000.00 target',
    );
    expect(line.nextTier).toBeNull();
    expect(paid(['69999']).nextTier).toMatchObject({ needed: '1', wouldPay: '10000.00' });
  });

  test('pays whatever is sold as a target-based component without accelerator does, to the cent', () => {
    const cents = fc
      .bigInt(-(10n ** 12n), 10n ** 12n)
      .map((one) => plain(decimal(String(one)).times('0.01')));
    fc.assert(
      fc.property(
        fc.array(cents, { minLength: 1, maxLength: 5 }),
        fc.nat(90_000).map(String),
        (deals, year) => {
          expect(paid(deals, {}, year).amount).toBe(paid(deals, { rate: { kind: 'target' } }, year).amount);
        },
      ),
      { numRuns: 100 },
    );
  });

  test('tiers in multiples of it are a pay curve through their bounds, to the cent', () => {
    const drawn = fc.record({
      bounds: fc.uniqueArray(fc.integer({ min: 1, max: 299 }), { minLength: 1, maxLength: 4 }),
      tenths: fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 5, maxLength: 5 }),
      sold: fc.integer({ min: 0, max: 30_000_000 }),
    });
    fc.assert(
      fc.property(drawn, ({ bounds, tenths, sold }) => {
        const edges = [0, ...bounds.sort((a, b) => a - b)];
        const amount = decimal(String(sold)).times('0.01');
        // Σ of the part in each tier × its multiple × the individual rate of 10,000 ÷ 70,000, in whole numbers over 10 × 70,000
        let exact = ZERO;
        let worth = 0;
        const course: [string, string][] = [];
        for (const [i, edge] of edges.entries()) {
          const next = edges[i + 1];
          const from = decimal('700').times(String(edge));
          const to = next === undefined ? null : decimal('700').times(String(next));
          const reached = to?.lt(amount) ? to : amount;
          const part = reached.gt(from) ? reached.minus(from) : ZERO;
          exact = exact.plus(part.times(String(tenths[i]! * 10_000)));
          course.push([String(edge), decimal(String(worth)).times('0.1').toFixed()]);
          worth += ((next ?? edge + 1) - edge) * tenths[i]!;
        }
        course.push([String(edges.at(-1)! + 1), decimal(String(worth)).times('0.1').toFixed()]);
        const rate = {
          kind: 'curve',
          curve: curve({ points: points(...course), beyond: 'continue' }),
        } as const;
        const expected = roundRatio({ over: exact, under: decimal('700000') }, 2, 'HALF_UP');
        expect(paid([amount.toFixed(2)], { rate }).amount).toBe(expected.toFixed(2));
      }),
      { numRuns: 200 },
    );
  });
});
