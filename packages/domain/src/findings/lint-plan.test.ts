import { describe, expect, test } from 'vitest';
import { sampleDeal } from '../crediting/sample-deal.fixture.ts';
import type { Component, Plan, Rate } from '../plans/plan.ts';
import { sampleComponent, samplePlan } from '../plans/sample-plan.fixture.ts';
import { sampleParticipant, sampleQuota } from '../quotas/sample-quota.fixture.ts';
import type { Finding } from './finding.ts';
import { lintCourse, lintPlan } from './lint-plan.ts';
import type { History } from './pay-history.ts';
import { sampleHistory } from './sample-history.fixture.ts';

const planOf = (wanted: Partial<Plan>, ...components: Partial<Component>[]): Plan =>
  samplePlan({
    ...wanted,
    components: components.map((one, i) => sampleComponent({ id: `c${i}`, name: `C${i}`, ...one })),
  });

function lint(plan: Plan, ...histories: Partial<History>[]) {
  const course = lintCourse(plan);
  for (const history of histories) course.take(sampleHistory(history));
  return course.report();
}
const byRule = (findings: readonly Finding[], rule: string) => findings.filter((one) => one.rule === rule);
const target: Rate = { kind: 'target' };
const table = (kind: 'marginal' | 'retroactive', ...tiers: [string, string | null, string][]): Rate => ({
  kind,
  thresholds: 'amount',
  per: 'period',
  tiers: tiers.map(([from, to, ratePercent]) => ({ from, to, ratePercent })),
});

describe('[LINT-1] an accelerator with two readings', () => {
  const plan = planOf({}, { rate: target, accelerator: '>120% @ 1.2x', cap: '9x' });
  test('the stake is the difference of the two readings on the history', () => {
    // 150 %: 120 + 30 × 1.2 = 156 % of 15,000 against 150 × 1.2 = 180 %
    const { findings } = lint(plan, { quotas: [sampleQuota('100000')], deals: [sampleDeal('1', '150000')] });
    expect(byRule(findings, 'LINT-1')).toMatchObject([
      { severity: 'warning', path: 'components[0].accelerator', stake: { amount: '3600.00', payees: 1 } },
    ]);
  });
  test('without a payee above the threshold it is a note without money', () => {
    const { findings } = lint(plan, { quotas: [sampleQuota('100000')], deals: [sampleDeal('1', '100000')] });
    expect(byRule(findings, 'LINT-1')).toMatchObject([
      { severity: 'note', stake: { amount: '0.00', payees: 0 } },
    ]);
  });
});

test('[LINT-1] a decelerator has two readings too, and its stake is its own', () => {
  // 150 % with 50 % below 80 %: 40 + 70 = 110 % of 15,000, or lifted 150 %
  const given = { quotas: [sampleQuota('100000')], deals: [sampleDeal('1', '150000')] };
  const plan = planOf({}, { rate: target, decelerator: '<80% @ 0.5x', accelerator: '>200% @ 2x', cap: '9x' });
  const found = byRule(lint(plan, given).findings, 'LINT-1');
  expect(found).toMatchObject([
    { severity: 'warning', path: 'components[0].decelerator', stake: { amount: '6000.00', payees: 1 } },
    { severity: 'note', path: 'components[0].accelerator', stake: { amount: '0.00' } },
  ]);
  expect(found[0]?.message).toBe(
    '“<80% @ 0.5x” on C0 can mean two things; this plan pays it permanently on everything below the threshold.',
  );
  const lifted = lint({ ...plan, deceleratorReading: 'first-dollar' }, given);
  expect(byRule(lifted.findings, 'LINT-1')[0]).toMatchObject({ stake: { amount: '6000.00' } });
});

describe('[LINT-2] tables with gaps or overlaps', () => {
  test.each([
    ['gap', table('marginal', ['0', '1000', '1'], ['2000', null, '2']), 'rate.tiers[1].from', '10.00'],
    ['overlap', table('marginal', ['0', '2000', '1'], ['1000', null, '2']), 'rate.tiers[1].from', '10.00'],
    ['end', table('marginal', ['0', '1000', '1']), 'rate.tiers[0].to', '20.00'],
    ['start', table('marginal', ['1000', null, '1']), 'rate.tiers[0].from', '10.00'],
  ] as const)('%s', (_, rate, path, amount) => {
    const { findings } = lint(planOf({}, { rate }), { deals: [sampleDeal('1', '3000')] });
    expect(byRule(findings, 'LINT-2')).toMatchObject([
      { severity: 'error', path: `components[0].${path}`, stake: { amount, payees: 1 } },
    ]);
  });
  test('a valid table has none', () => {
    const rate = table('marginal', ['0', '1000', '1'], ['1000', null, '2']);
    expect(byRule(lint(planOf({}, { rate }), {}).findings, 'LINT-2')).toEqual([]);
  });
});

describe('[LINT-3] pay that jumps', () => {
  const rate = table('retroactive', ['0', '1000', '1'], ['1000', null, '2']);
  test('at the edge of a retroactive tier, with the payees just below it', () => {
    // 960 pays 9.60; 1,000 would pay 20.00. 940 is further than 5 % below.
    const { findings } = lint(
      planOf({}, { rate }),
      { deals: [sampleDeal('1', '960')] },
      { ...payee('ben'), deals: [sampleDeal('2', '940', { participantId: 'ben' })] },
    );
    const [cliff] = byRule(findings, 'LINT-3');
    expect(cliff).toMatchObject({ severity: 'warning', stake: { amount: '10.40', payees: 1 } });
    expect(cliff?.message).toContain('pay jumps, by 10.00 USD');
  });
  test('just above the threshold of a first-dollar accelerator', () => {
    const plan = planOf(
      { acceleratorReading: 'first-dollar' },
      { rate: target, accelerator: '>120% @ 1.2x' },
    );
    const { findings } = lint(plan, { quotas: [sampleQuota('1000')], deals: [sampleDeal('1', '1190')] });
    // 119 % pays 17,850.00; the first cent above 1,200 pays 144.0012 % of 15,000
    expect(byRule(findings, 'LINT-3')).toMatchObject([
      { path: 'components[0].accelerator', stake: { amount: '3750.18', payees: 1 } },
    ]);
  });
  test('marginal tables do not jump', () => {
    const smooth = planOf({}, { rate: table('marginal', ['0', '1000', '1'], ['1000', null, '2']) });
    expect(byRule(lint(smooth, { deals: [sampleDeal('1', '960')] }).findings, 'LINT-3')).toEqual([]);
  });
});

test('[LINT-4] components without limit, with pay above twice the target', () => {
  const history = { quotas: [sampleQuota('1000')], deals: [sampleDeal('1', '3000')] };
  expect(byRule(lint(planOf({}, { rate: target }), history).findings, 'LINT-4')).toMatchObject([
    { severity: 'warning', path: 'components[0].cap', stake: { amount: '15000.00', payees: 1 } },
  ]);
  expect(byRule(lint(planOf({}, { rate: target, cap: '3x' }), history).findings, 'LINT-4')).toEqual([]);
});

describe('[LINT-5] gates', () => {
  const plan = planOf(
    {},
    {
      rate: { kind: 'flat', ratePercent: '10' },
      weight: 50,
      gate: { componentId: 'c1', atLeastPercent: '80' },
    },
    { rate: { kind: 'flat', ratePercent: '1' }, weight: 50, filter: [{ field: 'product', in: ['New'] }] },
  );
  const given = (amount: string, id = 'ann'): Partial<History> => ({
    ...payee(id),
    quotas: [sampleQuota('1000', { componentId: 'c1', participantId: id })],
    deals: [sampleDeal(`n-${id}`, amount, { product: 'New', participantId: id })],
  });
  test('that no line met withhold everything', () => {
    expect(byRule(lint(plan, given('799.99')).findings, 'LINT-5')).toMatchObject([
      { severity: 'warning', path: 'components[0].gate', stake: { amount: '80.00', payees: 1 } },
    ]);
  });
  test('that all lines met change nothing', () => {
    expect(byRule(lint(plan, given('800')).findings, 'LINT-5')).toMatchObject([
      { severity: 'note', stake: { amount: '0.00', payees: 0 } },
    ]);
  });
  test('that name two components are met if both are, and state the effect of a closed one', () => {
    const one = (product: string) => ({
      rate: { kind: 'flat', ratePercent: '1' } as const,
      weight: 25,
      filter: [{ field: 'product' as const, in: [product] }],
    });
    const rate = table('marginal', ['0', '500', '10'], ['500', null, '20']);
    const also = [{ componentId: 'c2', atLeastPercent: '50' }];
    const gate = { componentId: 'c1', atLeastPercent: '80', also, closes: 'higher-rates' } as const;
    const both = planOf({}, { rate, weight: 50, gate }, one('New'), one('Old'));
    const quotas = ['c1', 'c2'].map((componentId) => sampleQuota('1000', { componentId }));
    const deals = (old: string) => [
      sampleDeal('n', '800', { product: 'New' }),
      sampleDeal('o', old, { product: 'Old' }),
    ];
    // 1,200 at 10 % and, above 500, 20 %: 190; all at 10 %: 120
    expect(byRule(lint(both, { quotas, deals: deals('499') }).findings, 'LINT-5')).toMatchObject([
      {
        severity: 'warning',
        message:
          'The gate of C0 (c1 at 80%, c2 at 50%): no one passed it in 1 time; the higher rates paid nothing.',
        stake: { amount: '79.90' },
      },
    ]);
    expect(byRule(lint(both, { quotas, deals: deals('500') }).findings, 'LINT-5')).toMatchObject([
      { severity: 'note' },
    ]);
  });
  test('that ask for an average are met where it is, decided on the exact figures', () => {
    const one = (product: string) => ({
      rate: { kind: 'flat', ratePercent: '1' } as const,
      weight: 25,
      filter: [{ field: 'product' as const, in: [product] }],
    });
    const average = [
      { componentId: 'c1', weightPercent: '60' },
      { componentId: 'c2', weightPercent: '40' },
    ];
    const asked = (max?: string) => {
      const gate = { average, atLeastPercent: '80', ...(max !== undefined && { countAtMostPercent: max }) };
      const rate = { kind: 'flat', ratePercent: '10' } as const;
      return planOf({}, { rate, weight: 50, gate }, one('New'), one('Old'));
    };
    const quotas = ['c1', 'c2'].map((componentId) => sampleQuota('300', { componentId }));
    const deals = [sampleDeal('n', '400', { product: 'New' })];
    // 60 % of 133.33… is 80 %; counted up to 100 % it is 60 %
    expect(byRule(lint(asked(), { quotas, deals }).findings, 'LINT-5')).toMatchObject([{ severity: 'note' }]);
    expect(byRule(lint(asked('100'), { quotas, deals }).findings, 'LINT-5')).toMatchObject([
      {
        severity: 'warning',
        message:
          'The gate of C0 (c1 60% and c2 40%, on average at 80%, each counted up to 100%): no one passed it in 1 time; the component paid nothing.',
        stake: { amount: '40.00', payees: 1 },
      },
    ]);
    const short = [sampleDeal('n', '399.99', { product: 'New' })];
    expect(byRule(lint(asked(), { quotas, deals: short }).findings, 'LINT-5')).toMatchObject([
      { severity: 'warning', stake: { amount: '40.00' } },
    ]);
  });
  test('that look at a longer window are met by all credit of the window', () => {
    const window = { kind: 'year-to-date', settle: 'rate-only' } as const;
    const [gated, reached] = plan.components;
    const monthly = { ...plan, calendar: { ...plan.calendar, period: 'month' as const } };
    const months = ['01-01..2024-01-31', '02-01..2024-02-29', '03-01..2024-03-31'].map((days) => {
      const [from = '', to = ''] = days.split('..');
      return sampleQuota('1000', { componentId: 'c1', from: `2024-${from}`, to });
    });
    const deals = ['01', '02', '03'].map((month) =>
      sampleDeal(month, month === '01' ? '2400' : '1', { product: 'New', date: `2024-${month}-10` }),
    );
    const found = lint(
      { ...monthly, components: [gated!, { ...reached!, window }] },
      { quotas: months, deals },
    );
    expect(byRule(found.findings, 'LINT-5')).toMatchObject([{ severity: 'note' }]);
  });
  test('that name a component skip payees without a line of it', () => {
    const [gated, asked] = plan.components;
    const spiff = { from: '2024-01-01', to: '2024-12-31', fund: '100', participants: ['ben'] };
    const dated = {
      ...plan,
      components: [
        { ...gated!, weight: 100 },
        { ...asked!, weight: 0, spiff },
      ],
    };
    for (const amount of ['799.99', '800'])
      expect(byRule(lint(dated, given(amount)).findings, 'LINT-5')).toEqual([]);
  });
  test('that part of them met do their work', () => {
    expect(byRule(lint(plan, given('800'), given('1', 'ben')).findings, 'LINT-5')).toEqual([]);
  });
});

describe('[LINT-3] further jumps', () => {
  const near = { quotas: [sampleQuota('100000')], deals: [sampleDeal('1', '78000')] };
  const cliffs = (wanted: Partial<Plan>, component: Partial<Component>) =>
    byRule(lint(planOf(wanted, { rate: target, cap: '9x', ...component }), near).findings, 'LINT-3');
  test('a decelerator that is lifted: 78 % at half is 5,850, 80 % in full 12,000', () => {
    const slow = { decelerator: '<80% @ 0.5x' };
    expect(cliffs({ deceleratorReading: 'first-dollar' }, slow)).toMatchObject([
      {
        severity: 'warning',
        path: 'components[0].decelerator',
        message:
          'C0: at 80% of quota all attainment counts in full instead of 0.5 times, so pay jumps by 40% of target.',
        stake: { amount: '6150.00', payees: 1 },
      },
    ]);
    expect(cliffs({}, slow)).toEqual([]);
  });
  test('a stepped curve jumps at every point, a linear one where it begins', () => {
    const curve = (shape: 'stepped' | 'linear') => ({
      kind: 'curve' as const,
      curve: {
        shape,
        beyond: 'hold' as const,
        points: [
          { atPercent: '50', valuePercent: '30' },
          { atPercent: '80', valuePercent: '60' },
        ],
      },
    });
    expect(cliffs({}, { rate: curve('stepped') })).toMatchObject([
      { severity: 'warning', path: 'components[0].rate.curve.points[1]', stake: { amount: '4500.00' } },
      { severity: 'note', path: 'components[0].rate.curve.points[0]' },
    ]);
    expect(cliffs({}, { rate: curve('linear') })).toMatchObject([
      {
        message: 'C0: at 50% of quota the pay curve goes from 0% to 30% of target at once.',
        path: 'components[0].rate.curve.points[0]',
      },
    ]);
  });
});

test('[LINT-3] [LINT-7] a longer window reaches tiers and edges with all its credit', () => {
  const window = { kind: 'year-to-date', settle: 'rate-only' } as const;
  const rate = table('retroactive', ['0', '2000', '5'], ['2000', null, '10']);
  const plan = planOf({}, { rate, window, cap: '9x' });
  const monthly = { ...plan, calendar: { ...plan.calendar, period: 'month' as const } };
  const sold = (...amounts: string[]) => ({
    deals: amounts.map((amount, i) => sampleDeal(`${i}`, amount, { date: `2024-0${i + 1}-10` })),
  });
  const reached = lint(monthly, sold('900', '900', '900')).findings;
  expect(byRule(reached, 'LINT-7')).toEqual([]);
  // 1,950 in all; 50 more would be paid, with the last month's 150, at 10 % instead of 5 %
  const short = lint(monthly, sold('900', '900', '150')).findings;
  expect(byRule(short, 'LINT-3')).toMatchObject([
    { severity: 'warning', stake: { amount: '12.50', payees: 1 } },
  ]);
  expect(byRule(short, 'LINT-7')).toMatchObject([{ path: 'components[0].rate.tiers[1]' }]);
});

test('[LINT-6] [ASSIST-ENT-10] weights that drift from actual pay', () => {
  const plan = planOf(
    {},
    { weight: 50, rate: { kind: 'flat', ratePercent: '9' }, filter: [{ field: 'product', in: ['A'] }] },
    { weight: 50, rate: { kind: 'flat', ratePercent: '1' }, filter: [{ field: 'product', in: ['B'] }] },
  );
  const deals = [sampleDeal('1', '1000', { product: 'A' }), sampleDeal('2', '1000', { product: 'B' })];
  const found = byRule(lint(plan, { deals }).findings, 'LINT-6');
  expect(found).toMatchObject([
    { path: 'components[0].weight', stake: { amount: '40.00', payees: 1 } },
    { path: 'components[1].weight', stake: { amount: '40.00', payees: 1 } },
  ]);
  expect(found[0]?.message).toContain('weighs 50% but paid 90%');
});

test('[LINT-7] the lowest unreached tier', () => {
  const rate = table(
    'marginal',
    ['0', '1000', '1'],
    ['1000', '5000', '2'],
    ['5000', '9000', '3'],
    ['9000', null, '4'],
  );
  const { findings } = lint(planOf({}, { rate }), { deals: [sampleDeal('1', '4999.99')] });
  const found = byRule(findings, 'LINT-7');
  expect(found).toMatchObject([{ path: 'components[0].rate.tiers[2]', severity: 'note' }]);
  expect(found[0]?.message).toContain('the highest was 4,999.99');
});

test('[LINT-8] deals that two components credit to the same person', () => {
  const plan = planOf(
    {},
    { weight: 50, rate: { kind: 'flat', ratePercent: '10' } },
    { weight: 50, rate: { kind: 'flat', ratePercent: '2' }, filter: [{ field: 'product', in: ['A'] }] },
  );
  const deals = [sampleDeal('1', '1000', { product: 'A' }), sampleDeal('2', '1000', { product: 'B' })];
  expect(byRule(lint(plan, { deals }).findings, 'LINT-8')).toMatchObject([
    { severity: 'warning', path: 'components[1].filter', stake: { amount: '20.00', payees: 1 } },
  ]);
});

test('[LINT-9] money in a currency without rates, in its own currency', () => {
  const deals = [sampleDeal('1', '1000', { currency: 'CHF' }), sampleDeal('2', '500', { currency: 'CHF' })];
  const { findings } = lint(planOf({}, {}), { deals });
  expect(findings[0]).toMatchObject({
    rule: 'LINT-9',
    severity: 'error',
    stake: { amount: '1500', currency: 'CHF', payees: 1 },
  });
});

test('[LINT-9] a quota in a currency without rates, in its own currency', () => {
  const plan = planOf({}, { rate: target });
  const { findings } = lint(plan, { quotas: [sampleQuota('900', { currency: 'CHF' })], deals: [] });
  expect(byRule(findings, 'LINT-9')).toMatchObject([
    { severity: 'error', stake: { amount: '900', currency: 'CHF', payees: 1 } },
  ]);
  const counted = lint(plan, { quotas: [sampleQuota('900', { currency: 'USD' })], deals: [] });
  expect(byRule(counted.findings, 'LINT-9')).toEqual([]);
});

test('[LINT-10] orders are tried where several steps exist, and reported only if pay differs', () => {
  const plan = planOf({}, { rate: target, cap: '2x', accelerator: '>100% @ 2x' });
  const { findings } = lint(plan, { quotas: [sampleQuota('100')], deals: [sampleDeal('1', '170')] });
  expect(byRule(findings, 'LINT-10')).toEqual([]);
});

test('[LINT-10] a limit in money before or after the weight is other money', () => {
  const limits = [{ kind: 'amount', atMost: '1000', excess: 'lost' } as const];
  const plan = planOf({}, { rate: target, weight: 50, limits }, { weight: 50 });
  const { findings } = lint(plan, { quotas: [sampleQuota('100')], deals: [sampleDeal('1', '100')] });
  // 1,000 × 50 % as written; min(15,000 × 50 %, 1,000) with the weight first
  expect(byRule(findings, 'LINT-10')).toMatchObject([
    { severity: 'warning', path: 'order', stake: { amount: '500.00', payees: 1 } },
  ]);
});

test('[LINT-11] unpayable payees are listed, so that incomplete figures show it', () => {
  const { findings, looked } = lint(planOf({}, { rate: target }), {
    quotas: [],
    deals: [sampleDeal('1', '1000')],
  });
  expect(byRule(findings, 'LINT-11')).toMatchObject([{ severity: 'error', stake: null }]);
  expect(looked).toEqual({
    payees: 1,
    periods: 0,
    lines: 0,
    total: '0.00',
    currency: 'USD',
    assumptions: [],
  });
});

test('[LINT-11] findings do not depend on the order of the payees, and a lint can be left at any payee', () => {
  const plan = planOf({}, { rate: table('retroactive', ['0', '1000', '1'], ['1000', null, '2']) });
  const histories = ['ann', 'ben', 'cid'].map((id, i) =>
    sampleHistory({ ...payee(id), deals: [sampleDeal(id, `9${i + 5}0`, { participantId: id })] }),
  );
  const whole = (list: readonly History[]) => {
    const course = lintPlan(plan, list);
    const seen: number[] = [];
    for (;;) {
      const next = course.next();
      if (next.done) return { report: next.value, seen };
      seen.push(next.value.done);
    }
  };
  expect(whole(histories).seen).toEqual([1, 2, 3]);
  expect(whole(histories.toReversed()).report).toEqual(whole(histories).report);
  const left = lintPlan(plan, histories);
  left.next();
  expect(left.return({ findings: [], looked: whole([]).report.looked }).done).toBe(true);
});

function payee(id: string): Partial<History> {
  return { participants: [sampleParticipant(id)], payeeIds: [id] };
}

test('[SIM-1] the shared fund of a SPIFF is excluded payee by payee, with a note', () => {
  const spiff = { from: '2024-01-01', to: '2024-03-31', fund: '10' };
  const rate: Rate = { kind: 'flat', ratePercent: '10' };
  const plan = planOf({}, { weight: 100 }, { weight: 0, rate, spiff });
  const { looked } = lint(plan, { ...payee('ann'), deals: [sampleDeal('1', '1000')] });
  expect(looked.total).toBe('200.00');
  expect(looked.assumptions).toEqual(['The fund of C1 is ignored; amounts are before the fund.']);
  const limits = [{ kind: 'amount', atMost: '1000', excess: 'carried' } as const];
  const carrying = lint({ ...planOf({}, { limits }), order: ['gate', 'weight', 'cap'] }, {});
  expect(carrying.looked.assumptions).toEqual([
    'Pay C0 carried from before the first day is assumed to be zero.',
  ]);
});
