import { expect, test } from 'vitest';
import { isoWeeks } from '../../base/week-calendar.ts';
import { parsePlan } from '../parse-plan.ts';
import type { Component, Plan } from '../plan.ts';
import { checkPlan } from '../plan-checks.ts';
import { sampleComponent, samplePlan } from '../sample-plan.fixture.ts';
import type { CreditScope, Effective, MeasureWindow } from '../terms.ts';

const monthly = { period: 'month', fiscalYearStartMonth: 1 } as const;
const faults = (wanted: Partial<Plan>) =>
  checkPlan(samplePlan(wanted)).map(({ rule, path }) => `${rule} ${path}`);
const of = (one: Partial<Component>, wanted: Partial<Plan> = {}) =>
  faults({ calendar: monthly, ...wanted, components: [sampleComponent(one)] });
const year: MeasureWindow = { kind: 'year-to-date', settle: 'deduct' };
const rated: MeasureWindow = { kind: 'year-to-date', settle: 'rate-only' };

test('[TERM-1] a calendar of weeks ends its year on a weekday', () => {
  const weeks = (weekday: number) =>
    faults({ calendar: { ...monthly, weeks: { pattern: '4-4-5', weekday, anchor: 'last-in' } } });
  expect([weeks(1), weeks(7)]).toEqual([[], []]);
  for (const wrong of [0, 8, 1.5, Number.NaN])
    expect(weeks(wrong)).toEqual(['TERM-1 calendar.weeks.weekday']);
});

test('[TERM-8] a plan pays weekly only in a fiscal year of whole weeks, and the problem names it', () => {
  const weekly = { period: 'week', fiscalYearStartMonth: 1 } as const;
  expect(faults({ calendar: weekly })).toEqual(['TERM-8 calendar.weeks']);
  const quarter: MeasureWindow = { kind: 'quarter-to-date', settle: 'deduct' };
  const calendar = { ...weekly, weeks: isoWeeks };
  expect([of({ window: quarter }, { calendar }), of({ window: year }, { calendar })]).toEqual([[], []]);
  const message = checkPlan(samplePlan({ calendar: weekly }))[0]?.message ?? '';
  expect(message).toContain(`pattern "${isoWeeks.pattern}", weekday ${isoWeeks.weekday}`);
  expect(message).toContain(`anchor "${isoWeeks.anchor}"`);
});

test('[TERM-2] a window is longer than a period, counted, and starts somewhere', () => {
  const quarter: MeasureWindow = { kind: 'quarter-to-date', settle: 'deduct' };
  const plan: MeasureWindow = { kind: 'plan-to-date', settle: 'deduct' };
  const rolling = (periods: number): MeasureWindow => ({ kind: 'rolling', periods, settle: 'rate-only' });
  const found = ['TERM-2 components[0].window'];
  expect([of({ window: quarter }), of({ window: year }), of({ window: rolling(2) })]).toEqual([[], [], []]);
  expect(of({ window: quarter }, { calendar: { ...monthly, period: 'quarter' } })).toEqual(found);
  expect(of({ window: year }, { calendar: { ...monthly, period: 'quarter' } })).toEqual([]);
  expect(of({ window: year }, { calendar: { ...monthly, period: 'year' } })).toEqual(found);
  for (const periods of [0, 1, 121, 2.5, Number.NaN]) expect(of({ window: rolling(periods) })).toEqual(found);
  expect(of({ window: plan })).toEqual(found);
  expect(of({ window: plan, effective: { from: '2024-01-01', to: null } })).toEqual([]);
  expect(of({ window: { ...plan, quota: 'whole' }, effective: { from: '2024-01-01', to: null } })).toEqual(
    found,
  );
  expect(of({ window: { ...year, quota: 'whole' } })).toEqual([]);
});

test('[TERM-3] a window settles what can be settled that way', () => {
  const found = ['TERM-3 components[0].window.settle'];
  const curve = {
    kind: 'curve',
    curve: {
      shape: 'linear',
      beyond: 'hold',
      points: [
        { atPercent: '0', valuePercent: '0' },
        { atPercent: '100', valuePercent: '100' },
      ],
    },
  } as const;
  expect(of({ window: year, rate: curve })).toEqual([]);
  expect(of({ window: rated, rate: curve })).toEqual(found);
  expect(of({ window: rated, rate: { kind: 'target' } })).toEqual([]);
  expect(of({ window: rated, rate: { kind: 'target' }, decelerator: '<80% @ 0.5x' })).toEqual(found);
  expect(of({ window: year, rate: { kind: 'target' }, decelerator: '<80% @ 0.5x' })).toEqual([]);
  expect(of({ window: year }, { planCap: '1000' })).toEqual(found);
  expect(of({ window: rated }, { planCap: '1000' })).toEqual([]);
  const carried = { kind: 'amount', atMost: '1000', excess: 'carried' } as const;
  expect(of({ window: year, limits: [carried] })).toContain(found[0]);
});

test('[TERM-4] a roll-up reaches whole levels with factors from 0 to 100', () => {
  const scope = (levels: number | null, ...factorPercents: string[]): readonly string[] =>
    of({ credit: { of: 'team', levels, factorPercents } satisfies CreditScope });
  expect([scope(null), scope(1, '100', '0'), scope(3, '33.333')]).toEqual([[], [], []]);
  for (const levels of [0, -1, 1.5]) expect(scope(levels)).toEqual(['TERM-4 components[0].credit.levels']);
  for (const factor of ['-1', '100.01', '5%', '']) {
    expect(scope(null, '50', factor)).toEqual(['TERM-4 components[0].credit.factorPercents[1]']);
  }
});

test('[TERM-5] the days in force are days, in order', () => {
  const days = (from: string | null, to: string | null) => of({ effective: { from, to } });
  expect([days(null, null), days('2024-01-01', '2024-01-01'), days(null, '2024-01-01')]).toEqual([
    [],
    [],
    [],
  ]);
  expect(days('2024-02-30', null)).toEqual(['TERM-5 components[0].effective.from']);
  expect(days('2024-02-02', '2024-02-01')).toEqual(['TERM-5 components[0].effective.to']);
});

test('[TERM-6] a referenced component is in force whenever its reader is', () => {
  const gated = (own: Effective | undefined, other: Effective | undefined) =>
    faults({
      components: [
        sampleComponent({
          gate: { componentId: 'other', atLeastPercent: '50' },
          ...(own && { effective: own }),
        }),
        sampleComponent({ id: 'other', name: 'Other', weight: 0, ...(other && { effective: other }) }),
      ],
    }).filter((fault) => fault.startsWith('TERM-6'));
  const second = { from: '2024-07-01', to: '2024-12-31' };
  expect([gated(undefined, undefined), gated(second, second), gated(second, undefined)]).toEqual([
    [],
    [],
    [],
  ]);
  expect(gated(second, { from: '2024-01-01', to: null })).toEqual([]);
  expect(gated(undefined, second)).toEqual(['TERM-6 components[0].gate.componentId']);
  expect(gated(second, { from: '2024-07-02', to: null })).toEqual(['TERM-6 components[0].gate.componentId']);
  expect(gated({ from: '2024-07-01', to: null }, second)).toEqual(['TERM-6 components[0].gate.componentId']);
});

test('[TERM-7] a locked rate is locked to a day', () => {
  expect(faults({ exchange: { on: 'locked', date: '2024-01-01' } })).toEqual([]);
  expect(faults({ exchange: { on: 'locked', date: 'new year' } })).toEqual(['TERM-7 exchange.date']);
});

test('[PLAN-4] weights sum to 100 on every day, and the first that fails is named', () => {
  const weights = (...all: [number, string | null, string | null][]) =>
    checkPlan(
      samplePlan({
        components: all.map(([weight, from, to], i) =>
          sampleComponent({ id: `c${i}`, name: `C${i}`, weight, effective: { from, to }, cap: '2x' }),
        ),
      }),
    ).map(({ message }) => message);
  expect(weights([100, null, '2024-06-30'], [60, '2024-07-01', null], [40, '2024-07-01', null])).toEqual([]);
  expect(weights([60, null, null], [40, null, '2024-06-30'], [40, '2024-07-01', '2024-12-31'])).toEqual([
    'From 2025-01-01 on, the weights of the active components total 60 instead of 100 (C0 60). Add 40.',
  ]);
  expect(weights([100, null, '2024-06-30'], [100, '2024-06-30', null])).toEqual([
    'From 2024-06-30 on, the weights of the active components total 200 instead of 100 (C0 100, C1 100). Remove 100.',
  ]);
  expect(weights([100, null, '2024-06-30'], [100, '2024-08-01', null])).toEqual([
    'From 2024-07-01 on, no component is in force until the next one starts. Close the gap.',
  ]);
  expect(weights([100, '2024-01-01', '2024-06-30'])).toEqual([]);
  expect(weights([50, null, '2024-06-30'], [100, '2024-07-01', null])).toEqual([
    'The weights of the active components total 50 instead of 100 (C0 50). Add 50.',
  ]);
});

test('[PLAN-1] the terms of measuring are read by the schema, with what may be left out filled in', () => {
  const read = parsePlan({
    ...samplePlan({
      calendar: { ...monthly, weeks: { pattern: '4-4-5', weekday: 6, anchor: 'last-in' } },
      proration: { by: 'days', of: 'both' },
      exchange: { on: 'locked', date: '2024-01-01' },
    }),
    components: [
      {
        ...sampleComponent({
          window: { kind: 'rolling', periods: 3, settle: 'rate-only' },
          approval: 'required',
        }),
        credit: { of: 'team' },
        effective: { from: '2024-01-01' },
      },
    ],
  });
  expect(read).toMatchObject({
    ok: true,
    value: {
      components: [
        {
          window: { kind: 'rolling', periods: 3, settle: 'rate-only' },
          credit: { of: 'team', levels: null, factorPercents: [] },
          approval: 'required',
          effective: { from: '2024-01-01', to: null },
        },
      ],
      proration: { by: 'days', of: 'both' },
    },
  });
  const bad = parsePlan({
    ...samplePlan(),
    components: [
      { ...sampleComponent(), window: { kind: 'rolling', periods: 1, settle: 'deduct' }, approval: 'no' },
    ],
  });
  expect(bad.ok ? [] : bad.problems.map(({ path }) => path)).toEqual([
    'components[0].window.periods',
    'components[0].window.settle',
    'components[0].approval',
  ]);
});
