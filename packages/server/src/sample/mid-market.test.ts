import type { PlanChange } from '@attain/domain/plans/change-plan';
import { evaluateChange } from '@attain/domain/suggestions/figures/change-figures';
import { expect, test } from 'vitest';
import { cohortHistories, cohortSpan, designedSeedPlan } from './mid-market.fixture.ts';
import { sampleWorkspace } from './workspace.ts';

const histories = cohortHistories();

const weights: PlanChange[] = [
  { component: 'acv-bookings', set: { weight: 65 } },
  { component: 'pipeline-hygiene', set: { weight: 8 } },
  { component: 'mbo-strategic-wins', set: { weight: 27 } },
];
const cap = (text: string): PlanChange[] => [{ component: 'mbo-strategic-wins', set: { cap: text } }];
const threshold = (percent: number): PlanChange[] => [
  { component: 'acv-bookings', set: { accelerator: `>${percent}% @ 1.2x` } },
];
const onIncrement: PlanChange[] = [{ plan: { acceleratorReading: 'incremental' } }];

function evaluate(changes: readonly PlanChange[]) {
  const found = evaluateChange(
    {
      plan: designedSeedPlan,
      changes,
      span: cohortSpan,
      records: { validRows: 0, rows: 0 },
      overlays: null,
      seed: '',
      scenarios: 0,
    },
    histories,
  );
  if (!found.ok) throw new Error(JSON.stringify(found.problems));
  return found.value.figures;
}

test('48 account executives sold all of 2025, in two to five deals a month and no returns', () => {
  const [company] = sampleWorkspace().tenants;
  expect(histories).toHaveLength(48);
  const ids = new Set(histories.flatMap(({ payeeIds = [] }) => payeeIds));
  const deals = company!.deals.filter(
    ({ participantId, date }) => ids.has(participantId) && date < '2026-01-01',
  );
  expect(deals.every(({ splits, kind }) => splits.length === 0 && kind === 'sale')).toBe(true);
  const months = Map.groupBy(deals, ({ participantId, date }) => `${participantId} ${date.slice(0, 7)}`);
  expect(months.size).toBe(48 * 12);
  expect([...months.values()].every(({ length }) => length >= 2 && length <= 5)).toBe(true);
});

test('[ASSIST-ENT-10] [ASSIST-ENT-11] [ASSIST-ENT-12] [SGR-7] three changes of the seed plan save 15,000, 75,000 and 45,000', () => {
  expect(evaluate(weights)).toMatchObject({
    baselineCost: '4584954.00',
    projectedSavings: '15000.00',
    payees: 48,
    unpaid: 0,
  });
  expect(evaluate(cap('1.2x'))).toMatchObject({
    projectedSavings: '75000.00',
    changePercent: '-1.6',
    losers: 19,
    greatestLossPercent: '9.2',
  });
  expect(evaluate(cap('1.2x')).byPeriod.map(({ savings }) => savings)).toEqual([
    '34200.00',
    '7200.00',
    '8100.00',
    '25500.00',
  ]);
  expect(evaluate(threshold(125))).toMatchObject({ projectedSavings: '45000.00', losers: 12 });
});

test('[SGR-7] effects do not add up: applied one after another the three save 131,250', () => {
  expect(evaluate([...weights, ...cap('1.2x')]).projectedSavings).toBe('82500.00');
  expect(evaluate([...weights, ...cap('1.2x'), ...threshold(125)]).projectedSavings).toBe('131250.00');
});

test('[SGR-7] other caps, thresholds and the other reading save what was stated', () => {
  const found = [cap('1.5x'), cap('2x'), threshold(130), onIncrement].map((changes) => {
    const { projectedSavings, losers } = evaluate(changes);
    return [projectedSavings, losers];
  });
  expect(found).toEqual([
    ['32850.00', 9],
    ['0.00', 0],
    ['51996.00', 14],
    ['77040.00', 18],
  ]);
});
