import { expect, test } from 'vitest';
import { decimal, ONE, ZERO } from '../base/decimal.ts';
import { ratio, roundRatio } from '../base/ratio.ts';
import { workingDays } from '../base/working-days.ts';
import { attainmentOf } from './attainment.ts';
import { paceFlag, paceOf, projectedCredit, shareGone, usualShare } from './pace.ts';

const none = new Set<string>();
const march = { from: '2026-03-01', to: '2026-03-31' };
const day = (n: number) => `2026-03-${String(n).padStart(2, '0')}`;

/** A month of which `percent` was booked on its 10th working day, the rest on its last. */
function month(of: string, percent: number) {
  const period = { from: `${of}-01`, to: `${of}-28` };
  let tenth = period.from;
  while (workingDays({ from: period.from, to: tenth }, none) < 10)
    tenth = `${of}-${String(Number(tenth.slice(8)) + 1).padStart(2, '0')}`;
  return {
    period,
    booked: [
      { date: tenth, amount: String(percent) },
      { date: period.to, amount: String(100 - percent) },
    ],
  };
}

test('[BASE-13] working days are Monday to Friday without holidays', () => {
  const days = (from: string, to: string, off = none) => workingDays({ from, to }, off);
  expect(days(march.from, march.to)).toBe(22);
  expect(days(day(1), day(1))).toBe(0);
  expect(days(day(2), day(6))).toBe(5);
  expect(days(day(6), day(9))).toBe(2);
  expect(days(day(9), day(8))).toBe(0);
  // a Sunday, a Tuesday, and one outside the month
  const off = new Set([day(1), day(10), '2026-04-03']);
  expect(days(march.from, march.to, off)).toBe(21);
  expect([days(day(10), day(10), off), days(day(9), day(11), off)]).toEqual([0, 2]);
});

test('[ATT-7] the usual share is the median of four or more earlier periods by the same working day', () => {
  const earlier = [month('2025-10', 20), month('2025-11', 40), month('2025-12', 30), month('2026-01', 32)];
  const usual = usualShare(march, day(13), { earlier, holidays: none });
  expect([roundRatio(usual.share, 4, 'HALF_UP').toString(), usual.periods]).toEqual(['0.31', 4]);
  // the 9th working day is before anything was booked
  expect(usualShare(march, day(12), { earlier, holidays: none }).share.over.eq(ZERO)).toBe(true);
});

test('[ATT-7] with fewer periods, or without bookings in them, working days decide', () => {
  const empty = { ...month('2025-10', 20), booked: [] };
  const earlier = [empty, month('2025-11', 40), month('2025-12', 30), empty];
  const usual = usualShare(march, day(13), { earlier, holidays: none });
  expect([roundRatio(usual.share, 4, 'HALF_UP').toString(), usual.periods]).toEqual(['0.4545', 0]);
  expect(roundRatio(shareGone(march, day(13), none), 4, 'HALF_UP').toString()).toBe('0.4545');
});

test('[BASE-13] a holiday moves the working day that is compared', () => {
  const earlier = [month('2025-10', 20), month('2025-11', 40), month('2025-12', 30), month('2026-01', 32)];
  const by = (date: string) => usualShare(march, date, { earlier, holidays: new Set([day(10)]) }).share;
  // the 10th working day of this month is one later
  expect(by(day(13)).over.eq(ZERO)).toBe(true);
  expect(roundRatio(by(day(16)), 4, 'HALF_UP').toString()).toBe('0.31');
  const gone = shareGone(march, day(13), new Set([day(10)]));
  expect(roundRatio(gone, 4, 'HALF_UP').toString()).toBe('0.4286');
});

test('[ATT-7] all of it is usual once the period is over, and never more', () => {
  const returns = ['2025-09', '2025-10', '2025-11', '2025-12'].map((one) => month(one, 140));
  expect(usualShare(march, '2026-04-02', { earlier: returns, holidays: none }).share).toEqual(ratio(ONE));
  expect(usualShare(march, day(16), { earlier: returns, holidays: none }).share).toEqual(ratio(ONE));
});

test('[ATT-8] pace is attainment ÷ the usual share: 412,000 of 1,200,000 at 31% is 1.11', () => {
  const share = ratio(decimal('31'), decimal('100'));
  const attained = attainmentOf(decimal('412000'), decimal('1200000'));
  expect(paceOf(attained, share)).toBe('1.11');
  expect(paceOf(null, share)).toBeNull();
  expect(paceOf(attained, ratio(ZERO))).toBeNull();
  expect([null, '1.00', '0.99', '0.70', '0.69'].map(paceFlag)).toEqual([
    'none',
    'ahead',
    'behind',
    'behind',
    'far-behind',
  ]);
});

test('[ATT-9] the projection keeps what earlier periods credited and grows the rest', () => {
  const half = ratio(decimal('1'), decimal('2'));
  const projected = projectedCredit(decimal('300'), decimal('1000'), half);
  expect(projected && roundRatio(projected, 2, 'HALF_UP').toString()).toBe('1600');
  expect(projectedCredit(decimal('300'), ZERO, ratio(ZERO))).toBeNull();
});
