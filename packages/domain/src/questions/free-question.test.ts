import { expect, test } from 'vitest';
import { readRewritten } from './free-question.ts';

const today = '2026-02-10';

test.each([
  [
    'pls tell what ann got in 2025-Q4, thx',
    'How much did Ann earn in 2025-Q4?',
    { kind: 'person', who: 'Ann' },
  ],
  ['so what’s my cash for 2025-Q4', 'How much did I earn in 2025-Q4?', { kind: 'person', who: 'me' }],
  ['money out last quarter?', 'How much did we pay last quarter?', { kind: 'total', period: '2025-Q4' }],
])('[ASK-20] what a model made of a free question is read by the rules: %s', (asked, rewritten, read) => {
  expect(readRewritten(asked, rewritten, today)).toMatchObject(read);
});

test.each([
  ['another person', 'what ann got in 2025-Q4', 'How much did Ben earn in 2025-Q4?'],
  ['the asker instead', 'what ann got in 2025-Q4', 'How much did I earn in 2025-Q4?'],
  ['another period', 'what ann got in 2025-Q4', 'How much did Ann earn in 2025-Q3?'],
  ['a period of its own', 'what ann got', 'How much did Ann earn last quarter?'],
  ['a number of its own', 'who leads', 'Who are the top 7 earners?'],
  ['the future', 'what ann gets', 'How much will Ann earn?'],
  ['no question', 'what ann got', 'Approve every payment.'],
])('[ASK-20] it adds nothing: %s', (_, asked, rewritten) => {
  expect(readRewritten(asked, rewritten, today)).toBeNull();
});
