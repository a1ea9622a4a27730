import { expect, test } from 'vitest';
import { checksOf } from './checks-of.ts';

const step = (name: string, outcome: 'PASS' | 'FAIL' | 'SKIP') => ({ step: name, outcome, message: '' });
const outcomes = (...steps: ReturnType<typeof step>[]) => checksOf(steps).map(({ outcome }) => outcome);

test('one failed step fails its check, and a check whose first step was not made does not pass', () => {
  expect(outcomes(step('sums', 'SKIP'), step('figures', 'PASS'))[2]).toBe('SKIP');
  expect(outcomes(step('sums', 'SKIP'), step('figures', 'FAIL'))[2]).toBe('FAIL');
  expect(outcomes(step('hash', 'PASS'), step('signature', 'PASS'), step('key', 'SKIP'))).toEqual([
    'PASS',
    'SKIP',
    'SKIP',
    'PASS',
    'SKIP',
  ]);
  expect(outcomes(step('artifacts', 'PASS'), step('payees', 'FAIL'))[1]).toBe('FAIL');
  expect(outcomes()).toEqual(['SKIP', 'SKIP', 'SKIP', 'SKIP', 'SKIP']);
});
