import { describe, expect, test } from 'vitest';
import { decimal } from '../../../base/decimal.ts';
import { changePlan } from '../../../plans/change-plan.ts';
import type { Plan } from '../../../plans/plan.ts';
import { quickPayer } from '../../../simulations/payee-pay.ts';
import { addCap } from '../add-cap.ts';
import {
  analyseYear,
  companyPlan,
  companyYear,
  ordinaryYears,
  type PayeeYear,
  suggested,
} from '../company.fixture.ts';
import { tightenAccelerator } from '../tighten-accelerator.ts';
import type { BudgetOutlook } from './budget-outlook.ts';

/** Read from the first dollar, and without a cap: two suggestions save. */
const plan: Plan = companyPlan({
  acceleratorReading: 'first-dollar',
  components: companyPlan().components.map((one) =>
    one.id === 'money' ? { ...one, cap: null, accelerator: '>100% @ 1.5x' } : { ...one, cap: null },
  ),
});
/** Every sixth quarter ends just above the threshold, and scores have a tail. */
const years: PayeeYear[] = ordinaryYears(30).map((year, i) => ({
  $: year.$.map((percent, q) => ((i * 4 + q) % 6 === 0 ? 103 : Math.min(percent, 94))),
  Score: (year.Score ?? []).map((percent, q) => ((i * 4 + q) % 14 === 0 ? 175 : percent)),
}));
const histories = companyYear(years);

const outlook: BudgetOutlook = {
  year: '2025',
  paidPeriods: 3,
  paid: '700000',
  openPeriods: 1,
  expected: '300000',
  budget: '1100000',
  percent: '90.9',
  method: 'theta',
  origins: 8,
  errorPercent: '1.0',
};
const few = [addCap, tightenAccelerator];
const analysed = (budget: BudgetOutlook | string, wanted = {}) =>
  analyseYear(plan, histories, { isActive: true, analysers: few, budget, ...wanted });
const card = (found: ReturnType<typeof analysed>) =>
  found.found.find(({ claim }) => claim.key === 'bring-under-budget')?.claim;

describe('[SGR-119] a plan that is forecast above its budget', () => {
  test('gets the fewest losers that bring it under, replayed together', () => {
    const found = analysed(outlook, { scenarios: 5 });
    const claim = card(found);
    expect(suggested(found)[0]).toBe('bring-under-budget');
    expect(claim).toMatchObject({
      analyser: 'bring-under-budget',
      componentId: null,
      title: expect.stringMatching(/^Bring 2025 under budget with \d suggestions?$/),
      impactType: 'positive',
      benchmark: { title: 'Cost of 2025 against its budget' },
    });
    expect(claim?.figures?.risk).not.toBeNull();
    // nothing is resampled
    expect(claim?.figures?.steps.map(({ key }) => key)).not.toContain('rule-match');
    expect(claim?.riskFactors.map(({ key }) => key)).toContain('MIDYEAR');
    expect(claim?.reasoning.join(' ')).toContain('is forecast to cost $1,000,000.00, 90.9%');
    // the figure is the engine's, on the plan with all of the changes
    const changed = changePlan(plan, claim?.changes ?? []);
    if (!changed.ok) throw new Error('The changes don’t fit the plan.');
    const cost = (of: Plan) =>
      histories.reduce((all, history) => {
        const paid = quickPayer(of)(history);
        return paid.ok ? all + paid.value.total : all;
      }, 0n);
    const savings = decimal(String(cost(plan) - cost(changed.value))).div('100');
    expect(claim?.figures?.projectedSavings).toBe(savings.toFixed(2));
  });

  test('needs several together where one is not enough, and says so where none is', () => {
    const one = card(analysed(outlook))!;
    const single = Number(one.figures?.projectedSavings) / Number(one.figures?.baselineCost);
    expect(one.changes).toHaveLength(1);
    // the open quarter must cost less by more than the single change saves of it
    const tight = (share: number) => ({
      ...outlook,
      budget: String((700_000 + 300_000 * (1 - share)) / 0.9),
    });
    const more = card(analysed(tight(single * 1.01)));
    expect(more?.changes.length).toBeGreaterThan(1);
    const none = card(analysed(tight(0.9)));
    expect(none).toMatchObject({
      changes: [],
      figures: null,
      description: expect.stringContaining('No set of up to 3 open suggestions'),
    });
  });

  test('is silent without an outlook, below 90 %, and for what was declined', () => {
    const message = (found: ReturnType<typeof analysed>) =>
      found.looked.find(({ key }) => key === 'bring-under-budget');
    expect(message(analysed('It looks at active plans only.'))).toMatchObject({
      outcome: 'silent',
      message: 'It looks at active plans only.',
    });
    expect(card(analysed({ ...outlook, percent: '89.9' }))).toBeUndefined();
    const isDeclined = (_: string, key: string) => key === 'bring-under-budget';
    expect(message(analysed(outlook, { isDeclined }))?.message).toContain('was declined');
  });

  test('changes no byte whatever the order of payees', () => {
    expect(
      JSON.stringify(analyseYear(plan, histories.toReversed(), { analysers: few, budget: outlook })),
    ).toBe(JSON.stringify(analyseYear(plan, histories, { analysers: few, budget: outlook })));
  });
});
