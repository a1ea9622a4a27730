import { describe, expect, test } from 'vitest';
import { type Period, type PeriodCalendar, periodsOf } from '../base/period.ts';
import { isoWeeks } from '../base/week-calendar.ts';
import { type NewestCalculation, ownPeriods, payableCalculations } from './payable-periods.ts';
import { periodOf } from './sample-payment.fixture.ts';

const monthly = { period: 'month', fiscalYearStartMonth: 1 } as const;
const quarterly = { period: 'quarter', fiscalYearStartMonth: 1 } as const;

const run = (key: string, special: Partial<NewestCalculation> = {}): NewestCalculation => ({
  id: `run of ${key}`,
  planId: 'plan',
  planName: 'Plan',
  period: periodOf(key),
  calendar: monthly,
  calculatedAt: '2024-06-01',
  paidId: null,
  ...special,
});

function paid(newest: readonly NewestCalculation[], period = '2024-03', since = '2024-03-01') {
  const result = payableCalculations(newest, { period: periodOf(period), since });
  if (!result.ok) return result.problems.map((problem) => `${problem.rule} ${problem.path}`);
  return result.value.map(
    ({ calculationId, originalId }) => `${calculationId}${originalId ? ` − ${originalId}` : ''}`,
  );
}

describe('[PAYM-20] what a period’s payments pay', () => {
  test('every plan by its own calendar: the month, and the quarter that ends in it', () => {
    const quarter = run('2024-Q1', { planId: 'other', calendar: quarterly });
    expect(paid([run('2024-03'), quarter, run('2024-04'), run('2024-02')])).toEqual([
      'run of 2024-03',
      'run of 2024-Q1',
    ]);
  });

  test('weeks are paid by the payments of their week, their quarter or their year, and a month of days pays those that end in it', () => {
    const calendar = { period: 'week', fiscalYearStartMonth: 1, weeks: isoWeeks } as const;
    const weeks = periodsOf(calendar, 2024).map((period) =>
      run('2024-01', { id: period.key, calendar, period }),
    );
    const quarter = periodsOf({ ...calendar, period: 'quarter' }, 2024)[1]!;
    const of = (period: Period) => {
      const result = payableCalculations(weeks, { period, since: period.from });
      return result.ok ? result.value.map(({ calculationId }) => calculationId) : [];
    };
    expect(of(weeks[2]!.period)).toEqual(['2024-W03']);
    expect([of(quarter).length, of(quarter)[0], of(quarter)[12]]).toEqual([13, '2024-W14', '2024-W26']);
    expect(of(periodOf('2024-02'))).toEqual(['2024-W05', '2024-W06', '2024-W07', '2024-W08']);
  });

  test('a quarter’s payments pay its three months', () => {
    const months = ['2024-01', '2024-02', '2024-03'].map((key) => run(key));
    expect(paid(months, '2024-Q1', '2024-01-01')).toHaveLength(3);
  });

  test('a skipped period since payments began is paid late; one from before is not', () => {
    expect(paid([run('2024-03'), run('2024-02'), run('2023-12')], '2024-03', '2024-01-01')).toEqual([
      'run of 2024-03',
      'run of 2024-02',
    ]);
  });

  test('a trial over any other days is not paid, unless payments are made of those very days', () => {
    const trial = run('2024-02-15..2024-03-14');
    expect(paid([trial])).toEqual([]);
    expect(paid([trial], '2024-02-15..2024-03-14', '2024-02-15')).toEqual(['run of 2024-02-15..2024-03-14']);
  });

  test('paid periods are paid by difference, and not at all without a change', () => {
    expect(paid([run('2024-01', { paidId: 'v1' }), run('2024-02', { paidId: 'run of 2024-02' })])).toEqual([
      'run of 2024-01 − v1',
    ]);
  });

  test('two periods of one plan that share a day are refused', () => {
    expect(paid([run('2024-03', { paidId: 'v1' }), run('2024-Q1')], '2024-Q1', '2024-01-01')).toEqual([
      'PAYM-20 Plan 2024-Q1',
    ]);
    expect(paid([run('2024-01'), run('2024-Q1')], '2024-Q1', '2024-01-01')).toEqual(['PAYM-20 Plan 2024-Q1']);
    expect(paid([run('2024-01'), run('2024-Q1', { planId: 'other' })], '2024-Q1', '2024-01-01')).toHaveLength(
      2,
    );
  });

  describe('after a change of the plan’s calendar', () => {
    const april = { period: 'quarter', fiscalYearStartMonth: 4 } as const;
    const fours = {
      period: 'month',
      fiscalYearStartMonth: 1,
      weeks: { ...isoWeeks, pattern: '4-4-5' },
    } as const;
    const thirteen = { ...fours, weeks: { ...isoWeeks, pattern: '13-periods' } } as const;
    const part = (
      calendar: PeriodCalendar,
      key: string,
      month: string,
      special: Partial<NewestCalculation> = {},
    ) => {
      const period = periodsOf(calendar, 2024).find((one) => one.key === key) ?? periodOf(key);
      return run('2024-01', {
        id: `${key} ${month}`,
        calendar,
        period,
        calculatedAt: `2024-${month}`,
        ...special,
      });
    };
    const span = (key: string, month: string, special: Partial<NewestCalculation> = {}) =>
      part(thirteen, key, month, special);

    test('a key that has come to mean other days is another period: both are paid, none by its difference to the other', () => {
      const before = part(april, '2024-Q1', '01', { paidId: '2024-Q1 01' });
      const now = part(quarterly, '2024-Q1', '05');
      expect([before.period.from, now.period.from]).toEqual(['2023-04-01', '2024-01-01']);
      expect(paid([before, now], '2024-Q1', '2023-04-01')).toEqual(['2024-Q1 05']);
    });

    test('the later calculation of a key takes the place of the earlier one where they share days', () => {
      const [before, now] = [part(fours, '2024-P03', '04'), part(thirteen, '2024-P03', '05')];
      expect([before.period.to, now.period.to]).toEqual(['2024-03-31', '2024-03-24']);
      expect(paid([before, now], '2024-02-26..2024-03-31', '2024-02-26')).toEqual(['2024-P03 05']);
      expect(paid([before, now], '2024-02-26..2024-03-24', '2024-02-26')).toEqual(['2024-P03 05']);
    });

    test('days that were paid are not paid again under the new calendar, and the sentence says what to calculate', () => {
      const before = part(fours, '2024-P03', '04', { paidId: '2024-P03 04' });
      const now = part(thirteen, '2024-P04', '05');
      const scope = { period: periodOf('2024-03-25..2024-04-21'), since: '2024-02-26' };
      const rejected = payableCalculations([before, now], scope);
      expect(JSON.stringify(rejected)).toContain(
        'recalculate 2024-02-26..2024-03-31 for changes in paid dates, and 2024-04-01..2024-04-21 for the unpaid dates; then create the payment run of 2024-04-01..2024-04-21',
      );
      const again = span('2024-02-26..2024-03-31', '06', { paidId: '2024-P03 04' });
      const rest = span('2024-04-01..2024-04-21', '06');
      expect(paid([now, again, rest], '2024-04-01..2024-04-21', '2024-02-26')).toEqual([
        '2024-04-01..2024-04-21 06',
        '2024-02-26..2024-03-31 06 − 2024-P03 04',
      ]);
    });

    test('a period with only some of its days recalculated is rejected, not skipped', () => {
      const [before, now] = [part(fours, '2024-P03', '04'), part(thirteen, '2024-P04', '05')];
      const pays = '2024-02-26..2024-04-21';
      expect(paid([before, now], pays, '2024-02-26')).toEqual(['PAYM-20 Plan 2024-P04']);
      const third = span('2024-02-26..2024-03-24', '06');
      expect(paid([before, now, third], pays, '2024-02-26')).toEqual([now.id, third.id]);
    });
  });
});

test('[CLOSE-20] a quarter calculated after a change of the calendar takes the place of its months in a year; trials do not count', () => {
  const months = ['2024-01', '2024-02', '2024-03', '2024-04'].map((key) => run(key));
  const quarter = run('2024-Q1', { calendar: quarterly, calculatedAt: '2024-07-01' });
  const trial = run('2024-04-02..2024-04-05');
  expect(ownPeriods([...months, quarter, trial]).map(({ period }) => period.key)).toEqual([
    '2024-04',
    '2024-Q1',
  ]);
  expect(ownPeriods(months)).toEqual(months);
});
