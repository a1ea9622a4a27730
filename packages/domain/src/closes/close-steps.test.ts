import { describe, expect, test } from 'vitest';
import { workingDayAfter } from '../base/working-days.ts';
import {
  type CloseFacts,
  type ClosingPeriod,
  closeSteps,
  monthOf,
  payDayOf,
  periodsEnding,
  periodsOver,
  sameWorkingDay,
  workingDaysUntil,
} from './close-steps.ts';

const none = new Set<string>();
const nothing: ClosingPeriod = { calculation: 'none', published: null, payment: null };
const facts: CloseFacts = {
  month: monthOf('2026-09'),
  today: '2026-10-01',
  holidays: new Set(),
  deals: 0,
  lastLoaded: null,
  periods: [nothing, nothing],
  disputes: { open: 0, all: 0 },
  exceptions: { open: 0, all: 0 },
  signOffs: { signed: 0, all: 0 },
};
const loaded = { ...facts, deals: 10, lastLoaded: '2026-10-01' };
const states = (given: CloseFacts) =>
  Object.fromEntries(closeSteps(given).map(({ step, state }) => [step, state]));
const both = (period: Partial<ClosingPeriod>, given: CloseFacts = loaded): CloseFacts => ({
  ...given,
  periods: given.periods.map((one) => ({ ...one, ...period })),
});

describe('the days of a close', () => {
  test('days concern the periods they share a day with that have begun, the newest ones', () => {
    const calendar = { period: 'month', fiscalYearStartMonth: 1 } as const;
    const keys = (from: string, to: string, limit = 24) =>
      periodsOver(calendar, { from, to }, { begunBy: '2026-09-10', limit }).map(({ key }) => key);
    expect(keys('2026-07-31', '2026-12-31')).toEqual(['2026-09', '2026-08', '2026-07']);
    expect(keys('2026-09-20', '2026-09-30')).toEqual(['2026-09']);
    expect(keys('2026-10-01', '2026-12-31')).toEqual([]);
    expect(keys('1990-01-01', '2026-08-31', 2)).toEqual(['2026-08', '2026-07']);
  });

  test('[CLOSE-1] a month holds the periods that end in it', () => {
    const keys = (period: 'week' | 'month' | 'quarter' | 'year', month: string) =>
      periodsEnding({ period, fiscalYearStartMonth: 1 }, monthOf(month)).map(({ key }) => key);
    expect(keys('month', '2026-09')).toEqual(['2026-09']);
    expect(keys('quarter', '2026-09')).toEqual(['2026-Q3']);
    expect(keys('quarter', '2026-08')).toEqual([]);
    expect(keys('year', '2026-12')).toEqual(['2026']);
    expect(monthOf('2024-02')).toEqual({ from: '2024-02-01', to: '2024-02-29' });
  });

  test('[CLOSE-17] pay is due with the last step of the close that its period ends in', () => {
    expect(payDayOf('2025-12-31', none)).toBe('2026-01-08');
    expect(payDayOf('2026-10-15', none)).toBe('2026-11-09');
  });

  test('[CLOSE-15] the same working day counts within a month, and from its end once it is over', () => {
    const same = (today: string) =>
      sameWorkingDay(today, { month: monthOf('2026-10'), other: monthOf('2026-09'), holidays: none });
    expect(same('2026-10-07')).toEqual({ number: 5, isAfter: false, day: '2026-09-07' });
    // a Sunday is still the working day before it
    expect(same('2026-10-11')).toEqual({ number: 7, isAfter: false, day: '2026-09-09' });
    expect(same('2026-10-30')).toEqual({ number: 22, isAfter: false, day: '2026-09-30' });
    expect(same('2026-11-04')).toEqual({ number: 3, isAfter: true, day: '2026-10-05' });
    expect(same('2026-11-01')).toEqual({ number: 0, isAfter: true, day: '2026-09-30' });
  });

  test('[CLOSE-19] working days until pay day skip weekends, and count down past it', () => {
    // 9 October 2026 is a Friday
    const until = (today: string) => workingDaysUntil('2026-10-09', today, none);
    expect(['2026-10-02', '2026-10-04', '2026-10-08', '2026-10-09'].map(until)).toEqual([5, 5, 1, 0]);
    expect(['2026-10-11', '2026-10-12', '2026-10-16'].map(until)).toEqual([0, -1, -5]);
  });

  test('[CLOSE-2] due days skip weekends', () => {
    // 30 September 2026 is a Wednesday
    expect([1, 2, 3, 6].map((n) => workingDayAfter('2026-09-30', n, none))).toEqual([
      '2026-10-01',
      '2026-10-02',
      '2026-10-05',
      '2026-10-08',
    ]);
    const steps = closeSteps({ ...loaded, today: '2026-10-06' });
    expect(steps.filter(({ isLate }) => isLate).map(({ step }) => step)).toEqual([
      'calculate',
      'exceptions',
      'preview',
      'sign-off',
      'publish',
    ]);
    expect(steps.at(-1)).toMatchObject({ due: '2026-10-08', isLate: false });
  });
});

describe('[BASE-13] holidays', () => {
  const off = new Set(['2025-12-25', '2025-12-26', '2026-01-01', '2026-01-03']);

  test('the third working day after December 22 moves over the 25th and the 26th', () => {
    const days = (holidays: ReadonlySet<string>) =>
      [1, 2, 3, 6].map((n) => workingDayAfter('2025-12-22', n, holidays));
    expect(days(none)).toEqual(['2025-12-23', '2025-12-24', '2025-12-25', '2025-12-30']);
    expect(days(off)).toEqual(['2025-12-23', '2025-12-24', '2025-12-29', '2026-01-02']);
  });

  test('move what is due in a close, its pay day and the days until then', () => {
    const december = { ...loaded, month: monthOf('2025-12'), today: '2026-01-05' };
    const due = (holidays: ReadonlySet<string>) =>
      Object.fromEntries(closeSteps({ ...december, holidays }).map((one) => [one.step, one.due]));
    expect(due(none)).toMatchObject({ load: '2026-01-01', publish: '2026-01-05', paid: '2026-01-08' });
    expect(due(off)).toMatchObject({ load: '2026-01-02', publish: '2026-01-06', paid: '2026-01-09' });
    expect(payDayOf('2025-12-31', off)).toBe('2026-01-09');
    const until = (today: string) => [none, off].map((days) => workingDaysUntil('2025-12-30', today, days));
    expect([until('2025-12-23'), until('2025-12-30'), until('2026-01-02')]).toEqual([
      [5, 3],
      [0, 0],
      [-3, -2],
    ]);
  });

  test('count nothing where months are compared by working day', () => {
    const months = { month: monthOf('2025-12'), other: monthOf('2025-11') };
    const day = (holidays: ReadonlySet<string>) => sameWorkingDay('2025-12-29', { ...months, holidays });
    expect(day(none)).toMatchObject({ number: 21, day: '2025-11-30' });
    expect(day(new Set([...off, '2025-11-11']))).toMatchObject({ number: 19, day: '2025-11-28' });
  });
});

describe('the steps of a close', () => {
  test('[CLOSE-3] data is loaded by an import after the month', () => {
    expect(states(facts)).toMatchObject({ load: 'open', calculate: 'waiting' });
    expect(states({ ...loaded, lastLoaded: '2026-09-30' }).load).toBe('open');
    expect(states({ ...loaded, deals: 0 }).load).toBe('open');
    expect(states(loaded)).toMatchObject({
      load: 'done',
      fix: 'done',
      calculate: 'open',
      preview: 'waiting',
    });
  });

  test('[CLOSE-4] each step opens after the one before it and ends when all it counts is done', () => {
    const half = { ...loaded, periods: [{ ...nothing, calculation: 'current' as const }, nothing] };
    expect(closeSteps(half)[2]).toMatchObject({ step: 'calculate', state: 'open', done: 1, of: 2 });
    const calculated = both({ calculation: 'current' });
    expect(states(calculated)).toMatchObject({ calculate: 'done', preview: 'open', publish: 'waiting' });
    const previewed = both({ published: 'managers' }, calculated);
    expect(states(previewed)).toMatchObject({ preview: 'done', publish: 'open', disputes: 'waiting' });
    const published = both({ published: 'payees' }, calculated);
    expect(states(published)).toMatchObject({ publish: 'done', disputes: 'done', pay: 'open' });
    const disputed = { ...published, disputes: { open: 1, all: 3 } };
    expect(closeSteps(disputed)[7]).toMatchObject({ state: 'open', done: 2, of: 3 });
    expect(states(both({ payment: 'made' }, published))).toMatchObject({
      pay: 'done',
      approve: 'open',
      post: 'waiting',
    });
    expect(states(both({ payment: 'posted' }, published))).toMatchObject({
      approve: 'done',
      post: 'done',
      paid: 'open',
    });
    expect(Object.values(states(both({ payment: 'paid' }, published)))).toEqual(Array(12).fill('done'));
  });

  test.each(['failed', 'outdated'] as const)('[CLOSE-5] a calculation that is %s blocks', (calculation) => {
    const blocked = { ...both({ calculation: 'current' }) };
    const steps = closeSteps({
      ...blocked,
      periods: [{ ...blocked.periods[0]!, calculation }, blocked.periods[1]!],
    });
    expect(steps.slice(1, 3)).toMatchObject([
      { step: 'fix', state: 'blocked', done: 1, of: 2 },
      { step: 'calculate', state: 'blocked', done: 1, of: 2 },
    ]);
    expect(steps[3]!.state).toBe('waiting');
  });

  test('a running calculation neither counts nor blocks', () => {
    expect(states(both({ calculation: 'running' }))).toMatchObject({ fix: 'done', calculate: 'open' });
  });
});

test('[CLOSE-8] exceptions are settled once each is cleared; without one, once everything is calculated', () => {
  expect(states(loaded).exceptions).toBe('waiting');
  const calculated = both({ calculation: 'current' });
  expect(states(calculated).exceptions).toBe('done');
  const step = (exceptions: CloseFacts['exceptions']) => closeSteps({ ...calculated, exceptions })[3];
  expect(step({ open: 2, all: 3 })).toMatchObject({ step: 'exceptions', state: 'open', done: 1, of: 3 });
  expect(step({ open: 0, all: 3 })).toMatchObject({ state: 'done' });
  expect(states({ ...calculated, exceptions: { open: 1, all: 1 } }).publish).toBe('waiting');
});

test('[CLOSE-21] sign-off counts the statements managers see; publication waits for none, and ends it', () => {
  const calculated = both({ calculation: 'current' });
  expect(states(calculated)['sign-off']).toBe('waiting');
  const previewed = { ...both({ published: 'managers' }, calculated), signOffs: { signed: 1, all: 3 } };
  expect(closeSteps(previewed)[5]).toMatchObject({ step: 'sign-off', state: 'open', done: 1, of: 3 });
  expect(states(previewed).publish).toBe('open');
  expect(states({ ...previewed, signOffs: { signed: 3, all: 3 } })['sign-off']).toBe('done');
  const published = { ...both({ published: 'payees' }, calculated), signOffs: { signed: 1, all: 3 } };
  expect(states(published)).toMatchObject({ 'sign-off': 'done', publish: 'done' });
  expect(closeSteps(published)[5]).toMatchObject({ done: 1, of: 3 });
  expect(states({ ...previewed, signOffs: { signed: 0, all: 0 } })['sign-off']).toBe('done');
});
