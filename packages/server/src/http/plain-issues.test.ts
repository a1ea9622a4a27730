import { expect, test } from 'vitest';
import { z } from 'zod';
import { plainIssue } from './plain-issues.ts';

const said = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value, { error: plainIssue }).error?.issues.map(({ message }) => message);

test.each([
  [z.string(), undefined, 'Enter a value'],
  [z.string(), 7, 'Enter text'],
  [z.number(), 'x', 'Enter a number'],
  [z.int(), 1.5, 'Enter a whole number'],
  [z.string().min(1), '', 'Enter a value'],
  [z.string().min(3), 'ab', 'Enter at least 3 characters'],
  [z.string().max(3), 'abcd', 'Enter at most 3 characters'],
  [z.number().min(1), 0, 'Must be at least 1'],
  [z.number().positive(), 0, 'Must be more than 0'],
  [z.number().max(100), 101, 'Must be at most 100'],
  [z.array(z.string()).min(1), [], 'Choose at least one'],
  [z.iso.date(), '31.3.2024', 'Use a date such as 2024-03-31'],
  [z.uuid(), 'x', 'This is not a valid ID'],
  [z.enum(['day', 'week', 'month']), 'year', 'Use day, week or month'],
  [z.strictObject({}), { extra: 1 }, 'Remove extra: not known here'],
])('a value that is not accepted is answered with how to fix it: %#', (schema, value, message) => {
  expect(said(schema, value)).toEqual([message]);
});

test('a message of the endpoint itself stays', () => {
  expect(said(z.string().min(3, 'Say why in a few words'), '')).toEqual(['Say why in a few words']);
});
