import { expect, test } from 'vitest';
import { jumpTo, moveBy, typeOn } from './select-keys.ts';

const entries = [
  { label: 'Annual', disabled: true },
  { label: 'Bonus Plan' },
  { label: 'Sales Commission' },
  { label: 'Sales bonus', disabled: true },
  { label: 'SPIFF' },
];

test.each([
  ['ArrowDown', -1, 1],
  ['ArrowDown', 1, 2],
  ['ArrowDown', 2, 4],
  ['ArrowDown', 4, 4],
  ['ArrowUp', -1, 4],
  ['ArrowUp', 4, 2],
  ['ArrowUp', 1, 1],
  ['Home', 4, 1],
  ['End', 1, 4],
  ['PageDown', 1, 4],
  ['PageUp', 4, 1],
  ['a', 1, undefined],
])('%s from entry %i leads to %s, never to one that cannot be chosen', (key, from, to) => {
  expect(moveBy(key, from, entries)).toBe(to);
});

test('a list without a choice has nowhere to go', () => {
  expect(moveBy('ArrowDown', -1, [{ label: 'none', disabled: true }])).toBe(-1);
  expect(jumpTo('n', -1, [])).toBeUndefined();
});

test('letters in quick succession are one word, after a pause a new word starts', () => {
  const first = typeOn({ text: '', atMs: 0 }, 's', 5_000);
  expect(typeOn(first, 'p', 5_300).text).toBe('sp');
  expect(typeOn(first, 'p', 5_800).text).toBe('p');
});

test('typing leads to the entry that begins so, one letter again and again through all of them', () => {
  expect(jumpTo('sp', -1, entries)).toBe(4);
  expect(jumpTo('s', -1, entries)).toBe(2);
  expect(jumpTo('ss', 2, entries)).toBe(4);
  expect(jumpTo('sss', 4, entries)).toBe(2);
  expect(jumpTo('sal', 2, entries)).toBe(2);
  expect(jumpTo('a', -1, entries)).toBeUndefined();
});
