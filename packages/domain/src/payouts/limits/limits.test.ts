import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimal, plain } from '../../base/decimal.ts';
import { sampleDeal } from '../../crediting/sample-deal.fixture.ts';
import type { Component, Plan } from '../../plans/plan.ts';
import { sampleComponent, samplePlan } from '../../plans/sample-plan.fixture.ts';
import { sampleQuota } from '../../quotas/sample-quota.fixture.ts';
import { calculate } from '../calculate.ts';
import type { CalculationInput, PayoutLine } from '../payout.ts';
import { sampleInput } from '../scenarios/sample-input.fixture.ts';

const LAST = { order: ['gate', 'weight', 'cap'] } as const;

function lines(
  component: Partial<Component>,
  amounts: readonly string[],
  { plan = {}, ...wanted }: Partial<Omit<CalculationInput, 'plan'>> & { plan?: Partial<Plan> } = {},
): readonly PayoutLine[] {
  const result = calculate(
    sampleInput({
      plan: samplePlan({ components: [sampleComponent(component)], ...plan }),
      quotas: [sampleQuota('100000')],
      deals: amounts.map((amount, i) => sampleDeal(`d${i}`, amount)),
      earlier: [],
      ...wanted,
    }),
  );
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.value.lines;
}
const steps = (line: PayoutLine | undefined) =>
  line?.steps.map(({ rule, formula, result }) => `${rule}: ${formula} = ${result}`);

describe('[PAY-25] [PAY-26] a decelerator', () => {
  const component = { rate: { kind: 'target' }, decelerator: '<80% @ 0.5x' } as const;
  const pays = (amount: string, deceleratorReading: 'incremental' | 'first-dollar') =>
    lines(component, [amount], { plan: { deceleratorReading } })[0];
  test.each([
    ['0.01', '0.00', '0.00'],
    ['40000', '3000.00', '3000.00'],
    ['79999.99', '6000.00', '6000.00'],
    ['80000', '6000.00', '12000.00'],
    ['100000', '9000.00', '15000.00'],
    ['-100000', '-9000.00', '-15000.00'],
  ])('%s of 100,000 pays %s, or %s once it is lifted', (amount, incremental, lifted) => {
    expect(pays(amount, 'incremental')?.amount).toBe(incremental);
    expect(pays(amount, 'first-dollar')?.amount).toBe(lifted);
  });
  test('shows its arithmetic and the value of lifting it', () => {
    expect(steps(pays('100000', 'incremental'))).toContain('PAY-25: 80% × 0.5 + (100% − 80%) = 60%');
    expect(steps(pays('40000', 'first-dollar'))).toContain('PAY-26: 40% × 0.5 = 20%');
    expect(pays('40000', 'first-dollar')?.nextTier).toMatchObject({ needed: '40000', wouldPay: '12000.00' });
  });
});

describe('[PAY-17] the next goal of the further rates comes true', () => {
  const shape = { shape: 'linear', beyond: 'hold' } as const;
  const points = [
    { atPercent: '33.333', valuePercent: '20' },
    { atPercent: '100', valuePercent: '100' },
  ];
  const rates: readonly Partial<Component>[] = [
    { rate: { kind: 'curve', curve: { ...shape, points } } },
    {
      rate: { kind: 'target' },
      decelerator: '<33.333% @ 0.5x',
      limits: [{ kind: 'attainment', atMostPercent: '50' }],
    },
    {
      rate: {
        kind: 'interpolated-amounts',
        per: 'period',
        bands: [
          { from: '0', to: '33333.33', amount: '100' },
          { from: '33333.33', to: '90000', amount: '1000' },
        ],
      },
    },
    {
      rate: {
        kind: 'interpolated-rate',
        thresholds: 'percent-of-quota',
        steps: [{ from: '0', to: '66.6', ratePercent: '3' }],
      },
    },
  ];
  test.each(rates.map((rate) => [rate.rate?.kind, rate] as const))('%s', (_, component) => {
    for (const amount of ['0.01', '33333', '50000.005', '89999']) {
      const next = lines(component, [amount])[0]?.nextTier;
      if (!next) continue;
      const reached = plain(decimal(amount).plus(decimal(next.needed)));
      expect(lines(component, [reached])[0]?.amount).toBe(next.wouldPay);
    }
    expect(lines(component, ['1'])[0]?.nextTier).not.toBeNull();
  });
});

describe('[PAY-32] a limit on each deal', () => {
  const component = {
    rate: { kind: 'flat', ratePercent: '10' },
    limits: [{ kind: 'deal', atMost: '500' }],
  } as const;
  test('holds with any other term, and says so', () => {
    const [line] = lines(component, ['3000', '8000', '-20000']);
    expect(line).toMatchObject({
      amount: '300.00',
      message: 'Sales pays 300.00 USD: −9,000.00 credited at 10%, each at most 500.00.',
    });
    expect(line?.credits.map(({ earned }) => earned)).toEqual(['300.00', '500.00', '-500.00']);
  });
  test('never raises what a deal pays, and the order of deals changes nothing', () => {
    const amounts = fc.array(
      fc
        .integer({ min: -2_000_000, max: 2_000_000 })
        .map((cents) => decimal(String(cents)).times('0.01').toFixed(2)),
      { maxLength: 8 },
    );
    const property = fc.property(amounts, (drawn) => {
      const [limited] = lines(component, drawn);
      const [free] = lines({ ...component, limits: [] }, drawn);
      // Where a running total is rounded, a deal may earn a cent more or less (PAY-14).
      const cent = (amount: string | undefined) =>
        decimal(amount ?? '0')
          .abs()
          .plus('0.01');
      limited?.credits.forEach(({ earned }, i) => {
        expect(decimal(earned).abs().lte(cent(free?.credits[i]?.earned))).toBe(true);
        expect(decimal(earned).abs().lte(cent('500'))).toBe(true);
      });
      expect(lines(component, drawn.toReversed())[0]?.amount).toBe(limited?.amount);
    });
    fc.assert(property, { numRuns: 80 });
  });
});

describe('[PAY-33] excess that is carried', () => {
  const component = {
    rate: { kind: 'flat', ratePercent: '10' },
    limits: [{ kind: 'amount', atMost: '5000', excess: 'carried' }],
  } as const;
  const carried = (amount: string, to = '2023-12-31') => ({
    participantId: 'ann',
    componentId: 'sales',
    from: `${to.slice(0, 8)}01`,
    to,
    amount: '0',
    carried: amount,
  });
  const at = (amounts: readonly string[], earlier: NonNullable<CalculationInput['earlier']>) =>
    lines(component, amounts, { plan: LAST, earlier })[0];
  test('is added to the pay, and both are shown', () => {
    const line = at(['45000'], [carried('1000.00')]);
    expect(line).toMatchObject({
      amount: '5000.00',
      carriedIn: '1000.00',
      carriedPaid: '1000.00',
      carriedOut: '500.00',
    });
    expect(line?.credits.map(({ earned }) => earned)).toEqual(['4000.00']);
    expect(steps(line)?.slice(-2)).toEqual([
      'PAY-33: 4,500.00 + 1,000.00 = 5,500.00',
      'PAY-33: min(5,500.00, 5,000.00) = 5,000.00',
    ]);
  });
  test('comes from the latest period only, and is paid after leaving and with a closed gate', () => {
    expect(at([], [carried('9', '2023-09-30'), carried('70.00')])?.amount).toBe('70.00');
    const gone = lines(component, [], {
      plan: LAST,
      earlier: [carried('70.00')],
      participants: [{ ...sampleInput().participants[0]!, leftOn: '2023-12-31' }],
    });
    expect(gone[0]?.amount).toBe('70.00');
    const other = sampleComponent({ id: 'other', name: 'Other', weight: 0 });
    const gate = { componentId: 'other', atLeastPercent: '90' };
    const result = calculate(
      sampleInput({
        plan: samplePlan({ ...LAST, components: [sampleComponent({ ...component, gate }), other] }),
        quotas: [sampleQuota('100000')],
        earlier: [carried('70.00')],
      }),
    );
    expect(result.ok && result.value.lines[0]?.amount).toBe('70.00');
  });
  test('is paid out when the limit is gone, and must be known while there is one', () => {
    const [line] = lines({ rate: component.rate }, ['1000'], { earlier: [carried('70.00')] });
    expect(line).toMatchObject({ amount: '170.00', carriedOut: '0.00' });
    const { earlier: _, ...unknown } = sampleInput({
      plan: samplePlan({ ...LAST, components: [sampleComponent(component)] }),
      earlier: [],
    });
    expect(calculate(unknown)).toMatchObject({ ok: false, problems: [{ rule: 'PAY-33', path: 'earlier' }] });
    expect(calculate({ ...unknown, earlier: [carried('x')] })).toMatchObject({
      problems: [{ rule: 'PAY-33' }],
    });
  });
});

describe('[PAY-34] the cap of the plan', () => {
  const capped = (rates: readonly string[], amounts: readonly string[], planCap: string) => {
    const components = rates.map((ratePercent, i) =>
      sampleComponent({
        id: `c${i}`,
        name: `C${i}`,
        weight: i === 0 ? 100 : 0,
        rate: { kind: 'flat', ratePercent },
        filter: [{ field: 'product', in: [`p${i}`] }],
      }),
    );
    const result = calculate(
      sampleInput({
        plan: samplePlan({ components, planCap }),
        deals: amounts.map((amount, i) => sampleDeal(`d${i}`, amount, { product: `p${i % rates.length}` })),
      }),
    );
    if (!result.ok) throw new Error(JSON.stringify(result.problems));
    return result.value;
  };
  test('is reached to the cent, lines that take back stay, and deals still sum to their line', () => {
    const { total, lines: paid } = capped(['10', '10', '10'], ['1000', '1000', '-500'], '100');
    expect(total).toBe('100.00');
    expect(paid.map(({ amount }) => amount)).toEqual(['75.00', '75.00', '-50.00']);
    expect(paid[0]?.message).toBe(
      "C0 pays 75.00 USD: 1,000.00 credited at 10%; of these 100.00 USD the plan's cap of 100.00 USD for all components leaves 75.00.",
    );
  });
  test('[PAY-17] a next tier is shown only if the cap leaves room for it', () => {
    const rate: Component['rate'] = {
      kind: 'marginal',
      thresholds: 'amount',
      per: 'period',
      tiers: [
        { from: '0', to: '1000', ratePercent: '10' },
        { from: '1000', to: null, ratePercent: '20' },
      ],
    };
    const next = (planCap: string) => lines({ rate }, ['500'], { plan: { planCap } })[0]?.nextTier;
    expect(next('100')).toMatchObject({ needed: '500', wouldPay: '100.00' });
    expect(next('99.99')).toBeNull();
  });
  test('sums to the cap, never raises a line, mirrors debits', () => {
    const amounts = fc.array(
      fc
        .integer({ min: -900_000, max: 2_000_000 })
        .map((cents) => decimal(String(cents)).times('0.01').toFixed(2)),
      { minLength: 1, maxLength: 9 },
    );
    const caps = fc
      .integer({ min: 1, max: 300_000 })
      .map((cents) => decimal(String(cents)).times('0.01').toFixed(2));
    const property = fc.property(amounts, caps, (drawn, cap) => {
      const rates = ['10', '7.77', '3.1'];
      const free = capped(rates, drawn, '1000000000');
      const held = capped(rates, drawn, cap);
      const max = decimal(free.total).abs().gt(decimal(cap)) ? decimal(cap) : decimal(free.total).abs();
      expect(decimal(held.total).abs().toFixed(2)).toBe(max.toFixed(2));
      held.lines.forEach((line, i) => {
        expect(
          decimal(line.amount)
            .abs()
            .lte(decimal(free.lines[i]?.amount ?? '0').abs()),
        ).toBe(true);
        const earned = line.credits.reduce((all, credit) => all.plus(credit.earned), decimal('0'));
        expect(earned.toFixed(2)).toBe(line.amount);
      });
      const mirror = capped(
        rates,
        drawn.map((amount) => plain(decimal(amount).neg())),
        cap,
      );
      expect(decimal(mirror.total).plus(held.total).toFixed(2)).toBe('0.00');
    });
    fc.assert(property, { numRuns: 80 });
  });
});

test('[PAY-29] [PAY-30] [PAY-31] amounts of 10^15 and rates of 10^-8 are limited to the cent', () => {
  const max = '1000000000000000';
  const rate = { kind: 'flat', ratePercent: '0.00000001' } as const;
  expect(lines({ rate }, [max])[0]?.amount).toBe('100000.00');
  const limits = [{ kind: 'amount', atMost: '99999.99', excess: 'lost' }] as const;
  expect(lines({ rate, limits }, [max, max])[0]?.amount).toBe('99999.99');
  const target = {
    rate: { kind: 'target' },
    limits: [{ kind: 'payout-percent', atMostPercent: '1000000' }],
  } as const;
  expect(lines(target, [max])[0]?.amount).toBe('150000000.00');
});

test('[PAY-37] an MBO pays its approved score, and no more than the whole of it', () => {
  const component: Partial<Component> = {
    measure: { unit: 'Score', of: 'amount' },
    approval: 'required',
    limits: [{ kind: 'attainment', atMostPercent: '100' }],
    rate: { kind: 'target' },
  };
  const scored = (amount: string, approvedOn: string | null) =>
    sampleDeal(`${amount} ${approvedOn}`, amount, { unit: 'Score', currency: null, approvedOn });
  const pays = (...deals: CalculationInput['deals']) =>
    lines(component, [], { quotas: [sampleQuota('1', { unit: 'Score' })], deals })[0]?.amount;
  expect(pays(scored('0.75', '2024-04-05'))).toBe('11250.00');
  expect(pays(scored('0.75', null))).toBe('0.00');
  expect(pays(scored('0.75', '2024-04-05'), scored('0.5', '2024-04-06'))).toBe('15000.00');
});
