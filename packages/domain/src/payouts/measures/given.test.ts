import { describe, expect, test } from 'vitest';
import { sampleDeal } from '../../crediting/sample-deal.fixture.ts';
import { sampleComponent, samplePlan } from '../../plans/sample-plan.fixture.ts';
import { calculate } from '../calculate.ts';
import type { CalculationInput } from '../payout.ts';
import { inputOf, monthly, months, paid, year, yearLong } from '../windows/year.fixture.ts';

describe('required input', () => {
  const deducting = monthly(sampleComponent({ window: { kind: 'year-to-date', settle: 'deduct' } }));
  const error = (wanted: Partial<CalculationInput>) => {
    const result = calculate({
      ...inputOf(deducting, [], []),
      quotas: [],
      period: months[2] ?? year,
      ...wanted,
    });
    return result.ok ? [] : result.problems.map(({ rule, path }) => `${rule} ${path}`);
  };
  const pay = (from: string, to: string) => ({
    participantId: 'ann',
    componentId: 'sales',
    from,
    to,
    amount: '1',
    carried: '0',
  });

  test('[MEASURE-5] earlier pay, each day once and inside the window', () => {
    expect(error({ earlier: [] })).toEqual([]);
    expect(error({})).toEqual(['MEASURE-5 earlier']);
    expect(error({ earlier: [pay('2024-01-01', '2024-01-31'), pay('2024-02-01', '2024-02-29')] })).toEqual(
      [],
    );
    expect(error({ earlier: [pay('2024-01-01', '2024-02-15'), pay('2024-02-01', '2024-02-29')] })).toEqual([
      'MEASURE-5 earlier[ann, sales, 2024-02-01]',
    ]);
    expect(error({ earlier: [pay('2024-02-01', '2024-03-01')] })).toEqual([
      'MEASURE-5 earlier[ann, sales, 2024-02-01]',
    ]);
    expect(error({ earlier: [pay('2023-01-01', '2023-12-31')] })).toEqual([]);
    expect(error({ earlier: [{ ...pay('2024-02-30', '2024-03-31'), amount: '1,5' }] })).toEqual([
      'PAY-33 earlier[ann, sales, 2024-02-30].amount',
      'MEASURE-5 earlier[ann, sales, 2024-02-30].from',
    ]);
    expect(error({ earlier: [pay('2024-01-31', '2024-01-01')] })).toEqual([
      'MEASURE-5 earlier[ann, sales, 2024-01-31].to',
    ]);
  });
  test('[MEASURE-5] in the first period of a window nothing can have been paid', () => {
    const result = calculate({ ...inputOf(deducting, [], []), quotas: [], period: months[0] ?? year });
    expect(result.ok).toBe(true);
  });
  test('[MEASURE-3] all deals of the window', () => {
    expect(error({ earlier: [], completeFrom: '2024-01-02' })).toEqual(['MEASURE-3 completeFrom']);
    expect(error({ earlier: [], completeFrom: '2023-06-01' })).toEqual([]);
  });
  test('[MEASURE-2] a payable period, [MEASURE-7] in which something is in force', () => {
    expect(error({ earlier: [], period: { key: 'x', from: '2024-03-01', to: '2024-03-30' } })).toEqual([
      'MEASURE-2 period',
    ]);
    const later = samplePlan({
      components: [sampleComponent({ effective: { from: '2024-04-01', to: null } })],
    });
    expect(error({ plan: later })).toEqual(['MEASURE-7 period']);
  });
  test('[MEASURE-1] [MEASURE-6] the line states the measured days, cut to the days in force', () => {
    const since = monthly(
      sampleComponent({
        effective: { from: '2024-02-10', to: null },
        window: { kind: 'year-to-date', settle: 'rate-only' },
      }),
    );
    const given = [
      sampleDeal('a', '5', { date: '2024-02-09' }),
      sampleDeal('b', '7', { date: '2024-02-10' }),
    ];
    const { lines } = paid({ ...inputOf(since, given, []), quotas: [], period: months[2] ?? year });
    expect(lines[0]?.window).toEqual({
      from: '2024-02-10',
      to: '2024-03-31',
      credited: '7',
      paid: null,
      trueUp: null,
    });
    expect(lines[0]?.credits).toEqual([]);
  });
});

test('[ATT-4] attainment of a window is all its credit over all its quotas', () => {
  const plan = monthly(
    sampleComponent({ rate: { kind: 'target' }, window: { kind: 'quarter-to-date', settle: 'rate-only' } }),
  );
  const given = [
    sampleDeal('a', '50', { date: '2024-01-09' }),
    sampleDeal('b', '70', { date: '2024-02-10' }),
  ];
  const { lines } = paid({
    ...inputOf(
      plan,
      given,
      months.map(() => 100),
    ),
    period: months[1] ?? year,
  });
  expect(lines.map(({ quota, attainmentPercent, credited }) => [quota, attainmentPercent, credited])).toEqual(
    [['200', '60', '70']],
  );
});

test('[PAY-13] amounts of 10^15 and rates of 10^-8 are paid to the cent over a window', () => {
  const plan = monthly(
    sampleComponent({
      rate: { kind: 'flat', ratePercent: '0.00000001' },
      window: { kind: 'year-to-date', settle: 'deduct' },
    }),
  );
  const given = ['999999999999999.99', '1000000000000000', '0.01'].map((amount, i) =>
    sampleDeal(`d${i}`, amount, { date: `2024-0${i + 1}-10` }),
  );
  expect(
    yearLong(
      inputOf(
        plan,
        given,
        months.map(() => 1),
      ),
    )
      .slice(0, 4)
      .map((one) => one.total),
  ).toEqual(['100000.00', '100000.00', '0.00', '0.00']);
});
