import { expect, test } from 'vitest';
import { actionWords, objectWords, reasonWords } from './audit-words.ts';

test('actions, objects and reasons of entries are shown in words', () => {
  expect(['plan.activated', 'access.refused', 'sign-in.failed', 'file.downloaded'].map(actionWords)).toEqual([
    ...['Plan activated', 'Access refused', 'Sign-in failed', 'File downloaded'],
  ]);
  const object = { type: 'user', id: '0198', version: null, name: null };
  expect(objectWords({ object })).toBe('user 0198');
  expect(objectWords({ object: { ...object, name: 'Rita Rep' } })).toBe('user Rita Rep');
  expect(objectWords({ object: { ...object, type: 'payments.list', id: '-' } })).toBe('payments.list');
  expect(
    [null, 'too-many', 'payees.csv', 'NOT_ALLOWED', 'NOT_ALLOWED 100 in an hour'].map(reasonWords),
  ).toEqual([...[null, 'Too many', 'payees.csv', 'No permission', 'No permission (100 in an hour)']]);
});
