import { expect, test } from 'vitest';
import { canBeMentioned, mentionsIn } from './notes.ts';

test('[ACCESS-47] a mention is an @ at the start of a word, with or without the sentence’s punctuation', () => {
  expect(mentionsIn('@Finance please ask (@bea@example.com) or @cy.')).toEqual([
    ['finance'],
    ['bea@example.com)', 'bea@example.com'],
    ['cy.', 'cy'],
  ]);
  expect(mentionsIn('Write to bea@example.com @ noon')).toEqual([]);
  expect(mentionsIn('@bea and @Bea')).toEqual([['bea']]);
  expect(mentionsIn('@?')).toEqual([['?']]);
  const shortest = (text: string) => mentionsIn(text).map((spellings) => spellings.at(-1));
  expect(shortest("@bea’s @cy's, @dan” @eva… [see @finn] @gil/@hal @o'neil \"(@ida's)\"")).toEqual([
    'bea',
    'cy',
    'dan',
    'eva',
    'finn',
    'gil',
    "o'neil",
    'ida',
  ]);
  expect(mentionsIn('@a/b.')).toEqual([['a/b.', 'a/b', 'a']]);
});

test('[ACCESS-47] an @ before an amount is no mention', () => {
  expect(mentionsIn('Paid @5% and (@$20), later @€30')).toEqual([]);
  expect(['bea', 'Bea@example.com', 'a/b', '5th', 'two words'].map(canBeMentioned)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});
