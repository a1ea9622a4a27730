import { describe, expect, test } from 'vitest';
import { calculate } from '../../payouts/calculate.ts';
import { sampleInput } from '../../payouts/scenarios/sample-input.fixture.ts';
import { parsePlan } from '../parse-plan.ts';
import { type Component, isTargetBased, type Plan, type Rate } from '../plan.ts';
import { checkPlan } from '../plan-checks.ts';
import { MAX_COMPONENTS } from '../plan-schema.ts';
import { sampleComponent, samplePlan } from '../sample-plan.fixture.ts';
import type { Curve, Limit } from '../terms.ts';

const faults = (wanted: Partial<Plan>) =>
  checkPlan(samplePlan(wanted)).map(({ rule, path }) => `${rule} ${path}`);
const ofComponent = (wanted: Partial<Component>, plan: Partial<Plan> = {}) =>
  faults({ ...plan, components: [sampleComponent(wanted)] });
const ofTwo = (first: Partial<Component>, second: Partial<Component> = {}, plan: Partial<Plan> = {}) =>
  faults({
    ...plan,
    components: [
      sampleComponent({ id: 'a', name: 'A', weight: 50, ...first }),
      sampleComponent({ id: 'b', name: 'B', weight: 50, ...second }),
    ],
  });
const curve = (pairs: readonly (readonly [string, string])[], wanted: Partial<Curve> = {}): Curve => ({
  shape: 'linear',
  points: pairs.map(([atPercent, valuePercent]) => ({ atPercent, valuePercent })),
  beyond: 'hold',
  ...wanted,
});
const target: Rate = { kind: 'target' };
const tiers = [
  { from: '0', to: '100', ratePercent: '1' },
  { from: '100', to: null, ratePercent: '2' },
];
const table = (per: 'deal' | 'period'): Rate => ({ kind: 'marginal', thresholds: 'amount', per, tiers });

describe('[TERM-20] bands and steps', () => {
  const bands = (...written: readonly (readonly [string, string, string])[]) =>
    ofComponent({
      rate: {
        kind: 'interpolated-amounts',
        per: 'period',
        bands: written.map(([from, to, amount]) => ({ from, to, amount })),
      },
    });
  const path = 'TERM-20 components[0].rate.bands';
  test.each([
    [
      [
        ['0', '10', '1'],
        ['10', '20', '0'],
      ],
      [],
    ],
    [[], [path]],
    [[['1', '10', '1']], [`${path}[0].from`]],
    [
      [
        ['0', '10', '1'],
        ['11', '20', '1'],
      ],
      [`${path}[1].from`],
    ],
    [
      [
        ['0', '10', '1'],
        ['10', '10', '1'],
      ],
      [`${path}[1].to`],
    ],
    [[['0', '10', '-1']], [`${path}[0].amount`]],
    [[['0', 'x', '1e3']], [`${path}[0].to`, `${path}[0].amount`]],
    [[['0', '1000000000000001', '1']], [`${path}[0].to`]],
  ] as const)('%j', (written, expected) => expect(bands(...written)).toEqual(expected));
  test('steps use the same words', () => {
    const steps = [{ from: '5', to: '10', ratePercent: '-1' }];
    expect(ofComponent({ rate: { kind: 'interpolated-rate', thresholds: 'amount', steps } })).toEqual([
      'TERM-20 components[0].rate.steps[0].from',
      'PLAN-5 components[0].rate.steps[0].ratePercent',
    ]);
  });
});

describe('[TERM-21] curves', () => {
  const pays = (one: Curve) => ofComponent({ rate: { kind: 'curve', curve: one } });
  const path = 'TERM-21 components[0].rate.curve';
  test.each([
    [
      curve([
        ['0', '0'],
        ['100', '100'],
      ]),
      [],
    ],
    [curve([]), [`${path}.points`]],
    [
      curve([
        ['100', '1'],
        ['50', '2'],
      ]),
      [`${path}.points[1].atPercent`],
    ],
    [
      curve([
        ['100', '1'],
        ['100.0', '2'],
      ]),
      [`${path}.points[1].atPercent`],
    ],
    [
      curve([
        ['0', '40'],
        ['100', '100'],
      ]),
      [`${path}.points[0].valuePercent`],
    ],
    [
      curve([
        ['-1', '0'],
        ['x', '-2'],
      ]),
      [0, 1, 2].map((i) => `${path}.points[${Math.min(i, 1)}].${i === 2 ? 'valuePercent' : 'atPercent'}`),
    ],
    [curve([['50', '1']], { beyond: 'continue' }), [`${path}.beyond`]],
    [
      curve(
        [
          ['50', '1'],
          ['60', '2'],
        ],
        { shape: 'stepped', beyond: 'continue' },
      ),
      [`${path}.beyond`],
    ],
  ] as const)('%j', (one, expected) => expect(pays(one)).toEqual(expected));
});

test('[TERM-22] a matrix is rectangular, its edges rise, and nothing pays nothing', () => {
  const matrix = (wanted: Partial<Extract<Rate, { kind: 'matrix' }>>) =>
    ofTwo({
      rate: {
        kind: 'matrix',
        other: 'b',
        shape: 'stepped',
        rowsAtPercent: ['50', '100'],
        columnsAtPercent: ['0', '100'],
        valuePercents: [
          ['50', '60'],
          ['100', '120'],
        ],
        ...wanted,
      },
    });
  const path = 'TERM-22 components[0].rate';
  expect(matrix({})).toEqual([]);
  expect(matrix({ valuePercents: [['50', '60']] })).toEqual([`${path}.valuePercents`]);
  expect(matrix({ valuePercents: [['50', '60'], ['100']] })).toEqual([`${path}.valuePercents[1]`]);
  expect(matrix({ rowsAtPercent: ['100', '50'] })).toEqual([`${path}.rowsAtPercent[1]`]);
  expect(matrix({ columnsAtPercent: ['0', '0'] })).toEqual([`${path}.columnsAtPercent[1]`]);
  expect(matrix({ rowsAtPercent: ['0', '100'] })).toEqual([`${path}.valuePercents[0]`]);
  expect(
    matrix({
      valuePercents: [
        ['50', 'x'],
        ['-1', '120'],
      ],
    }),
  ).toEqual([`${path}.valuePercents[0][1]`, `${path}.valuePercents[1][0]`]);
  expect(matrix({ other: 'z' })).toEqual(['TERM-26 components[0].rate.other']);
});

test('[TERM-23] a decelerator can be read, and ends where the accelerator starts or before', () => {
  const path = 'TERM-23 components[0].decelerator';
  const slow = (decelerator: string, wanted: Partial<Component> = {}) =>
    ofComponent({ rate: target, decelerator, ...wanted });
  expect(slow('<80% @ 0.5x')).toEqual([]);
  expect(slow(' < 80 % @ 0x ')).toEqual([]);
  for (const text of [
    '80% @ 0.5x',
    '<0% @ 0.5x',
    '<80% @ 1x',
    '<80% @ -1x',
    '<80 @ 0.5x',
    '<80% 0.5x',
    '<80% @ 0.5',
    '',
  ])
    expect(slow(text), text).toEqual([path]);
  expect(slow('<80% @ 0.5x', { accelerator: '>79% @ 2x' })).toEqual([path]);
  expect(slow('<80% @ 0.5x', { accelerator: '>80% @ 2x' })).toEqual([]);
  expect(slow('<80% @ 0.5x', { rate: table('period') })).toEqual([path]);
});

test('[TERM-24] a gate on higher rates needs some', () => {
  const gate = { componentId: 'b', atLeastPercent: '90', closes: 'higher-rates' } as const;
  const path = 'TERM-24 components[0].gate.closes';
  expect(ofTwo({ gate, rate: table('period') })).toEqual([]);
  expect(ofTwo({ gate, rate: target, accelerator: '>100% @ 2x' })).toEqual([]);
  expect(ofTwo({ gate })).toEqual([path]);
  expect(ofTwo({ gate, rate: target })).toEqual([path]);
  expect(
    ofTwo({ gate, rate: { ...table('period'), tiers: [{ from: '0', to: null, ratePercent: '1' }] } as Rate }),
  ).toEqual([path]);
});

describe('[TERM-25] [TERM-26] multipliers', () => {
  const on = (componentId: string) => ({
    multiplier: {
      componentId,
      curve: curve([
        ['0', '50'],
        ['100', '100'],
      ]),
    },
  });
  const order = ['gate', 'multiplier', 'cap', 'weight'] as const;
  test('the order says when they are applied, their first value may be anything', () => {
    expect(ofTwo(on('b'), {}, { order })).toEqual([]);
    expect(ofTwo(on('b'))).toEqual(['TERM-25 order']);
    expect(faults({ order: [...order, 'multiplier'] })).toEqual(['PLAN-2 order']);
  });
  test('they name another active component and never go in a circle', () => {
    const path = 'TERM-26 components[0].multiplier';
    expect(ofTwo(on('a'), {}, { order })).toEqual([`${path}.componentId`]);
    expect(ofTwo(on('z'), {}, { order })).toEqual([`${path}.componentId`]);
    expect(ofTwo({ ...on('b'), weight: 100 }, { status: 'Draft' }, { order })).toEqual([
      `${path}.componentId`,
    ]);
    expect(ofTwo(on('b'), on('a'), { order })).toEqual([path]);
    const gate = { componentId: 'a', atLeastPercent: '90' };
    expect(ofTwo(on('b'), { gate }, { order })).toEqual([]);
    expect(ofTwo({ gate: { ...gate, componentId: 'b' } }, on('a'), { order })).toEqual([]);
  });
});

describe('[TERM-27] [TERM-28] limits', () => {
  const path = 'components[0].limits[0]';
  const at = (limit: Limit, wanted: Partial<Component> = {}, plan: Partial<Plan> = {}) =>
    ofComponent({ limits: [limit], ...wanted }, plan);
  test.each([
    [{ kind: 'attainment', atMostPercent: '120' }, {}, []],
    [{ kind: 'attainment', atMostPercent: '0' }, {}, [`TERM-27 ${path}.atMostPercent`]],
    [{ kind: 'attainment', atMostPercent: '120' }, { rate: table('deal') }, [`TERM-27 ${path}`]],
    [{ kind: 'payout-percent', atMostPercent: '120' }, { rate: target }, []],
    [{ kind: 'payout-percent', atMostPercent: '120' }, {}, [`TERM-27 ${path}`]],
    [{ kind: 'deal', atMost: '500' }, {}, []],
    [{ kind: 'deal', atMost: '500' }, { rate: table('deal') }, []],
    [{ kind: 'deal', atMost: '500' }, { rate: table('period') }, [`TERM-27 ${path}`]],
    [{ kind: 'deal', atMost: '-5' }, {}, [`TERM-27 ${path}.atMost`]],
    [{ kind: 'amount', atMost: '0.00', excess: 'lost' }, {}, [`TERM-27 ${path}.atMost`]],
    [{ kind: 'target-multiple', atMost: '2', excess: 'lost' }, {}, []],
    [{ kind: 'target-multiple', atMost: '2', excess: 'lost' }, { cap: '2x' }, [`TERM-27 ${path}`]],
  ] as const)('%j on %j', (limit, wanted, expected) => expect(at(limit, wanted)).toEqual(expected));
  test('each kind once, and what is carried is carried last', () => {
    const limit = { kind: 'amount', atMost: '5', excess: 'carried' } as const;
    expect(at(limit)).toEqual([`TERM-28 ${path}`]);
    expect(at(limit, {}, { order: ['gate', 'weight', 'cap'] })).toEqual([]);
    const twice = {
      limits: [
        { ...limit, excess: 'lost' as const },
        { ...limit, excess: 'lost' as const },
      ],
    };
    expect(ofComponent(twice)).toEqual(['TERM-27 components[0].limits[1]']);
  });
});

test('[TERM-29] the cap of the plan is an amount above zero', () => {
  expect(faults({ planCap: '10000' })).toEqual([]);
  for (const planCap of ['0', '-1', 'x', '1000000000000001'])
    expect(faults({ planCap })).toEqual(['TERM-29 planCap']);
});

test('[TERM-31] only a component that measures money pays when the customer pays', () => {
  const found = (measure: { unit: '$' | 'Count'; own?: string }) =>
    ofComponent({ paidWhen: 'customer-pays', measure: { of: 'amount', ...measure } }).filter((one) =>
      one.startsWith('TERM-31'),
    );
  const fault = ['TERM-31 components[0].paidWhen'];
  expect(found({ unit: '$' })).toEqual([]);
  expect(found({ unit: 'Count' })).toEqual(fault);
  // what a customer paid of the amount says nothing of an own amount
  expect(found({ unit: '$', own: 'ARR' })).toEqual(fault);
});

test('[TERM-30] a SPIFF has days, a fund, no weight, and a commission of its own', () => {
  const spiff = { from: '2024-02-01', to: '2024-02-29', fund: '5000' };
  const path = 'TERM-30 components[0].spiff';
  const one = (wanted: Partial<Component>) => ofComponent({ weight: 0, spiff, ...wanted });
  expect(one({})).toEqual([]);
  expect(one({ spiff: { ...spiff, fund: null } })).toEqual([]);
  expect(one({ spiff: { ...spiff, from: '2024-02-30' } })).toEqual([`${path}.from`]);
  expect(one({ spiff: { ...spiff, to: '2024-01-31' } })).toEqual([`${path}.to`]);
  expect(one({ spiff: { ...spiff, fund: '0' } })).toEqual([`${path}.fund`]);
  expect(one({ spiff: { ...spiff, participants: ['ann', 'ben'] } })).toEqual([]);
  expect(one({ spiff: { ...spiff, participants: ['ann', 'ann'] } })).toEqual([`${path}.participants`]);
  expect(one({ spiff: { ...spiff, planCap: 'inside' } })).toEqual([`${path}.planCap`]);
  expect(one({ weight: 10 })).toEqual([path]);
  expect(one({ rate: target })).toEqual([path]);
  const others = { weight: 100 };
  expect(ofTwo({ weight: 0, spiff }, others)).toEqual([]);
});

test('[TERM-11] numbers and days of conditions can be read, and something lies between them', () => {
  const found = (...filter: Component['filter']) => ofComponent({ filter });
  const at = 'TERM-11 components[0].filter[0]';
  expect(found({ field: 'amount', number: { atLeast: '5', atMost: '5' } })).toEqual([]);
  expect(found({ field: 'amount', number: {} })).toEqual([`${at}.number`]);
  expect(found({ field: 'amount', number: { atLeast: '1e3' } })).toEqual([`${at}.number.atLeast`]);
  expect(found({ field: 'amount', number: { moreThan: '6', lessThan: '5' } })).toEqual([`${at}.number`]);
  expect(found({ field: 'date', days: {} })).toEqual([`${at}.days`]);
  expect(found({ field: 'date', days: { from: '2024-02-30' } })).toEqual([`${at}.days.from`]);
  expect(found({ field: 'date', days: { from: '2024-02-02', to: '2024-02-01' } })).toEqual([`${at}.days`]);
  const where = [{ field: 'date', days: {} }] as const;
  expect(ofComponent({ creditFactors: [{ where, percent: '50' }] })).toEqual([
    'TERM-11 components[0].creditFactors[0].where[0].days',
  ]);
  const parsed = parsePlan(
    samplePlan({ components: [sampleComponent({ filter: [{ field: 'kind', in: ['a'] }] })] }),
  );
  expect(parsed.ok && parsed.value.components[0]?.filter).toEqual([{ field: 'kind', in: ['a'] }]);
  const mixed = {
    ...samplePlan(),
    components: [{ ...sampleComponent(), filter: [{ field: 'amount', in: ['a'] }] }],
  };
  expect(parsePlan(mixed)).toMatchObject({
    ok: false,
    problems: [{ path: 'components[0].filter[0].field' }],
  });
});

describe('bad input', () => {
  test('a thousand tiers pay, one more is refused, and a hundred thousand components are refused at once', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, i) => ({
        from: String(i * 10),
        to: i === count - 1 ? null : String((i + 1) * 10),
        ratePercent: '0.00000001',
      }));
    const plan = (count: number) =>
      samplePlan({
        components: [
          sampleComponent({
            rate: { kind: 'marginal', thresholds: 'amount', per: 'period', tiers: many(count) },
          }),
        ],
      });
    expect(calculate(sampleInput({ plan: plan(1000) })).ok).toBe(true);
    expect(parsePlan(plan(1001)).ok).toBe(false);
    const crowd = samplePlan({ components: Array(100_000).fill(sampleComponent()) });
    expect(checkPlan(crowd)).toMatchObject([{ rule: 'PLAN-1', path: 'components' }]);
    expect(parsePlan(crowd)).toMatchObject({ ok: false, problems: [{ rule: 'PLAN-1', path: 'components' }] });
  });

  test('a circle through a thousand components is reported once', () => {
    const components = Array.from({ length: MAX_COMPONENTS }, (_, i) =>
      sampleComponent({
        id: `c${i}`,
        name: `C${i}`,
        weight: i === 0 ? 100 : 0,
        gate: { componentId: `c${(i + 1) % MAX_COMPONENTS}`, atLeastPercent: '50' },
        multiplier: {
          componentId: `c${(i + 1) % MAX_COMPONENTS}`,
          curve: curve([
            ['0', '50'],
            ['100', '100'],
          ]),
        },
      }),
    );
    const order = ['gate', 'multiplier', 'cap', 'weight'] as const;
    expect(faults({ components, order })).toEqual(['TERM-26 components[0].multiplier']);
  });

  test('which rates pay a share of target', () => {
    expect([target, table('deal')].map(isTargetBased)).toEqual([true, false]);
  });
});
