import type { Component } from '@attain/domain/plans/plan';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { paying, planOf, termWorkspace } from './term-workspace.fixture.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await sharedTestContext();
});
afterAll(() => ctx?.stop());

const rate = { kind: 'flat', ratePercent: '1' } as const;
const component = (id: string, change: Partial<Component>) =>
  paying({
    id,
    name: id,
    rate,
    weight: 25,
    ...change,
  });

test('[LINT-14] a run stores why components credit nothing: a filter, a field that was not imported, a team of no one', async () => {
  const plan = planOf([
    component('won', { name: 'Won revenue', filter: [{ field: 'kind', in: ['closed'] }] }),
    component('west', { filter: [{ field: 'territory', in: ['West'] }] }),
    component('team', { credit: { of: 'team', levels: null, factorPercents: [] } }),
    component('large', { filter: [{ field: 'kind', in: ['WON'] }] }),
  ]);
  const there = await termWorkspace(ctx, plan, {
    participants: [{ id: 'ann' }],
    deals: ['Won', 'Won', 'Lost'].map((kind, i) => ({
      id: `d${i}`,
      date: '2024-02-01',
      amount: '100',
      participantId: 'ann',
      kind,
    })),
  });
  const run = await there.pay('2024-Q1');
  expect(run.total).toBe('2.00');
  const warnings = [
    {
      componentId: 'won',
      message: 'The filter of Won revenue matches 0 of 3 deals. Values found: Won 2, Lost 1.',
      fix: 'Change the condition on kind to values that deals have.',
    },
    {
      componentId: 'west',
      message: 'The filter of west matches 0 of 3 deals: no deal has a value for territory (territory West).',
      fix: 'Import deals with territory, or remove the condition.',
    },
    {
      componentId: 'team',
      message: 'team counts team credit, but there are no reporting lines: no one leads anyone.',
      fix: 'Import reporting lines, or use own credit.',
    },
  ];
  expect(run.warnings).toEqual(warnings);
  const again = await there.pay('2024-Q1');
  expect([again.status, again.warnings]).toEqual(['unchanged', warnings]);
});
