import { NewPassword } from '@attain/contract/auth';
import { expect, test } from 'vitest';
import { passwordFaults, passwordLimits } from './new-password.ts';

const good = 'correct horse battery';
const faultsOf = (next: string, again = next, current = 'old') => passwordFaults({ current, next, again });

test('a password that the server would take has no fault', () => {
  expect(faultsOf(good)).toEqual({});
});

test('length is judged as the contract judges it, in characters after NFC and in bytes', () => {
  const decomposed = 'e\u0301'.repeat(14);
  const texts = ['x'.repeat(14), 'x'.repeat(15), '😀'.repeat(15), decomposed, `${decomposed}x`];
  texts.push('é'.repeat(128), 'é'.repeat(129));
  for (const text of texts)
    expect([text, faultsOf(text).next === undefined]).toEqual([text, NewPassword.safeParse(text).success]);
  expect(passwordLimits).toEqual({ characters: 15, bytes: 256 });
});

test('every field says what it lacks', () => {
  expect(Object.keys(passwordFaults({ current: '', next: '', again: '' }))).toEqual(['current', 'next']);
  expect(faultsOf(good, 'something else')).toEqual({ again: 'The passwords do not match.' });
  expect(faultsOf(good, '')).toEqual({ again: 'Enter the new password again.' });
  expect(faultsOf(good, good, good).next).toContain('other than the current one');
});
