import { periodsOf } from '../../base/period.ts';
import type { Deal } from '../../crediting/deal.ts';
import type { Component, Plan } from '../../plans/plan.ts';
import { samplePlan } from '../../plans/sample-plan.fixture.ts';
import { sampleParticipant, sampleQuota } from '../../quotas/sample-quota.fixture.ts';
import { calculate } from '../calculate.ts';
import type { Calculation, CalculationInput, EarlierPay } from '../payout.ts';
import { sampleInput } from '../scenarios/sample-input.fixture.ts';

/** The months of 2024, and the year itself. */
export const months = periodsOf({ period: 'month', fiscalYearStartMonth: 1 }, 2024);
export const year = { key: '2024', from: '2024-01-01', to: '2024-12-31' };

/** A plan of one component that pays by the month. */
export function monthly(one: Component, wanted: Partial<Plan> = {}): Plan {
  return samplePlan({ calendar: { period: 'month', fiscalYearStartMonth: 1 }, components: [one], ...wanted });
}

/** A year of deals for ann, with a quota for each month. */
export function inputOf(plan: Plan, given: readonly Deal[], amounts: readonly number[]): CalculationInput {
  return sampleInput({
    plan,
    participants: [sampleParticipant('ann', { targetVariableAnnual: '33333' })],
    deals: given,
    quotas: months.map(({ from, to }, i) => sampleQuota(String(amounts[i]), { from, to })),
    completeFrom: year.from,
  });
}

/** The calculation, which must not be refused. */
export function paid(input: CalculationInput): Calculation {
  const result = calculate(input);
  if (!result.ok) throw new Error(JSON.stringify(result.problems.slice(0, 3)));
  return result.value;
}

/** The twelve months one after the other, each told what the ones before have paid. */
export function yearLong(input: CalculationInput): readonly Calculation[] {
  const earlier: EarlierPay[] = [];
  return months.map((period) => {
    const calculation = paid({ ...input, period, earlier: [...earlier] });
    for (const { participantId, componentId, amount } of calculation.lines) {
      earlier.push({ participantId, componentId, from: period.from, to: period.to, amount, carried: '0' });
    }
    return calculation;
  });
}
