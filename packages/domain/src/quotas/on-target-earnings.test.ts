import { expect, test } from 'vitest';
import { plain } from '../base/decimal.ts';
import { variableOf } from './on-target-earnings.ts';

test.each([
  ['100000', '60000', null, '40000'],
  ['100000', null, '40', '40000'],
  ['100000.01', '60000', null, '40000.01'],
  ['90000', '60000', '33.33', 'On-target earnings minus base pay is 30000, but 33.33% of them is 29997.'],
  ['90000', '54000', '40', '36000'],
  ['90000', '90001', null, 'Base pay of 90001 is more than on-target earnings of 90000.'],
  ['90000', null, null, 'On-target earnings include base pay, so their variable part is unknown.'],
])('[QUOTA-18] of %s with base %s and %s%% variable: %s', (ote, base, variablePercent, expected) => {
  const found = variableOf({ ote, base, variablePercent });
  expect(typeof found === 'string' ? found : plain(found)).toBe(expected);
});
