import type { Component } from '@attain/domain/plans/plan';
import { expect, test } from 'vitest';
import { matchesComponent, searchWords } from './find-components.ts';

const components = [
  { name: 'ACV Bookings', measure: { unit: '$' }, status: 'Active' },
  { name: 'Pipeline Hygiene', measure: { unit: 'Score' }, status: 'Active' },
  { name: 'MBO - Strategic Wins', measure: { unit: 'Count' }, status: 'Draft' },
] as Component[];

test.each([
  ['[PLAN-25] [PLAN-27] letters large or small, in the component', 'acv', ['ACV Bookings']],
  ['[PLAN-26] a part of it', 'ygi', ['Pipeline Hygiene']],
  ['[PLAN-28] the measure', 'count', ['MBO - Strategic Wins']],
  ['[PLAN-29] the status', 'draft', ['MBO - Strategic Wins']],
  ['[PLAN-30] nothing is asked, all are there', ' ', components.map(({ name }) => name)],
  ['nothing is found', 'xyz', []],
])('a search over components looks at %s', (_title, query, found) => {
  expect(components.filter((one) => matchesComponent(one, query)).map(({ name }) => name)).toEqual(found);
});

test('[ERR-17] a search says how many it found', () => {
  expect(searchWords(2)).toEqual({ title: 'Search Results', text: 'Found 2 matching component(s)' });
});
