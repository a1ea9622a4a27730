import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePlan } from './parse-plan.ts';
import { MAX_COMPONENTS, planSchema } from './plan-schema.ts';
import { sampleComponent, samplePlan } from './sample-plan.fixture.ts';
import { MAX_TIERS } from './schema/rate-shapes.ts';

const ajv = new Ajv2020({ allErrors: false, strict: true, strictTypes: false });
const validates = ajv.compile(planSchema);

const tiers = [
  { from: '0', to: '1000', ratePercent: '1' },
  { from: '1000', to: null, ratePercent: '2.5' },
];
const component = sampleComponent({
  cap: '2x',
  gate: { componentId: 'other', atLeastPercent: '90' },
  filter: [{ field: 'product', in: ['Bikes'] }],
  rate: { kind: 'marginal', thresholds: 'percent-of-quota', per: 'period', tiers },
});
const good = samplePlan({ components: [component, sampleComponent({ id: 'b', rate: { kind: 'target' } })] });
const withComponent = (wanted: object) => ({ ...good, components: [{ ...component, ...wanted }] });
const without = (key: string) => Object.fromEntries(Object.entries(good).filter(([name]) => name !== key));

const averaging = (parts: number) => ({
  average: Array.from({ length: parts }, (_, i) => ({ componentId: `c${i}`, weightPercent: '10' })),
  atLeastPercent: '90',
  countAtMostPercent: '100',
  closes: 'everything',
});
const points = [
  { atPercent: '50', valuePercent: '0' },
  { atPercent: '100', valuePercent: '100' },
];
const curve = { shape: 'linear', points, beyond: 'continue' } as const;
const further = {
  ...good,
  order: ['gate', 'multiplier', 'weight', 'cap'],
  deceleratorReading: 'first-dollar',
  planCap: '50000.00',
  components: [
    {
      ...component,
      gate: { componentId: 'b', atLeastPercent: '90', closes: 'higher-rates' },
      multiplier: { componentId: 'b', curve },
      limits: [
        { kind: 'attainment', atMostPercent: '200' },
        { kind: 'deal', atMost: '500' },
        { kind: 'amount', atMost: '9000', excess: 'carried' },
      ],
    },
    sampleComponent({ id: 'b', rate: { kind: 'target' }, decelerator: '<80% @ 0.5x' }),
    { ...sampleComponent({ id: 'x' }), gate: averaging(3) },
    sampleComponent({ id: 'c', spiff: { from: '2024-02-01', to: '2024-02-29', fund: null } }),
    sampleComponent({ id: 'd', rate: { kind: 'curve', curve } }),
    sampleComponent({
      id: 'e',
      rate: { kind: 'interpolated-amounts', per: 'deal', bands: [{ from: '0', to: '10', amount: '5' }] },
    }),
    sampleComponent({
      id: 'f',
      rate: {
        kind: 'interpolated-rate',
        thresholds: 'amount',
        steps: [{ from: '0', to: '10', ratePercent: '5' }],
      },
    }),
    sampleComponent({
      id: 'g',
      rate: {
        kind: 'matrix',
        other: 'b',
        shape: 'bilinear',
        rowsAtPercent: ['50'],
        columnsAtPercent: ['0', '100'],
        valuePercents: [['50', '60']],
      },
    }),
  ],
};

const goodSamples: readonly (readonly [string, unknown])[] = [
  ['a full plan', good],
  ['a plan that names its schema', { $schema: 'urn:attain:schema:plan:1', ...good }],
  ['an individual rate', withComponent({ rate: { kind: 'individual' } })],
  ['an individual commission rate of target and quota', withComponent({ rate: { kind: 'icr' } })],
  ['a unit of scores', withComponent({ measure: { unit: 'Score', of: 'amount' } })],
  ['every further term of pay', further],
  ['a draft that has no components yet', { ...good, components: [] }],
  ['an unsound but well-shaped plan', withComponent({ cap: 'high', weight: 7 })],
];

const badSamples: readonly (readonly [string, unknown, string])[] = [
  ['nothing', null, ''],
  ['a list', [], ''],
  ['a text', 'plan', ''],
  ...Object.keys(good).map((key) => [`no ${key}`, without(key), key] as const),
  ['an unknown field', { ...good, owner: 'me' }, 'owner'],
  [
    '__proto__ as a field',
    JSON.parse(JSON.stringify(good).replace('"name"', '"__proto__":{"a":1},"name"')),
    '__proto__',
  ],
  ['a blank name', { ...good, name: '  ' }, 'name'],
  ['small letters', { ...good, currency: 'usd' }, 'currency'],
  [
    'month 13',
    { ...good, calendar: { period: 'month', fiscalYearStartMonth: 13 } },
    'calendar.fiscalYearStartMonth',
  ],
  ['two steps', { ...good, order: ['gate', 'cap'] }, 'order'],
  ['an unknown reading', { ...good, acceleratorReading: 'both' }, 'acceleratorReading'],
  ['too many components', { ...good, components: Array(MAX_COMPONENTS + 1).fill(component) }, 'components'],
  ['an id with capitals', withComponent({ id: 'ACV' }), 'components[0].id'],
  ['half a weight', withComponent({ weight: 49.5 }), 'components[0].weight'],
  ['a weight as text', withComponent({ weight: '50' }), 'components[0].weight'],
  ['a cap as a number', withComponent({ cap: 2 }), 'components[0].cap'],
  [
    'a rate as a number',
    withComponent({ rate: { kind: 'flat', ratePercent: 5 } }),
    'components[0].rate.ratePercent',
  ],
  [
    'a rate in exponents',
    withComponent({ rate: { kind: 'flat', ratePercent: '5e0' } }),
    'components[0].rate.ratePercent',
  ],
  ['an unknown rate', withComponent({ rate: { kind: 'magic' } }), 'components[0].rate.kind'],
  ['a rate without a kind', withComponent({ rate: {} }), 'components[0].rate.kind'],
  ['a rate with too much', withComponent({ rate: { kind: 'target', tiers } }), 'components[0].rate.tiers'],
  ['no tiers', withComponent({ rate: { ...component.rate, tiers: [] } }), 'components[0].rate.tiers'],
  [
    'too many tiers',
    withComponent({ rate: { ...component.rate, tiers: Array(MAX_TIERS + 1).fill(tiers[0]) } }),
    'components[0].rate.tiers',
  ],
  [
    'a tier without an end',
    withComponent({ rate: { ...component.rate, tiers: [{ from: '0', ratePercent: '1' }] } }),
    'components[0].rate.tiers[0].to',
  ],
  [
    'an unknown filter field',
    withComponent({ filter: [{ field: 'colour', in: ['red'] }] }),
    'components[0].filter[0].field',
  ],
  [
    'an empty filter',
    withComponent({ filter: [{ field: 'product', in: [] }] }),
    'components[0].filter[0].in',
  ],
  [
    'a limit of an unknown kind',
    withComponent({ limits: [{ kind: 'day', atMost: '5' }] }),
    'components[0].limits[0].kind',
  ],
  [
    'a limit that does not say what becomes of its excess',
    withComponent({ limits: [{ kind: 'amount', atMost: '5' }] }),
    'components[0].limits[0].excess',
  ],
  [
    'a curve without points',
    withComponent({ rate: { kind: 'curve', curve: { ...curve, points: [] } } }),
    'components[0].rate.curve.points',
  ],
  [
    'a fund as a number',
    withComponent({ spiff: { from: '2024-02-01', to: '2024-02-29', fund: 5 } }),
    'components[0].spiff.fund',
  ],
  ['an average of one', withComponent({ gate: averaging(1) }), 'components[0].gate.average'],
  ['an average of too many', withComponent({ gate: averaging(22) }), 'components[0].gate.average'],
  [
    'an average that is not said how far it must reach',
    withComponent({ gate: { average: averaging(2).average } }),
    'components[0].gate.atLeastPercent',
  ],
  [
    'a part without a weight',
    withComponent({ gate: { ...averaging(2), average: [{ componentId: 'b' }, { componentId: 'c' }] } }),
    'components[0].gate.average[0].weightPercent',
  ],
  [
    'a gate that asks for both a component and an average',
    withComponent({ gate: { ...averaging(2), componentId: 'b' } }),
    'components[0].gate.componentId',
  ],
  ['a gate that asks for nothing', withComponent({ gate: {} }), 'components[0].gate.componentId'],
  ['half a gate', withComponent({ gate: { componentId: 'b' } }), 'components[0].gate.atLeastPercent'],
];

describe('[PLAN-1] the published schema and the reader agree', () => {
  test.each(goodSamples)('both accept %s', (_, json) => {
    expect(validates(json), JSON.stringify(validates.errors)).toBe(true);
    expect(parsePlan(json).ok).toBe(true);
  });
  test.each(badSamples)('both refuse %s', (_, json, path) => {
    expect(validates(json)).toBe(false);
    const read = parsePlan(json);
    expect(read.ok ? [] : read.problems.map((problem) => `${problem.rule} ${problem.path}`)).toContain(
      `PLAN-1 ${path}`,
    );
  });
  test('whatever a place of a plan is replaced with', () => {
    const places = pathsOf(further);
    const property = fc.property(fc.constantFrom(...places), fc.jsonValue(), (place, value) => {
      const changed: unknown = replaced(further, place, value);
      expect(parsePlan(changed).ok).toBe(validates(changed));
    });
    fc.assert(property, { numRuns: 500 });
  });
});

test('[PLAN-1] optional fields get their default, and every problem is reported at once', () => {
  const { status, filter, cap, gate, accelerator, ...short } = sampleComponent();
  expect(parsePlan({ ...good, components: [short] })).toEqual({
    ok: true,
    value: { ...good, components: [{ ...short, status, filter, cap, gate, accelerator }] },
  });
  const read = parsePlan({ ...good, name: 7, currency: '', components: [{ ...short, id: 'X', weight: -1 }] });
  expect(read.ok ? [] : read.problems.map((problem) => problem.path)).toEqual([
    'name',
    'currency',
    'components[0].id',
    'components[0].weight',
  ]);
});

test('[PLAN-1] a plan survives writing and reading', () => {
  expect(parsePlan(JSON.parse(JSON.stringify(good)))).toEqual({ ok: true, value: good });
  expect(parsePlan(JSON.parse(JSON.stringify(further)))).toEqual({ ok: true, value: further });
});

test('[PLAN-01] [PLAN-03] [PLAN-04] [PLAN-05] [PLAN-06] [PLAN-07] a component has the stated fields and values', () => {
  const holds = (wanted: object) => parsePlan(withComponent(wanted)).ok;
  const { id, name, measure, weight, status } = component;
  for (const field of Object.keys({ id, name, measure, weight, status }))
    expect(holds({ [field]: null }), field).toBe(false);
  for (const unit of ['$', 'Score', 'Count', '%'])
    expect(holds({ measure: { unit, of: 'amount' } }), unit).toBe(true);
  expect(holds({ measure: { unit: 'Euro', of: 'amount' } })).toBe(false);
  expect([60, 12.5, '60'].map((one) => holds({ weight: one }))).toEqual([true, false, false]);
  expect(['2x', null, undefined, 2].map((cap) => holds({ cap }))).toEqual([true, true, true, false]);
  const accelerators = ['>120% @ 1.2x', null, undefined, 1.2];
  expect(accelerators.map((accelerator) => holds({ accelerator }))).toEqual([true, true, true, false]);
  expect(['Active', 'Draft', 'Inactive', 'Paused'].map((one) => holds({ status: one }))).toEqual([
    ...[true, true, true, false],
  ]);
});

function pathsOf(value: unknown, at: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...at, key]))];
}

function replaced(value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value))
    return value.map((inner, i) => (String(i) === key ? replaced(inner, rest, by) : inner));
  const entries = Object.entries(value as object);
  return Object.fromEntries(
    entries.map(([name, inner]) => [name, name === key ? replaced(inner, rest, by) : inner]),
  );
}
