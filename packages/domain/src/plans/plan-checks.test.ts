import { expect, test } from 'vitest';
import type { Component, Plan } from './plan.ts';
import { checkPlan } from './plan-checks.ts';
import { movePlan } from './plan-moves.ts';
import { newestStatus, openMoves, versionForChange } from './plan-statuses.ts';
import { sampleComponent, samplePlan } from './sample-plan.fixture.ts';
import type { Tier } from './tier.ts';

const faults = (wanted: Partial<Plan>) =>
  checkPlan(samplePlan(wanted)).map(({ rule, path }) => `${rule} ${path}`);
const ofComponents = (...components: Partial<Component>[]) =>
  faults({ components: components.map((one, i) => sampleComponent({ id: `c${i}`, name: `C${i}`, ...one })) });
const ofTiers = (...tiers: [string, string | null, string?][]) =>
  ofComponents({ rate: { kind: 'marginal', thresholds: 'amount', per: 'period', tiers: tiers.map(toTier) } });
const toTier = ([from, to, ratePercent = '1']: [string, string | null, string?]): Tier => ({
  from,
  to,
  ratePercent,
});

test('a valid plan has no problems', () => expect(checkPlan(samplePlan())).toEqual([]));

test('[PLAN-2] settings: currency, fiscal month, order', () => {
  expect(faults({ currency: 'QQQ' })).toEqual(['PLAN-2 currency']);
  for (const month of [0, 13, 1.5]) {
    expect(faults({ calendar: { period: 'month', fiscalYearStartMonth: month } })).toEqual([
      'PLAN-2 calendar.fiscalYearStartMonth',
    ]);
  }
  expect(faults({ order: ['gate', 'cap'] })).toEqual(['PLAN-2 order']);
  expect(faults({ order: ['gate', 'cap', 'cap'] })).toEqual(['PLAN-2 order']);
  expect(faults({ order: ['weight', 'cap', 'gate'] })).toEqual([]);
});

test('[PLAN-3] ids and names are unique, names apart from capitals and blanks', () => {
  expect(ofComponents({ weight: 50 }, { id: 'c0', weight: 50 })).toEqual(['PLAN-3 components[1].id']);
  expect(ofComponents({ weight: 50, name: 'Sales' }, { weight: 50, name: ' SALES ' })).toEqual([
    'PLAN-3 components[1].name',
  ]);
});

test('[PLAN-4] the weights of the active components are whole and sum to 100 where they decide pay', () => {
  const cap = '2x';
  expect(ofComponents({ weight: 60, cap }, { weight: 30 })).toEqual(['PLAN-4 components']);
  expect(ofComponents({ weight: 60, cap }, { weight: 50 })).toEqual(['PLAN-4 components']);
  expect(ofComponents({ weight: 100 }, { weight: 30, status: 'Draft' })).toEqual([]);
  expect(ofComponents({ weight: 100, status: 'Inactive' })).toEqual(['PLAN-4 components']);
  expect(faults({ components: [] })).toEqual(['PLAN-4 components']);
  expect(ofComponents({ weight: 50.5 }, { weight: 49.5 })).toEqual([
    'PLAN-4 components[0].weight',
    'PLAN-4 components[1].weight',
  ]);
  expect(ofComponents({ weight: 110 }, { weight: -10 })).toEqual([
    'PLAN-4 components[0].weight',
    'PLAN-4 components[1].weight',
  ]);
  const [short] = checkPlan(samplePlan({ components: [sampleComponent({ weight: 70, cap })] }));
  expect(short?.message).toBe(
    'The weights of the active components total 70 instead of 100 (Sales 70). Add 30.',
  );
  const multiple = { kind: 'target-multiple', atMost: '2', excess: 'lost' } as const;
  for (const uses of [
    { rate: { kind: 'target' } },
    { rate: { kind: 'icr' } },
    { limits: [multiple] },
  ] as const)
    expect(ofComponents({ weight: 60, ...uses }, { weight: 30 })).toEqual(['PLAN-4 components']);
  expect(ofComponents({ weight: 60 }, { weight: 0 })).toEqual([]);
});

test('[PLAN-5] tiers follow each other from zero, without gap or overlap, and the last is open', () => {
  expect(ofTiers(['0', '10'], ['10.00', null])).toEqual([]);
  expect(ofTiers()).toEqual(['PLAN-5 components[0].rate.tiers']);
  expect(ofTiers(['1', null])).toEqual(['PLAN-5 components[0].rate.tiers[0].from']);
  expect(ofTiers(['0', '10'], ['11', null])).toEqual(['PLAN-5 components[0].rate.tiers[1].from']);
  expect(ofTiers(['0', '10'], ['9', null])).toEqual(['PLAN-5 components[0].rate.tiers[1].from']);
  expect(ofTiers(['0', '10'])).toEqual(['PLAN-5 components[0].rate.tiers[0].to']);
  expect(ofTiers(['0', null], ['10', null])).toEqual(['PLAN-5 components[0].rate.tiers[0].to']);
  expect(ofTiers(['0', '0'], ['0', null])).toEqual(['PLAN-5 components[0].rate.tiers[0].to']);
  expect(ofTiers(['0', '1e3', 'x'], ['1000', null, '-1'])).toEqual([
    'PLAN-5 components[0].rate.tiers[0].ratePercent',
    'PLAN-5 components[0].rate.tiers[0].to',
    'PLAN-5 components[0].rate.tiers[1].ratePercent',
  ]);
});

test('[PLAN-5] rates are percents within reason', () => {
  for (const ratePercent of ['-1', '1000001', '', '5%']) {
    expect(ofComponents({ rate: { kind: 'flat', ratePercent } })).toEqual([
      'PLAN-5 components[0].rate.ratePercent',
    ]);
  }
});

test('[PLAN-6] a cap can be read, and on a commission it needs a weight', () => {
  expect(ofComponents({ cap: '2' })).toEqual(['PLAN-6 components[0].cap']);
  expect(ofComponents({ cap: '2x', weight: 0 }, { weight: 100 })).toEqual(['PLAN-6 components[0].cap']);
  expect(ofComponents({ cap: '2x' })).toEqual([]);
  const [problem] = checkPlan(samplePlan({ components: [sampleComponent({ cap: '2 times' })] }));
  expect(problem?.message).toBe(
    '"2 times" is not valid: at character 3, expected an "x" after the number, like 2x, but found "t".',
  );
});

test('[PLAN-7] an accelerator is readable and belongs to a target-based component', () => {
  expect(ofComponents({ accelerator: '>120% @ 1.2x', rate: { kind: 'target' } })).toEqual([]);
  expect(ofComponents({ accelerator: 'fast', rate: { kind: 'target' } })).toEqual([
    'PLAN-7 components[0].accelerator',
  ]);
  expect(ofComponents({ accelerator: '>120% @ 1.2x' })).toEqual(['PLAN-7 components[0].accelerator']);
});

test('[PLAN-8] gates name another active component, at a percent above zero, and may look at each other', () => {
  const gate = (componentId: string, atLeastPercent = '90') => ({ gate: { componentId, atLeastPercent } });
  const path = 'PLAN-8 components[0].gate';
  expect(ofComponents({ weight: 50, ...gate('c1') }, { weight: 50 })).toEqual([]);
  expect(ofComponents({ weight: 50, ...gate('c9') }, { weight: 50 })).toEqual([`${path}.componentId`]);
  expect(ofComponents({ weight: 50, ...gate('c0') }, { weight: 50 })).toEqual([`${path}.componentId`]);
  expect(ofComponents({ weight: 100, ...gate('c1') }, { status: 'Draft' })).toEqual([`${path}.componentId`]);
  expect(ofComponents({ weight: 50, ...gate('c1', '0.0') }, { weight: 50 })).toEqual([
    `${path}.atLeastPercent`,
  ]);
  expect(ofComponents({ weight: 50, ...gate('c1', '-5') }, { weight: 50 })).toEqual([
    `${path}.atLeastPercent`,
  ]);
  expect(ofComponents({ weight: 50, ...gate('c1', 'x') }, { weight: 50 })).toEqual([
    `${path}.atLeastPercent`,
  ]);
  expect(ofComponents({ weight: 50, ...gate('c1') }, { weight: 50, ...gate('c0') })).toEqual([]);
  expect(
    ofComponents({ weight: 40, ...gate('c1') }, { weight: 30, ...gate('c2') }, { weight: 30, ...gate('c1') }),
  ).toEqual([]);
});

test('[PLAN-8] whatever else a gate asks for is held to the same, and asked for once', () => {
  const asks = (...also: readonly (readonly [string, string])[]) => ({
    gate: {
      componentId: 'c1',
      atLeastPercent: '95',
      also: also.map(([componentId, atLeastPercent]) => ({ componentId, atLeastPercent })),
    },
  });
  const found = (...also: readonly (readonly [string, string])[]) =>
    ofComponents({ weight: 40, ...asks(...also) }, { weight: 30 }, { weight: 30 });
  expect(found(['c2', '95'])).toEqual([]);
  expect(found(['c2', '0'])).toEqual(['PLAN-8 components[0].gate.also[0].atLeastPercent']);
  expect(found(['c2', '95'], ['c9', '95'])).toEqual(['PLAN-8 components[0].gate.also[1].componentId']);
  expect(found(['c1', '80'])).toEqual(['PLAN-8 components[0].gate.also[0].componentId']);
  expect(
    ofComponents(
      { weight: 40, ...asks(['c2', '95']) },
      { weight: 30 },
      { weight: 30, gate: { componentId: 'c0', atLeastPercent: '90' } },
    ),
  ).toEqual([]);
});

test('[PLAN-8] an average names two components or more, each once, weights above zero that sum to 100, and a percent it can reach', () => {
  const asks = (parts: readonly (readonly [string, string])[], atLeastPercent = '90', max?: string) => ({
    gate: {
      average: parts.map(([componentId, weightPercent]) => ({ componentId, weightPercent })),
      atLeastPercent,
      ...(max !== undefined && { countAtMostPercent: max }),
    },
  });
  const found = (...asked: Parameters<typeof asks>) =>
    ofComponents({ weight: 40, ...asks(...asked) }, { weight: 30 }, { weight: 30 });
  const at = (place: string) => `PLAN-8 components[0].gate.${place}`;
  const even = [
    ['c1', '50'],
    ['c2', '50'],
  ] as const;
  expect(found(even)).toEqual([]);
  expect(
    found([
      ['c1', '33.333'],
      ['c2', '66.667'],
    ]),
  ).toEqual([]);
  expect(
    found([
      ['c1', '50'],
      ['c2', '49.99'],
    ]),
  ).toEqual([at('average')]);
  expect(
    found([
      ['c1', '100'],
      ['c2', '0'],
    ]),
  ).toEqual([at('average[1].weightPercent')]);
  expect(
    found([
      ['c1', '150'],
      ['c2', '-50'],
    ]),
  ).toEqual([at('average[1].weightPercent')]);
  expect(
    found([
      ['c1', 'half'],
      ['c2', '50'],
    ]),
  ).toEqual([at('average[0].weightPercent')]);
  expect(
    found([
      ['c1', '50'],
      ['c1', '50'],
    ]),
  ).toEqual([at('average[1].componentId')]);
  expect(
    found([
      ['c1', '50'],
      ['c9', '50'],
    ]),
  ).toEqual([at('average[1].componentId')]);
  expect(found(even, '0')).toEqual([at('atLeastPercent')]);
  expect(found(even, '90', '100')).toEqual([]);
  expect(found(even, '90', '90')).toEqual([]);
  expect(found(even, '90', '89.99')).toEqual([at('countAtMostPercent')]);
  expect(found(even, '90', 'much')).toEqual([at('countAtMostPercent')]);
  const idle = ofComponents({ weight: 100, ...asks(even) }, {}, { status: 'Draft' });
  expect(idle).toContain(at('average[1].componentId'));
});

test('[PLAN-8] an average may count the component it gates, and two may look at each other: no gate changes an attainment', () => {
  const average = [
    { componentId: 'c0', weightPercent: '60' },
    { componentId: 'c1', weightPercent: '40' },
  ];
  const gate = { average, atLeastPercent: '90' };
  expect(ofComponents({ weight: 50, gate }, { weight: 50, gate })).toEqual([]);
  const back = { componentId: 'c0', atLeastPercent: '90' };
  expect(ofComponents({ weight: 50, gate }, { weight: 50, gate: back })).toEqual([]);
});

test('all problems of a plan are reported at once', () => {
  expect(
    faults({ currency: 'ABC', order: [], components: [sampleComponent({ weight: 10, cap: 'x' })] }),
  ).toEqual(['PLAN-2 currency', 'PLAN-2 order', 'PLAN-4 components', 'PLAN-6 components[0].cap']);
});

test('[PLAN-9] only legal moves are possible, and only a valid plan becomes active', () => {
  expect(openMoves('Draft')).toEqual(['activate']);
  expect(openMoves('Active')).toEqual(['deactivate']);
  expect(openMoves('Inactive')).toEqual(['activate']);
  expect(movePlan(samplePlan(), 'Draft', 'activate')).toEqual({ ok: true, value: 'Active' });
  expect(movePlan(samplePlan(), 'Active', 'deactivate')).toEqual({ ok: true, value: 'Inactive' });
  expect(movePlan(samplePlan(), 'Active', 'activate')).toMatchObject({
    ok: false,
    problems: [{ rule: 'PLAN-9' }],
  });
  expect(movePlan(samplePlan({ components: [] }), 'Draft', 'activate')).toMatchObject({
    problems: [{ rule: 'PLAN-4' }],
  });
});

test('[PLAN-9] a draft newer than the active version can be activated', () => {
  const paying = { status: 'Active', version: 2, activeVersion: 1 } as const;
  expect(newestStatus(paying)).toBe('Draft');
  expect(newestStatus({ ...paying, activeVersion: 2 })).toBe('Active');
  expect(newestStatus({ status: 'Inactive', version: 2, activeVersion: null })).toBe('Inactive');
  const versions = [
    { version: 1, status: 'Active' },
    { version: 2, status: 'Inactive' },
  ] as const;
  expect(newestStatus({ ...paying, versions })).toBe('Inactive');
});

test('[PLAN-9] a change of a version that was active is a new version', () => {
  expect(versionForChange({ version: 3, status: 'Draft' })).toEqual({ version: 3, status: 'Draft' });
  expect(versionForChange({ version: 3, status: 'Active' })).toEqual({ version: 4, status: 'Draft' });
  expect(versionForChange({ version: 3, status: 'Inactive' })).toEqual({ version: 4, status: 'Draft' });
});
