import { expect, test } from 'vitest';
import { isGivenUp, pauseAfter, webhookEventOf, webhookEvents, webhookPayload } from './webhook-events.ts';

test('[HOOK-1] a payload names the object and where to read it, and nothing else', () => {
  const at = '2026-01-31T12:00:00.000Z';
  expect(JSON.parse(webhookPayload('payment.posted', { type: 'payment', id: 'a b' }, at))).toEqual({
    type: 'payment.posted',
    timestamp: at,
    data: { object: 'payment', id: 'a b', path: '/api/payments/a%20b' },
  });
  expect(JSON.parse(webhookPayload('webhook.test', { type: 'webhook', id: 'w' }, at)).data.path).toBeNull();
});

test('[HOOK-2] acts of the log are events by their own table', () => {
  expect(webhookEventOf('calculation.published')).toBe('results.published');
  expect(webhookEventOf('import.committed')).toBe('import.completed');
  expect(webhookEventOf('session.opened')).toBeUndefined();
  expect(webhookEvents).toContain('run.failed');
});

test('[HOOK-4] ten attempts lie within four days, each later than the one before', () => {
  const pauses = Array.from({ length: 10 }, (_, at) => pauseAfter(at + 1));
  expect(pauses.at(-1)).toBeNull();
  const waits = pauses.slice(0, 9).map(Number);
  expect(waits).toEqual(waits.toSorted((one, other) => one - other));
  expect(waits.reduce((one, other) => one + other) / 86_400).toBeLessThan(4);
});

test('[HOOK-5] five days of failures are too many', () => {
  expect(isGivenUp('2026-01-01T00:00:00Z', '2026-01-05T23:59:59Z')).toBe(false);
  expect(isGivenUp('2026-01-01T00:00:00Z', '2026-01-06T00:00:00Z')).toBe(true);
});
