import { expect, test } from 'vitest';
import { mentionsIn } from './notes.ts';

test('[ACCESS-47] a mention is an @ at the start of a word, with or without the sentence’s punctuation', () => {
  expect(mentionsIn('@Finance please ask (@bea@example.com) or @cy.')).toEqual([
    ['finance'],
    ['bea@example.com)', 'bea@example.com'],
    ['cy.', 'cy'],
  ]);
  expect(mentionsIn('Write to bea@example.com @ noon')).toEqual([]);
  expect(mentionsIn('@bea and @Bea')).toEqual([['bea']]);
  expect(mentionsIn('@?')).toEqual([['?']]);
});
