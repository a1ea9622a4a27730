import { expect, test } from 'vitest';
import { instantToFire, MISSED_AFTER_MS, type MissedInstants } from './triggers.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

test.each<[string, number, number, MissedInstants, number | null]>([
  ['looked at in time', 0, 500, 'skip', 0],
  ['looked at in time, made up for if not', 0, 500, 'once', 0],
  ['just not missed', 0, MISSED_AFTER_MS, 'skip', 0],
  ['missed, and skipped', 0, MISSED_AFTER_MS + 1, 'skip', null],
  ['missed, and made up for', 0, 3 * day, 'once', 0],
  ['several missed, one catch-up for the latest', 2 * day, 2 * day + 5 * minute, 'once', 2 * day],
  ['several missed, and skipped', 2 * day, 2 * day + 5 * minute, 'skip', null],
  ['several missed, the latest is just now', 2 * day, 2 * day + 1, 'skip', 2 * day],
])('[WF-40] a schedule that is due: %s', (_, latestMs, nowMs, missed, expected) => {
  expect(instantToFire({ dueMs: 0, latestMs, nowMs }, missed)).toBe(expected);
});
