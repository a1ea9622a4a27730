import { expect, test } from 'vitest';
import { latestInstant, nextInstants } from './cron-instants.ts';

const berlin = 'Europe/Berlin';
const from = (cron: string, after: string, howMany: number) =>
  nextInstants({ cron, timeZone: berlin }, new Date(after), howMany).map((one) =>
    one.toISOString().slice(0, 16),
  );

test('[WF-40] [I13] a schedule follows the clock of its zone over both changes of it, and fires once a day', () => {
  // clocks go forward on 2026-03-29 at 02:00 and back on 2026-10-25 at 03:00
  expect(from('30 8 * * *', '2026-03-28T00:00:00Z', 3)).toEqual([
    '2026-03-28T07:30',
    '2026-03-29T06:30',
    '2026-03-30T06:30',
  ]);
  const skipped = from('30 2 * * *', '2026-03-28T12:00:00Z', 3);
  expect(skipped.map((one) => one.slice(0, 10))).toEqual(['2026-03-29', '2026-03-30', '2026-03-31']);
  const doubled = from('30 2 * * *', '2026-10-24T12:00:00Z', 3);
  expect(doubled.map((one) => one.slice(0, 10))).toEqual(['2026-10-25', '2026-10-26', '2026-10-27']);
});

test('[WF-40] the latest instant is the one now, or the last before', () => {
  const schedule = { cron: '0 12 * * 1', timeZone: 'UTC' };
  const at = (now: string) => latestInstant(schedule, new Date(now)).toISOString();
  expect(at('2026-11-23T12:00:00.000Z')).toBe('2026-11-23T12:00:00.000Z');
  expect(at('2026-11-23T11:59:59.999Z')).toBe('2026-11-16T12:00:00.000Z');
  expect(at('2026-11-25T00:00:00.000Z')).toBe('2026-11-23T12:00:00.000Z');
});
