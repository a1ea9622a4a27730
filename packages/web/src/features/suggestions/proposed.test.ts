import { expect, test } from 'vitest';
import { proposedValues } from './proposed.ts';

test('the table shows what open suggestions propose, the newest first', () => {
  const cap = (status: 'open' | 'applied', value: string) => ({
    status,
    changes: [{ component: 'mbo', set: { cap: value } }],
  });
  expect(proposedValues([cap('applied', '9x'), cap('open', '1.2x'), cap('open', '1.5x')])).toEqual([
    { component: 'mbo', field: 'cap', value: '1.2x' },
  ]);
  const weights = {
    status: 'open' as const,
    changes: [{ component: 'acv', set: { weight: 65, name: 'ACV' } }],
  };
  expect(proposedValues([weights, { status: 'open', changes: [{ remove: 'mbo' }] }])).toEqual([
    { component: 'acv', field: 'weight', value: '65%' },
  ]);
});
