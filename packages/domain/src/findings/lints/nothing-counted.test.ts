import { expect, test } from 'vitest';
import { sampleDeal } from '../../crediting/sample-deal.fixture.ts';
import type { Component } from '../../plans/plan.ts';
import { sampleComponent, samplePlan } from '../../plans/sample-plan.fixture.ts';
import { lintCourse } from '../lint-plan.ts';
import type { History } from '../pay-history.ts';
import { sampleHistory } from '../sample-history.fixture.ts';

const deals = [
  ...['Won', 'Won', 'Lost'].map((kind, i) => sampleDeal(`d${i}`, `${100 * (i + 1)}`, { kind })),
  sampleDeal('shared', '50', {
    kind: 'Won',
    splits: [
      { participantId: 'ann', sharePercent: '50' },
      { participantId: 'ben', sharePercent: '50' },
    ],
  }),
];

function found(wanted: Partial<Component>, given: Partial<History> = {}) {
  const name = 'Won revenue';
  const rate = { kind: 'flat', ratePercent: '1' } as const;
  const course = lintCourse(samplePlan({ components: [sampleComponent({ name, rate, ...wanted })] }));
  for (const id of ['ann', 'ben']) course.take(sampleHistory({ deals, ...given, payeeIds: [id] }));
  return course
    .report()
    .findings.filter(({ rule }) => rule === 'LINT-14')
    .map(({ severity, path, message, fix }) => `${severity} ${path}: ${message} ${fix}`);
}

test('[LINT-14] a filter that no deal meets is found with the values deals have, each deal counted once', () => {
  expect(found({ filter: [{ field: 'kind', in: ['Closed'] }] })).toEqual([
    'warning components[0].filter: The filter of Won revenue matches 0 of 4 deals. Values found: Won 3, Lost 1. Change the condition on kind to values that deals have.',
  ]);
  expect(found({ filter: [{ field: 'kind', in: ['won'] }] })).toEqual([]);
  expect(found({ filter: [{ field: 'amount', number: { moreThan: '300' } }] })[0]).toContain(
    'matches 0 of 4 deals. Values found: 50 to 300.',
  );
});

test('[LINT-14] a field that no deal has, and conditions that no deal meets together, are found', () => {
  expect(found({ filter: [{ field: 'territory', in: ['West'] }] })[0]).toContain(
    'matches 0 of 4 deals: no deal has a value for territory (territory West). Import deals with territory, or remove the condition.',
  );
  const both = [
    { field: 'kind', in: ['lost'] },
    { field: 'amount', number: { lessThan: '200' } },
  ] as const;
  expect(found({ filter: both })[0]).toContain('matches 0 of 4 deals: none meets all of its conditions.');
});

test('[LINT-14] an own field that no deal has, and existing values of one', () => {
  const asked = (field: `own:${string}`, given: readonly string[]) =>
    found(
      { filter: [{ field, number: { atLeast: '10' } }] },
      { deals: given.map((Seats, i) => sampleDeal(`${i}`, '10', { ownFields: { Seats } })) },
    )[0];
  expect(asked('own:seats', ['12'])).toContain(
    'no deal has a value for seats (seats at least 10). Import deals with seats, or remove the condition.',
  );
  expect(asked('own:Seats', ['-12', '3', 'many'])).toContain('Values found: −12 to 3.');
  expect(asked('own:Seats', ['many', 'many', 'few'])).toContain('Values found: many 2, few 1.');
});

test('[LINT-14] team credit without reporting lines is found', () => {
  const credit = { of: 'team', levels: null, factorPercents: [] } as const;
  expect(found({ credit }, { reportingLines: [] })).toEqual([
    'warning components[0].credit: Won revenue counts team credit, but there are no reporting lines: no one leads anyone. Import reporting lines, or use own credit.',
  ]);
  const reportingLines = [{ participantId: 'ben', managerId: 'ann', from: '2023-01-01', to: null }];
  expect(found({ credit }, { reportingLines })).toEqual([]);
});
