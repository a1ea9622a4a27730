import { expect, test } from 'vitest';
import { roles } from './permissions.ts';
import { exposesFewPayees, isSmallGroup, seesSinglePay } from './small-groups.ts';

test('[ACCESS-10] users who read all individual pay see totals of any size', () => {
  expect(roles.filter((role) => seesSinglePay([role]))).toEqual([
    'administrator',
    'finance',
    'comp-admin',
    'compliance-officer',
    'auditor',
  ]);
});

test('[ACCESS-10] one to four payees are few; so are one to four whose pay differs between two totals', () => {
  expect([0, 1, 4, 5].map(isSmallGroup)).toEqual([false, true, true, false]);
  expect(exposesFewPayees({ payees: 4, changed: 0 })).toBe(true);
  expect(exposesFewPayees({ payees: 100, changed: 1 })).toBe(true);
  expect(exposesFewPayees({ payees: 100, changed: 0 })).toBe(false);
  expect(exposesFewPayees({ payees: 100, changed: 5 })).toBe(false);
});
