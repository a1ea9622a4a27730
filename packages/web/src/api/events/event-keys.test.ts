import { topics } from '@attain/contract/events';
import { expect, test } from 'vitest';
import { staleKeys } from './event-keys.ts';

test('every topic of the contract makes something on the screen old', () => {
  for (const topic of topics) expect([topic, staleKeys({ topic })?.length]).not.toEqual([topic, 0]);
});

test('resync and topics of a newer server make everything old, ready nothing', () => {
  expect(staleKeys({ topic: 'resync' })).toBeNull();
  expect(staleKeys({ topic: 'weather' as 'me' })).toBeNull();
  expect(staleKeys({ topic: 'ready' })).toEqual([]);
});

test('an event about one thing leaves the others alone', () => {
  expect(staleKeys({ topic: 'plans', id: 'p' })).toEqual([
    { queryKey: ['/api', 'plans', 'list'] },
    { queryKey: ['/api', 'plans', 'p'] },
    { queryKey: ['/api', 'standings'] },
    { queryKey: ['/api', 'plan-health'] },
  ]);
  expect(staleKeys({ topic: 'plans' })).toEqual([
    { queryKey: ['/api', 'plans'] },
    { queryKey: ['/api', 'standings'] },
    { queryKey: ['/api', 'plan-health'] },
  ]);
});

test('progress of a run does not read its lines again, its payouts do', () => {
  const touched = staleKeys({ topic: 'calculations', id: 'r' }) ?? [];
  expect(touched).toContainEqual({ queryKey: ['/api', 'calculations', 'r'], exact: true });
  expect(touched.some(({ queryKey }) => queryKey.includes('payouts'))).toBe(false);
  expect(staleKeys({ topic: 'payouts', id: 'r' })).toEqual([
    { queryKey: ['/api', 'calculations', 'r', 'payouts'] },
    { queryKey: ['/api', 'calculations', 'due'] },
    { queryKey: ['/api', 'closes'] },
    { queryKey: ['/api', 'plan-health'] },
    { queryKey: ['analytics', 'realtime'] },
  ]);
});
