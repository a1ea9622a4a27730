import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Decimal, decimal, plain, sum, ZERO } from '../../base/decimal.ts';
import { sampleDeal } from '../../crediting/sample-deal.fixture.ts';
import { sampleComponent, samplePlan } from '../../plans/sample-plan.fixture.ts';
import { sampleParticipant } from '../../quotas/sample-quota.fixture.ts';
import { calculate, claimsOnFunds } from '../calculate.ts';
import type { Calculation, CalculationInput, EarlierPay } from '../payout.ts';
import { sampleInput } from '../scenarios/sample-input.fixture.ts';
import { fundsLeft } from './fund.ts';

const people = ['ann', 'ben', 'cid'];

function spiffInput(deals: CalculationInput['deals'], fund: string, wanted: Partial<CalculationInput> = {}) {
  const push = sampleComponent({
    id: 'push',
    name: 'Push',
    weight: 0,
    rate: { kind: 'flat', ratePercent: '10' },
    spiff: { from: '2024-01-10', to: '2024-03-20', fund },
  });
  return sampleInput({
    plan: samplePlan({ components: [sampleComponent(), push], planCap: '500' }),
    participants: people.map((id) => sampleParticipant(id)),
    deals,
    ...wanted,
  });
}

function paid(input: CalculationInput): Calculation {
  const result = calculate(input);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.value;
}

const pushed = (calculation: Calculation) => calculation.lines.filter((line) => line.componentId === 'push');
const total = (texts: readonly string[]): Decimal => sum(texts.map(decimal));

const deals = fc
  .array(
    fc.record({
      cents: fc.integer({ min: -200_000, max: 500_000 }),
      day: fc.integer({ min: 1, max: 28 }),
      who: fc.constantFrom(...people),
    }),
    { maxLength: 12 },
  )
  .map((drawn) =>
    drawn.map(({ cents, day, who }, i) =>
      sampleDeal(`d${i}`, decimal(String(cents)).times('0.01').toFixed(2), {
        date: `2024-02-${String(day).padStart(2, '0')}`,
        participantId: who,
      }),
    ),
  );
const funds = fc
  .integer({ min: 1, max: 120_000 })
  .map((cents) => decimal(String(cents)).times('0.01').toFixed(2));

describe('[PAY-41] a SPIFF for some', () => {
  const plan = ({ plan: { components, ...plan } }: CalculationInput, participants: readonly string[]) => ({
    ...plan,
    components: components.map((one) =>
      one.spiff ? { ...one, spiff: { ...one.spiff, participants } } : one,
    ),
  });
  test('pays named payees as if no one else sold anything, and gives no one else a line', () => {
    const property = fc.property(
      deals,
      funds,
      fc.subarray(people, { minLength: 1 }),
      (given, fund, named) => {
        const input = spiffInput(given, fund);
        const some = pushed(paid({ ...input, plan: plan(input, named) }));
        expect(some.map(({ participantId }) => participantId)).toEqual(named);
        const alone = given.filter(({ participantId }) => named.includes(participantId));
        const lines = pushed(paid(spiffInput(alone, fund))).filter((one) =>
          named.includes(one.participantId),
        );
        expect(some.map(({ amount, credits }) => [amount, credits])).toEqual(
          lines.map(({ amount, credits }) => [amount, credits]),
        );
      },
    );
    fc.assert(property, { numRuns: 60 });
  });

  test('its deals create no line for participants outside the plan who are not named', () => {
    const input = spiffInput([sampleDeal('d', '100', { kind: 'push', date: '2024-02-01' })], '50', {
      participants: people.map((id) => sampleParticipant(id, { hiredOn: '2025-01-01' })),
    });
    const { components, ...rest } = plan(input, ['ben']);
    const only = components.filter(({ spiff }) => spiff !== undefined);
    const idle = sampleComponent({ filter: [{ field: 'kind', in: ['none'] }] });
    const lines = (ids: readonly string[]) =>
      paid({
        ...input,
        plan: {
          ...rest,
          components: [idle, ...plan({ ...input, plan: { ...rest, components: only } }, ids).components],
        },
      }).lines.map(({ participantId, componentId, amount }) => [participantId, componentId, amount]);
    expect(lines(['ben'])).toEqual([]);
    expect(lines(['ann'])).toEqual([
      ['ann', 'sales', '0.00'],
      ['ann', 'push', '10.00'],
    ]);
  });
});

describe('[PAY-36] the fund of a SPIFF', () => {
  test('is settled the same for all together and one by one', () => {
    const property = fc.property(deals, funds, (drawn, fund) => {
      const input = spiffInput(drawn, fund);
      const together = paid(input);
      const claims = people.flatMap((id) => {
        const asked = claimsOnFunds({ ...input, payeeIds: [id] });
        if (!asked.ok) throw new Error('claims');
        return asked.value;
      });
      const fundLeft = fundsLeft(input.plan, claims, []);
      const apart = people.flatMap((id) => {
        const own = fundLeft.filter((turn) => turn.participantId === id);
        return paid({ ...input, payeeIds: [id], fundLeft: own }).lines;
      });
      expect(JSON.stringify(apart)).toBe(JSON.stringify(together.lines));
    });
    fc.assert(property, { numRuns: 60 });
  });

  test('never pays more than it has, nor anybody more than without it; deals sum to their line', () => {
    const property = fc.property(deals, funds, (drawn, fund) => {
      const input = spiffInput(drawn, fund);
      const lines = pushed(paid(input));
      const free = pushed(paid(spiffInput(drawn, '1000000')));
      expect(total(lines.map(({ amount }) => amount)).lte(decimal(fund))).toBe(true);
      for (const [i, line] of lines.entries()) {
        expect(
          decimal(line.amount)
            .abs()
            .lte(decimal(free[i]?.amount ?? '0').abs()),
        ).toBe(true);
        expect(total(line.credits.map(({ earned }) => earned)).toFixed(2)).toBe(line.amount);
      }
    });
    fc.assert(property, { numRuns: 60 });
  });

  test('[PAY-15] a sale and its full refund come to zero, and leave the fund to the others', () => {
    const property = fc.property(deals, funds, (drawn, fund) => {
      const ann = drawn.filter((deal) => deal.participantId === 'ann');
      const refunds = ann.map((deal) => ({
        ...deal,
        id: `r${deal.id}`,
        amount: plain(decimal(deal.amount).neg()),
      }));
      const others = drawn.filter((deal) => deal.participantId !== 'ann');
      const lines = pushed(paid(spiffInput([...drawn, ...refunds], fund)));
      expect(lines[0]?.amount).toBe('0.00');
      expect(lines.map(({ amount }) => amount)).toEqual(
        pushed(paid(spiffInput(others, fund))).map(({ amount }) => amount),
      );
    });
    fc.assert(property, { numRuns: 60 });
  });

  test('earlier pay is spent from the fund', () => {
    const sold = [sampleDeal('d', '5000', { date: '2024-02-01' })];
    const input = spiffInput(sold, '300');
    const push = {
      ...input.plan.components[1]!,
      spiff: { from: '2023-12-01', to: '2024-03-20', fund: '300' },
    };
    const plan = { ...input.plan, components: [input.plan.components[0]!, push] };
    expect(calculate({ ...input, plan })).toMatchObject({ ok: false, problems: [{ rule: 'PAY-36' }] });
    const before = { participantId: 'cid', componentId: 'push', from: '2023-12-01', to: '2023-12-31' };
    const earlier = [{ ...before, amount: '250.00', carried: '0' }];
    expect(pushed(paid({ ...input, plan, earlier }))[0]?.amount).toBe('50.00');
  });

  test('[INV-5] sales of several periods and their full returns, each in a period of its own, come to zero', () => {
    const sales = fc.array(
      fc.record({ amount: fc.integer({ min: 1, max: 5_000 }), who: fc.constantFrom(...people) }),
      { minLength: 1, maxLength: 4 },
    );
    const property = fc.property(sales, funds, (sold, fund) => {
      const { plan } = spiffInput([], fund);
      const [, push] = plan.components;
      const open = { ...push!, spiff: { from: '2023-01-01', to: '2024-12-31', fund } };
      const earlier: EarlierPay[] = [];
      const course = [...sold, ...sold.map(({ amount, who }) => ({ amount: -amount, who }))];
      for (const [i, { amount, who }] of course.entries()) {
        const day = `2024-02-${String(i + 1).padStart(2, '0')}`;
        const period = { key: `${day}..${day}`, from: day, to: day };
        const deals = [sampleDeal(`d${i}`, String(amount), { date: day, participantId: who })];
        const input = spiffInput(deals, fund, { plan: { ...plan, components: [plan.components[0]!, open] } });
        const lines = pushed(paid({ ...input, period, earlier }));
        earlier.push(...lines.map((line) => ({ ...line, from: period.from, to: period.to, carried: '0' })));
      }
      for (const id of people) {
        const own = earlier.filter(({ participantId }) => participantId === id);
        expect(total(own.map(({ amount }) => amount)).toFixed(2)).toBe('0.00');
      }
    });
    fc.assert(property, { numRuns: 40 });
  });

  test('cannot be settled for some payees without the fund left', () => {
    const sold = [sampleDeal('d', '5000', { date: '2024-02-01' })];
    const alone = { ...spiffInput(sold, '300'), payeeIds: ['ann'] };
    expect(calculate(alone)).toMatchObject({ ok: false, problems: [{ rule: 'PAY-36', path: 'fundLeft' }] });
    expect(calculate({ ...alone, fundLeft: [] })).toMatchObject({
      ok: false,
      problems: [{ rule: 'PAY-36', path: 'fundLeft[ann, d]' }],
    });
    const turn = { componentId: 'push', participantId: 'ann', dealId: 'd' };
    expect(calculate({ ...alone, fundLeft: [{ ...turn, left: 'all' }] })).toMatchObject({
      problems: [{ rule: 'PAY-36', path: 'fundLeft[ann, d].left' }],
    });
    expect(pushed(paid({ ...alone, fundLeft: [{ ...turn, left: '7' }] }))[0]?.amount).toBe('7.00');
    expect(pushed(paid({ ...alone, fundLeft: 'settle-here' }))[0]?.amount).toBe('300.00');
  });
});

test('[PAY-35] [PAY-34] a SPIFF counts its own days only, and is outside the plan cap', () => {
  const sold = ['2024-01-09', '2024-01-10', '2024-03-20', '2024-03-21'].map((date) =>
    sampleDeal(date, '2000', { date }),
  );
  const lines = paid(spiffInput(sold, '1000000')).lines.filter((line) => line.participantId === 'ann');
  expect(lines.map(({ amount }) => amount)).toEqual(['500.00', '400.00']);
  expect(lines[1]?.credits.map(({ dealId }) => dealId)).toEqual(['2024-01-10', '2024-03-20']);
  expect(
    total(lines[0]?.credits.map(({ earned }) => earned) ?? [])
      .minus('500')
      .eq(ZERO),
  ).toBe(true);
});
