import { expect, test } from 'vitest';
import { matchCommands } from './match-commands.ts';

const commands = [
  { label: 'Plan Design', group: 'Go to' },
  { label: 'Payout Calculation', group: 'Go to', keywords: 'pay run' },
  { label: 'New plan', group: 'Do', keywords: 'create' },
  { label: 'Planning', group: 'Go to' },
  { label: 'Dark', group: 'Theme' },
];
const found = (query: string) => matchCommands(commands, query).map(({ label }) => label);

test('nothing typed shows everything in its order', () => {
  expect(found('  ')).toEqual(commands.map(({ label }) => label));
});

test('what begins with the query comes before what only contains it', () => {
  expect(found('plan')).toEqual(['Plan Design', 'Planning', 'New plan']);
  expect(found('pl')).toEqual(['Plan Design', 'Planning', 'New plan']);
});

test('every word counts, in any order, in names, groups and keywords, without case and accents', () => {
  expect(found('plan new')).toEqual(['New plan']);
  expect(found('theme dark')).toEqual(['Dark']);
  expect(found('CRÉATE')).toEqual(['New plan']);
  expect(found('run')).toEqual(['Payout Calculation']);
  expect(found('plan zebra')).toEqual([]);
});
