import { expect, test } from 'vitest';
import { changePlan } from '../../plans/change-plan.ts';
import { sampleComponent, samplePlan } from '../../plans/sample-plan.fixture.ts';
import { currentValue, targetOfChanges, whatIfChange, whatIfTargets } from './what-if-target.ts';

const target = (id: string, weight: number, wanted = {}) =>
  sampleComponent({ id, name: id, weight, rate: { kind: 'target' }, ...wanted });
const plan = samplePlan({
  components: [
    target('acv', 60, { cap: '2x', accelerator: '>120% @ 1.2x' }),
    target('hygiene', 10),
    target('mbo', 30, { status: 'Draft' }),
    target('old', 30, { status: 'Inactive' }),
  ],
});
const weights = { parameter: 'weights', componentId: null } as const;
const of = (parameter: 'cap' | 'accelerator' | 'threshold', componentId = 'acv') => ({
  parameter,
  componentId,
});

test('[SGR-70] [CONF-COMP-06] the baseline is the plan of today: applied weights become the next baseline', () => {
  expect(currentValue(plan, weights)).toEqual({ ok: true, value: '60/10/30' });
  const tried = whatIfChange(plan, weights, '65/8/27');
  if (!tried.ok) throw new Error();
  const applied = changePlan(plan, tried.value.changes);
  if (!applied.ok) throw new Error();
  expect(currentValue(applied.value, weights)).toEqual({ ok: true, value: '65/8/27' });
});

test.each([
  [
    weights,
    ' 65 / 8% / 27',
    '65/8/27',
    [65, 8, 27].map((weight, i) => [['acv', 'hygiene', 'mbo'][i], { weight }]),
  ],
  [
    weights,
    '60/20/20',
    '60/20/20',
    [
      ['hygiene', { weight: 20 }],
      ['mbo', { weight: 20 }],
    ],
  ],
  [of('cap'), '1.20 x', '1.2x', [['acv', { cap: '1.2x' }]]],
  [of('cap'), 'None', 'none', [['acv', { cap: null }]]],
  [of('cap', 'mbo'), '3x', '3x', [['mbo', { cap: '3x' }]]],
  [of('accelerator'), '>125%@1.3x', '>125% @ 1.3x', [['acv', { accelerator: '>125% @ 1.3x' }]]],
  [of('accelerator', 'mbo'), '>100% @ 2x', '>100% @ 2x', [['mbo', { accelerator: '>100% @ 2x' }]]],
  [of('threshold'), '125', '125%', [['acv', { accelerator: '>125% @ 1.2x' }]]],
] as const)('[SGR-70] %j typed as %j is tried as %j', (what, typed, newValue, sets) => {
  const read = whatIfChange(plan, what, typed);
  expect(read).toMatchObject({
    ok: true,
    value: { newValue, changes: sets.map(([component, set]) => ({ component, set })) },
  });
});

test.each([
  [weights, '65/8', 'Enter 3 weights separated by slashes, such as 60/10/30.'],
  [weights, '65/8/x', '“x” is not a weight. Enter whole percents from 0 to 100, such as 60/10/30.'],
  [weights, '62.5/10/27.5', '“62.5” is not a weight. Enter whole percents from 0 to 100, such as 60/10/30.'],
  [weights, '65/8/26', 'The weights total 99 instead of 100.'],
  [weights, '60/10/30', 'The plan already has 60/10/30.'],
  [of('cap'), '2.0x', 'The plan already has 2x.'],
  [
    of('cap'),
    'twice',
    '"twice" is not valid: at character 1, expected how many times the target, like 2, but found "t".',
  ],
  [of('threshold'), '-5%', '“-5%” is not a threshold. Enter a percent of quota, such as 125%.'],
  [of('threshold', 'mbo'), '125%', '“mbo” has no accelerator, so it has no threshold.'],
  [of('cap', 'gone'), '2x', 'The plan has no component “gone”.'],
  [of('cap', 'old'), '2x', 'The plan has no component “old”.'],
  [
    { parameter: 'cap', componentId: null } as const,
    '2x',
    'Choose the component whose value you want to try.',
  ],
])('[SGR-70] %j typed as %j is refused in words', (what, typed, message) => {
  expect(whatIfChange(plan, what, typed)).toMatchObject({
    ok: false,
    problems: [{ rule: 'SGR-70', message }],
  });
});

test('[SGR-70] a suggestion names the value it changes, or none', () => {
  const set = (component: string, fields: object) => ({ component, set: { ...fields } });
  const named = (...changes: Parameters<typeof targetOfChanges>[1]) => targetOfChanges(plan, changes);
  expect(named(set('acv', { weight: 65 }), set('mbo', { weight: 25 }))).toEqual(weights);
  expect(named(set('mbo', { cap: '1.2x' }))).toEqual(of('cap', 'mbo'));
  expect(named(set('acv', { accelerator: '>125% @ 1.2x' }))).toEqual(of('threshold'));
  expect(named(set('acv', { accelerator: '>125% @ 1.3x' }))).toEqual(of('accelerator'));
  for (const changes of [
    [],
    [set('acv', { cap: '1x' }), set('mbo', { cap: '1x' })],
    [set('acv', { decelerator: '<50% @ 0.5x' })],
    [{ remove: 'acv' }],
  ])
    expect(named(...changes)).toBeNull();
  expect(whatIfTargets(plan).map(({ parameter, componentId }) => `${parameter} ${componentId}`)).toEqual([
    'weights null',
    ...['cap acv', 'accelerator acv', 'threshold acv'],
    ...['cap hygiene', 'accelerator hygiene', 'cap mbo', 'accelerator mbo'],
  ]);
});
