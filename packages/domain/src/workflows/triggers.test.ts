import { expect, test } from 'vitest';
import { instantToFire, MISSED_AFTER_MS, type MissedInstants } from './triggers.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

test.each<
  [string, { latest: number; watched: number }, MissedInstants, { fire: number | null; next: number }]
>([
  ['watched all the time', { latest: 0, watched: -day }, 'skip', { fire: 0, next: 0 }],
  ['late by days, but watched all the time', { latest: 2 * day, watched: 0 }, 'skip', { fire: 0, next: 0 }],
  ['just before watching began', { latest: 0, watched: MISSED_AFTER_MS }, 'skip', { fire: 0, next: 0 }],
  ['missed, and skipped', { latest: 0, watched: MISSED_AFTER_MS + 1 }, 'skip', { fire: null, next: 0 }],
  ['missed, and made up for', { latest: 0, watched: 3 * day }, 'once', { fire: 0, next: 0 }],
  [
    'several missed, one catch-up for the latest',
    { latest: 2 * day, watched: 2 * day + 5 * minute },
    'once',
    { fire: 2 * day, next: 2 * day },
  ],
  [
    'several missed, and skipped',
    { latest: 2 * day, watched: 2 * day + 5 * minute },
    'skip',
    { fire: null, next: 2 * day },
  ],
  [
    'several missed, the latest is just now',
    { latest: 2 * day, watched: 2 * day + 1 },
    'skip',
    { fire: 2 * day, next: 2 * day },
  ],
])('[WF-40] a schedule that is due: %s', (_, { latest, watched }, missed, { fire, next }) => {
  expect(instantToFire({ dueMs: 0, latestMs: latest, watchedSinceMs: watched }, missed)).toEqual({
    fireMs: fire,
    nextAfterMs: next,
  });
});
