import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { earlierDay, laterDay } from '../base/day.ts';
import { decimal, plain, sum } from '../base/decimal.ts';
import { type PeriodCalendar, periodsOf } from '../base/period.ts';
import { quotient } from '../base/ratio.ts';
import { isoWeeks } from '../base/week-calendar.ts';
import { sampleComponent } from '../plans/sample-plan.fixture.ts';
import type { Proration } from '../plans/terms.ts';
import { checkAttendance, isEnrolledIn, isEnrolledOn } from './attendance.ts';
import { type PartTerms, partOf } from './proration.ts';
import { quotaFor, spreadQuota } from './quota.ts';
import { SAMPLE_PERIOD, samplePart, sampleParticipant, sampleQuota } from './sample-quota.fixture.ts';
import { targetFor } from './target.ts';

const quarters = periodsOf({ period: 'quarter', fiscalYearStartMonth: 1 }, 2024);
const byDays: Proration = { by: 'days', of: 'both' };
const byMonths: Proration = { by: 'whole-months', of: 'both' };
const sales = sampleComponent();

const part = (wanted: Partial<PartTerms>, span = SAMPLE_PERIOD) => {
  const read = partOf(span, 'quota', samplePart(wanted));
  return read.ok ? (read.value?.formula ?? 'all') : read.problems.map(({ rule }) => rule);
};
const hired = (hiredOn: string | null, leftOn: string | null = null) =>
  sampleParticipant('ann', { hiredOn, leftOn });
const away = (...leaves: [string, string][]) => ({
  enrolments: null,
  leaves: leaves.map(([from, to]) => ({ participantId: 'ann', from, to })),
  ramps: [],
});

describe('[QUOTA-8] a year spread over its quarters', () => {
  const spread = (annual: string, ...shares: string[]) =>
    spreadQuota(decimal(annual), shares.map(decimal), quarters, 'USD').map(({ amount }) => plain(amount));
  test('by shares, evenly, and to the cent', () => {
    expect(spread('100000', '20', '20', '20', '40')).toEqual(['20000', '20000', '20000', '40000']);
    expect(spread('100', '1', '1', '1', '1')).toEqual(['25', '25', '25', '25']);
    expect(spread('0.05', '1', '1', '1', '0')).toEqual(['0.02', '0.02', '0.01', '0']);
  });
  test('over the 53 weeks of a year, to the cent', () => {
    const weeks = periodsOf({ period: 'week', fiscalYearStartMonth: 1, weeks: isoWeeks }, 2020);
    const parts = spreadQuota(
      decimal('100000'),
      weeks.map(() => decimal('1')),
      weeks,
      'USD',
    );
    const amounts = parts.map(({ amount }) => plain(amount));
    expect([amounts.length, amounts[0], amounts[52]]).toEqual([53, '1886.8', '1886.79']);
    expect(plain(sum(parts.map(({ amount }) => amount)))).toBe('100000');
  });
  test('a share for each period', () => {
    expect(() => spread('100', '1')).toThrow('a share is needed for each period');
  });
  test('the quarters sum to the year, whatever the shares', () => {
    const shares = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 4, maxLength: 4 });
    const property = fc.property(fc.integer({ min: 0, max: 99_999_999 }), shares, (amount, given) => {
      fc.pre(given.some((share) => share > 0));
      const annual = decimal(String(amount)).times('0.01');
      const parts = spreadQuota(
        annual,
        given.map((share) => decimal(String(share))),
        quarters,
        'USD',
      );
      expect(plain(sum(parts.map((one) => one.amount)))).toBe(plain(annual));
    });
    fc.assert(property);
  });
});

describe('[QUOTA-9] enrolments', () => {
  const attendance = {
    enrolments: [
      { participantId: 'ann', from: '2024-01-01', to: '2024-01-31' },
      { participantId: 'ann', from: '2024-03-01', to: null },
    ],
    leaves: [],
    ramps: [],
  };
  test('state on which days deals count, and if the participant takes part at all', () => {
    expect(
      ['2023-12-31', '2024-01-31', '2024-02-01', '2025-01-01'].map((day) => isEnrolledOn(attendance, day)),
    ).toEqual([false, true, false, true]);
    expect(isEnrolledIn(attendance, { from: '2024-02-01', to: '2024-02-29' })).toBe(false);
    expect(isEnrolledIn({ ...attendance, enrolments: null }, { from: '2024-02-01', to: '2024-02-29' })).toBe(
      true,
    );
    expect(isEnrolledIn({ ...attendance, enrolments: [] }, SAMPLE_PERIOD)).toBe(false);
  });
  test.each([
    ['overlap', 'enrolments', { from: '2024-01-01', to: null }, { from: '2024-05-01', to: null }, 'QUOTA-9'],
    ['the wrong way round', 'enrolments', { from: '2024-02-02', to: '2024-02-01' }, null, 'QUOTA-9'],
    ['no day', 'leaves', { from: '2024-02-30', to: '2024-03-01' }, null, 'QUOTA-10'],
    ['no last day', 'leaves', { from: '2024-02-01', to: 'soon' }, null, 'QUOTA-10'],
  ] as const)('%s of %s is refused', (_, list, first, second, rule) => {
    const given = [first, second].flatMap((span) =>
      span === null ? [] : [{ participantId: 'ann', ...span }],
    );
    expect(checkAttendance({ [list]: given }).map((problem) => problem.rule)).toEqual([rule]);
  });
});

describe('[QUOTA-10] by days', () => {
  test.each([
    ['nothing is left out', {}, 'all'],
    ['hired on the last day', { participant: hired('2024-03-31') }, '1 ÷ 91 days'],
    ['left on the first day', { participant: hired(null, '2024-01-01') }, '1 ÷ 91 days'],
    ['not there at all', { participant: hired('2024-04-01') }, '0 ÷ 91 days'],
    [
      'two leaves that overlap',
      { attendance: away(['2024-01-01', '2024-01-10'], ['2024-01-05', '2024-01-20']) },
      '71 ÷ 91 days',
    ],
    [
      'a component in force for February',
      { effective: { from: '2024-02-01', to: '2024-02-29' } },
      '29 ÷ 91 days',
    ],
  ])('%s', (_, wanted, formula) => {
    expect(part({ proration: byDays, ...wanted })).toBe(formula);
  });
  test('only what the plan prorates', () => {
    expect(part({ proration: { by: 'days', of: 'target' }, participant: hired('2024-03-31') })).toBe('all');
    expect(part({ participant: hired('2024-03-31') })).toBe('all');
  });
  test('a prorated quota is rounded once, and that is the quota', () => {
    const terms = {
      ...samplePart({ proration: byDays, participant: hired('2024-03-01') }),
      period: SAMPLE_PERIOD,
      currency: 'USD',
    };
    const read = quotaFor([sampleQuota('100')], sales, terms);
    expect(read.ok && read.value && plain(read.value.amount)).toBe('34.07');
    const counting = sampleComponent({ measure: { unit: 'Count', of: 'amount' } });
    const count = quotaFor([sampleQuota('100', { unit: 'Count' })], counting, terms);
    expect(count.ok && count.value && plain(count.value.amount)).toBe('34.065934');
  });
});

describe('[QUOTA-11] by whole months', () => {
  test.each([
    ['hired on the first', { participant: hired('2024-03-01') }, '1 ÷ 3 months'],
    ['hired on the second', { participant: hired('2024-03-02') }, '0 ÷ 3 months'],
    ['left on the last', { participant: hired(null, '2024-02-29') }, '2 ÷ 3 months'],
    ['a leave of all but a day of February', { attendance: away(['2024-02-01', '2024-02-28']) }, 'all'],
    ['a leave of all February', { attendance: away(['2024-02-01', '2024-02-29']) }, '2 ÷ 3 months'],
  ])('%s', (_, wanted, formula) => {
    expect(part({ proration: byMonths, ...wanted })).toBe(formula);
  });
  test('partial months are rejected', () => {
    expect(part({ proration: byMonths }, { key: 'x', from: '2024-01-15', to: '2024-03-31' })).toEqual([
      'QUOTA-11',
    ]);
  });
  test('in a calendar of weeks its periods are counted', () => {
    const calendar: PeriodCalendar = {
      period: 'quarter',
      fiscalYearStartMonth: 1,
      weeks: { pattern: '4-4-5', weekday: 7, anchor: 'last-in' },
    };
    const [first] = periodsOf(calendar, 2024);
    const second = periodsOf({ ...calendar, period: 'month' }, 2024)[1];
    expect(part({ proration: byMonths, calendar, participant: hired(second?.from ?? '') }, first)).toBe(
      '2 ÷ 3 months',
    );
  });
  test('where weeks are paid they are counted instead', () => {
    const calendar: PeriodCalendar = { period: 'week', fiscalYearStartMonth: 1, weeks: isoWeeks };
    const quarter = periodsOf({ ...calendar, period: 'quarter' }, 2024)[0]!;
    const of = (participant: PartTerms['participant'], span = quarter) =>
      part({ proration: byMonths, calendar, participant }, span);
    expect([of(hired('2024-01-15')), of(hired('2024-01-16'))]).toEqual(['11 ÷ 13 weeks', '10 ÷ 13 weeks']);
    expect(of(hired('2024-01-16'), periodsOf(calendar, 2024)[2])).toBe('0 ÷ 1 week');
    expect(of(hired(null), { key: 'x', from: '2024-01-01', to: '2024-01-31' })).toEqual(['QUOTA-11']);
  });
});

describe('[QUOTA-12] ramps', () => {
  const ramped = (from: string, to: string, quotaPercent: string) => ({
    attendance: {
      enrolments: null,
      leaves: [],
      ramps: [{ participantId: 'ann', from, to, quotaPercent, targetPercent: '100' }],
    },
  });
  test.each([
    [
      'without proration, by days',
      { ...ramped('2024-01-01', '2024-01-31', '50') },
      '(31 × 50% + 60) ÷ 91 days',
    ],
    ['for more than the quarter', { ...ramped('2023-01-01', '2024-12-31', '25') }, '91 × 25% ÷ 91 days'],
    ['of all', { ...ramped('2023-01-01', '2024-12-31', '100') }, 'all'],
    ['before the quarter', { ...ramped('2023-01-01', '2023-12-31', '25') }, 'all'],
    [
      'with months, by their first day',
      { proration: byMonths, ...ramped('2024-01-20', '2024-02-10', '50') },
      '(2 + 1 × 50%) ÷ 3 months',
    ],
    [
      'with days of work',
      { proration: byDays, participant: hired('2024-01-22'), ...ramped('2024-01-01', '2024-01-31', '50') },
      '(10 × 50% + 60) ÷ 91 days',
    ],
  ])('%s', (_, wanted, formula) => expect(part(wanted)).toBe(formula));
  test.each([
    [
      'overlap',
      [
        ['2024-01-01', '2024-01-31', '50'],
        ['2024-01-31', '2024-02-28', '50'],
      ],
    ],
    ['below zero', [['2024-01-01', '2024-01-31', '-1']]],
    ['no number', [['2024-01-01', '2024-01-31', '5%']]],
  ] as [string, [string, string, string][]][])('%s is refused', (_, given) => {
    const ramps = given.map(([from, to, quotaPercent]) => ({
      participantId: 'ann',
      from,
      to,
      quotaPercent,
      targetPercent: '100',
    }));
    expect(checkAttendance({ ramps }).map(({ rule }) => rule)).toEqual(['QUOTA-12']);
  });
});

describe('targets', () => {
  const terms = (wanted: Partial<PartTerms>, component = sales) => ({
    ...samplePart({ effective: component.effective, ...wanted }),
    currency: 'USD',
    component,
  });
  const target = (given: ReturnType<typeof terms>, periods = [SAMPLE_PERIOD]) => {
    const read = targetFor(periods, given);
    return read.ok
      ? read.value && plain(quotient(read.value.amount).round(6, 1))
      : read.problems.map(({ rule }) => rule);
  };
  test('[QUOTA-13] a component in force for a part of the period needs a plan that prorates targets', () => {
    const late = sampleComponent({ effective: { from: '2024-03-01', to: null } });
    expect(target(terms({}, late))).toEqual(['QUOTA-13']);
    expect(target(terms({ proration: { by: 'days', of: 'quota' } }, late))).toEqual(['QUOTA-13']);
    expect(target(terms({ proration: byMonths }, late))).toBe('5000');
  });
  test('[QUOTA-13] quotas of the days in force need no proration, those beyond them do', () => {
    const late = sampleComponent({ effective: { from: '2024-03-01', to: null } });
    const found = (quota: ReturnType<typeof sampleQuota>, proration?: Proration) => {
      const read = quotaFor([quota], late, {
        ...samplePart({ effective: late.effective, proration }),
        period: SAMPLE_PERIOD,
        currency: 'USD',
      });
      return read.ok ? read.value && plain(read.value.amount) : read.problems.map(({ rule }) => rule);
    };
    expect(found(sampleQuota('9', { from: '2024-03-01' }))).toBe('9');
    expect(found(sampleQuota('9', { to: '2024-02-29' }))).toBeNull();
    expect(found(sampleQuota('9'))).toEqual(['QUOTA-13']);
    expect(found(sampleQuota('9'), byMonths)).toBe('3');
  });
  test('[QUOTA-14] every period of a calendar of weeks is an equal part of the year', () => {
    const calendar = (pattern: '4-4-5' | '13-periods'): PeriodCalendar => ({
      period: 'quarter',
      fiscalYearStartMonth: 1,
      weeks: { pattern, weekday: 7, anchor: 'last-in' },
    });
    for (const [pattern, parts] of [
      ['4-4-5', ['15000', '15000', '15000', '15000']],
      ['13-periods', ['13846.153846', '13846.153846', '13846.153846', '18461.538462']],
    ] as const) {
      const found = periodsOf(calendar(pattern), 2024).map((period) =>
        target(terms({ calendar: calendar(pattern) }), [period]),
      );
      expect(found).toEqual(parts);
    }
    expect(
      target(terms({ calendar: calendar('4-4-5') }), [{ key: 'x', from: '2024-01-01', to: '2024-03-30' }]),
    ).toEqual(['QUOTA-14']);
  });
  test('[QUOTA-17] where weeks are paid, every week is an equal part of the 52 or 53 of its year', () => {
    const calendar: PeriodCalendar = { period: 'week', fiscalYearStartMonth: 1, weeks: isoWeeks };
    const given = terms({ calendar });
    const [long, short] = [periodsOf(calendar, 2020), periodsOf(calendar, 2021)];
    expect([target(given, [long[52]!]), target(given, [short[0]!])]).toEqual(['1132.075472', '1153.846154']);
    expect([target(given, [...long]), target(given, [...short])]).toEqual(['60000', '60000']);
    const over = (from: string, to: string) => {
      const read = targetFor([{ key: 'x', from, to }], given);
      return read.ok ? read.value?.parts[0]?.formula : read.problems.map(({ rule }) => rule);
    };
    expect(over('2020-12-21', '2021-01-10')).toBe('60,000.00 × (2 ÷ 53 + 1 ÷ 52)');
    expect(target(given, [{ key: 'x', from: '2020-12-21', to: '2021-01-10' }])).toBe('3417.997097');
    expect(over('2021-01-04', '2021-04-04')).toBe('60,000.00 × 13 ÷ 52');
    expect(over('2021-01-04', '2021-04-05')).toEqual(['QUOTA-17']);
    expect(over('2021-01-05', '2021-01-11')).toEqual(['QUOTA-17']);
  });
  test('the targets of the parts of a year, however it is prorated, sum to that of the year', () => {
    const months = periodsOf({ period: 'month', fiscalYearStartMonth: 1 }, 2024);
    const days = fc
      .integer({ min: 1, max: 28 })
      .chain((day) =>
        fc
          .integer({ min: 1, max: 12 })
          .map((month) => `2024-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`),
      );
    const property = fc.property(days, days, fc.constantFrom(byDays, byMonths), (from, to, proration) => {
      const given = terms({ proration, participant: hired(earlierDay(from, to), laterDay(from, to)) });
      const whole = targetFor(months, given);
      const singles = months.map((month) => targetFor([month], given));
      if (!whole.ok || whole.value === null) throw new Error('a target');
      const each = singles.map((one) => (one.ok && one.value ? quotient(one.value.amount) : decimal('0')));
      expect(sum(each).minus(quotient(whole.value.amount)).abs().lt('0.000000000001')).toBe(true);
    });
    fc.assert(property);
  });
});
