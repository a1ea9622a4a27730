import { examplePayee } from '@attain/domain/payouts/rates/imagined-pay';
import type { Component, Plan } from '@attain/domain/plans/plan';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rowFaults } from '../faults/component-faults.ts';
import { bandRows, bandsOf, stepRows, stepsOf } from './bands-form.tsx';
import { pointRows, pointsOf } from './curve-form.tsx';
import { roundMarks } from './rate-course-chart.tsx';
import { rateCourse } from './rate-points.ts';
import { otherReadings } from './readings.ts';
import { pastedCells } from './rows-grid.tsx';
import { tierRows, tiersOf } from './tiers-form.tsx';

const component: Component = {
  id: 'acv',
  name: 'ACV',
  status: 'Draft',
  measure: { unit: '$', of: 'amount' },
  filter: [],
  weight: 60,
  rate: { kind: 'target' },
  cap: '2x',
  accelerator: '>120% @ 1.2x',
  gate: { componentId: 'other', atLeastPercent: '80' },
};
const plan: Plan = {
  name: 'Plan',
  type: 'quota-mbo-spiff',
  currency: 'USD',
  calendar: { period: 'quarter', fiscalYearStartMonth: 1 },
  rounding: { mode: 'HALF_UP' },
  order: ['gate', 'cap', 'weight'],
  acceleratorReading: 'incremental',
  undefinedAttainment: 'refuse',
  components: [component],
};

function drawn(one: Component, of = plan) {
  const course = rateCourse(of, one, examplePayee);
  if (!course.ok) throw new Error(course.message);
  return course;
}
const pays = (one: Component) => drawn(one).points.map((point) => [point.percent, point.pay]);

describe('the course of a rate', () => {
  test('has the plan’s own break points, to the cent: target, accelerator, quota', () => {
    // 100,000 a year, a quarter of it, 60 % of that
    expect(pays(component)).toEqual([
      ['0', '0.00'],
      ['100', '15000.00'],
      ['120', '18000.00'],
    ]);
  });

  test('a retroactive table jumps at its bound, and says by how much', () => {
    const tiers = tiersOf([
      ['0', '2'],
      ['100', '3'],
    ]);
    const rate = { kind: 'retroactive', thresholds: 'percent-of-quota', per: 'period', tiers } as const;
    const [, atQuota] = drawn({ ...component, rate, cap: null, accelerator: null }).points;
    expect(atQuota).toMatchObject({ percent: '100', pay: '3000.00', justBelow: '2000.00' });
  });

  test('what counts from above a bound steps up just above it: the course is drawn upright there, and says by how much', () => {
    const course = drawn(
      { ...component, cap: null, accelerator: '>100% @ 1.2x' },
      { ...plan, acceleratorReading: 'first-dollar' },
    );
    expect(course.points.at(-1)).toMatchObject({ percent: '100', pay: '15000.00', justAbove: '18000.00' });
    expect(course.curve.filter(({ x }) => x > 99 && x < 101)).toEqual([
      { x: 99.99999, pay: '15000.00' },
      { x: 100, pay: '15000.00' },
      { x: 100.00001, pay: '18000.00' },
    ]);
  });

  test('a pay curve is straight between its points', () => {
    const points = [
      { atPercent: '50', valuePercent: '0' },
      { atPercent: '100', valuePercent: '100' },
    ];
    const rate = { kind: 'curve', curve: { shape: 'linear', beyond: 'hold', points } } as const;
    const course = drawn({ ...component, rate, cap: null, accelerator: null });
    expect(course.points.map((point) => point.pay)).toEqual(['0.00', '0.00', '15000.00']);
    expect(course.curve.find((point) => point.x === 75)?.pay).toBe('7500.00');
  });

  test('a matrix is read with the other measure the reader imagines', () => {
    const rate = {
      kind: 'matrix',
      other: 'other',
      shape: 'stepped',
      rowsAtPercent: ['50', '100'],
      columnsAtPercent: ['0', '100'],
      valuePercents: [
        ['0', '50'],
        ['50', '100'],
      ],
    } as const;
    const one: Component = { ...component, rate, cap: null, accelerator: null };
    const at = (otherPercent: string) => {
      const course = rateCourse(plan, one, { ...examplePayee, otherPercent });
      return course.ok ? course.points.at(-1)?.pay : course.message;
    };
    expect([at('100'), at('99')]).toEqual(['15000.00', '7500.00']);
  });

  test('what is not complete is said in words, and so is an imagined quota of nothing', () => {
    expect(
      rateCourse(plan, { ...component, rate: { kind: 'flat', ratePercent: 'lots' } }, examplePayee).ok,
    ).toBe(false);
    expect(rateCourse(plan, component, { ...examplePayee, quota: '0' })).toMatchObject({
      ok: false,
      message: 'Enter a quota above zero.',
    });
  });
});

test('the other reading of an accelerator counts from the first dollar', () => {
  const [other] = otherReadings(plan, component);
  if (!other) throw new Error('there is another reading');
  const last = drawn(other.component, other.plan).curve.find((point) => point.x === 150);
  // 1.2 × 150 % of 15,000
  expect(last?.pay).toBe('27000.00');
  expect(drawn(component).curve.find((point) => point.x === 150)?.pay).toBe('23400.00');
});

describe('a table from a spreadsheet', () => {
  test('fills rows; percent signs and blanks go', () => {
    expect(pastedCells('0\t2%\r\n100\t 3 %\r\n')).toEqual([
      ['0', '2'],
      ['100', '3'],
    ]);
    expect(pastedCells('120')).toBeNull();
  });

  /** Two columns as a spreadsheet would have them, the first rising. */
  const columns = fc
    .uniqueArray(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 2, maxLength: 30 })
    .chain((edges) =>
      fc.tuple(
        fc.constant(edges.sort((a, b) => a - b)),
        fc.array(fc.nat(99_999), { minLength: edges.length, maxLength: edges.length }),
      ),
    )
    .map(([edges, values]) => edges.map((edge, i) => [String(edge / 100), String((values[i] ?? 0) / 1000)]));
  /** What of a table is shown, copied into a spreadsheet and pasted again. */
  const again = (rows: string[][], percent = '') =>
    pastedCells(`${rows.map((row) => row.join(`${percent}\t`)).join('\r\n')}${percent}\r\n`) ?? [];

  test('reads back the same plan, whatever its tiers, bands, steps or points', () => {
    const property = fc.property(columns, fc.constantFrom('', '%', ' %'), (rows, percent) => {
      const tiers = tiersOf([['0', '1.5'], ...rows]);
      expect(tiersOf(again(tierRows(tiers), percent))).toEqual(tiers);
      expect(tiers.map(({ to }) => to).slice(0, -1)).toEqual(tiers.map(({ from }) => from).slice(1));
      const bands = bandsOf(rows);
      expect(bandsOf(again(bandRows(bands)))).toEqual(bands);
      const steps = stepsOf(rows);
      expect(stepsOf(again(stepRows(steps), percent))).toEqual(steps);
      const points = pointsOf(rows);
      expect(pointsOf(again(pointRows(points), percent))).toEqual(points);
    });
    fc.assert(property, { numRuns: 200 });
  });

  test('reads back the same tiers', () => {
    const tiers = tiersOf([
      ['0', '2'],
      ['100', '3'],
      ['150', '5'],
    ]);
    const copied = tiers.map((tier) => `${tier.from}\t${tier.ratePercent}`).join('\n');
    expect(tiersOf(pastedCells(copied) ?? [])).toEqual(tiers);
    expect(tiers.map((tier) => tier.to)).toEqual(['100', '150', null]);
  });
});

test('[PLAN-1] what is wrong with a table stands under its row, at the column it is about', () => {
  const at = (place: string, message: string) => ({ path: `components[0].rate.${place}`, message });
  const problems = [
    at('tiers[1].ratePercent', 'no rate'),
    at('tiers[1].from', 'no start'),
    at('tiers[3]', 'a gap'),
    at('curve.points[0].atPercent', 'no point'),
    { path: 'components[0].weight', message: 'no weight' },
  ];
  expect([...rowFaults(problems, 'tiers', ['from', 'ratePercent'])]).toEqual([
    [1, { column: 1, message: 'no rate' }],
    [3, { column: null, message: 'a gap' }],
  ]);
  expect([...rowFaults(problems, 'points', ['atPercent', 'valuePercent'])]).toEqual([
    [0, { column: 0, message: 'no point' }],
  ]);
});

test.each([
  [200, [0, 50, 100, 150, 200]],
  [1248.75, [0, 250, 500, 750, 1000]],
  [0.00000004, [0, 1e-8, 2e-8, 3e-8, 4e-8]],
])('a course up to %s is marked at round figures', (end, marks) => {
  for (const [at, mark] of roundMarks(end).entries()) expect(mark).toBeCloseTo(marks[at] ?? Number.NaN, 12);
  expect(roundMarks(end).length).toBe(marks.length);
});
