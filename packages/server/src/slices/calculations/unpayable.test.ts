import { expect, test } from 'vitest';
import { unpayable } from './unpayable.ts';

const fault = (id: string) => ({
  rule: 'CREDIT-5',
  path: `deals[${id}]`,
  message: `No rate for deal "${id}".`,
});

test('[PAY-20] a problem that stops several payees is told and counted once', () => {
  const { message, problems } = unpayable([fault('a'), fault('b'), fault('a'), fault('b')]);
  expect(problems).toEqual([fault('a'), fault('b')]);
  expect(message).toBe('This period can’t be calculated: 2 problems. Fix the records and calculate again.');
});

test('[PAY-20] a run says how many problems there are, and when not all of them are kept with it', () => {
  const { message, problems } = unpayable(Array.from({ length: 1_200 }, (_, i) => fault(String(i))));
  expect(problems).toHaveLength(1_000);
  expect(message).toMatch(/: 1200 problems\. .* The first 1000 are kept here\.$/);
});
