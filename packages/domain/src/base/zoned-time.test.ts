import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTimeZone, momentOfWall, offsetMs, wallTime } from './zoned-time.ts';

const at = (text: string) => Date.parse(text);
const iso = (ms: number) => new Date(ms).toISOString();
const wall = (text: string) => {
  const [year, month, day, hour, minute] = text.split(/\D/).map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ];
  return { year, month, day, hour, minute, second: 0, ms: 0 };
};

test.each([
  ['2026-03-08 01:59', 'America/New_York', '2026-03-08T06:59:00.000Z'],
  // 02:30 is left out that day; one goes on by the hour
  ['2026-03-08 02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
  ['2026-03-08 03:00', 'America/New_York', '2026-03-08T07:00:00.000Z'],
  // 01:30 is there twice; the earlier, in daylight time
  ['2026-11-01 01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
  ['2026-10-25 02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ['2026-06-01 00:00', 'Asia/Kolkata', '2026-05-31T18:30:00.000Z'],
  // a day that was left out altogether
  ['2011-12-30 12:00', 'Pacific/Apia', '2011-12-30T22:00:00.000Z'],
  ['2026-06-01 08:00', 'UTC', '2026-06-01T08:00:00.000Z'],
])('%s in %s is %s', (text, zone, moment) => {
  expect(iso(momentOfWall(wall(text), zone))).toBe(moment);
});

test('a moment and what the clocks show then are each other', () => {
  const zones = ['UTC', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Chatham'];
  const moment = fc.integer({ min: at('1970-01-02T00:00:00Z'), max: at('2100-01-01T00:00:00Z') });
  fc.assert(
    fc.property(moment, fc.constantFrom(...zones), (ms, zone) => {
      const back = momentOfWall(wallTime(ms, zone), zone);
      // twice a year an hour is there twice; then the earlier one is meant
      expect(back === ms || wallTime(back, zone).hour === wallTime(ms, zone).hour).toBe(true);
      expect(back).toBeLessThanOrEqual(ms);
    }),
  );
});

test('only names of time zones are time zones', () => {
  expect(['UTC', 'Europe/Paris', 'Etc/GMT+5'].every(isTimeZone)).toBe(true);
  expect(['', 'Mars/Base', '+01:00', '__proto__', 'x'.repeat(200)].some(isTimeZone)).toBe(false);
  expect(() => offsetMs(0, 'Mars/Base')).toThrow('not a time zone');
});
