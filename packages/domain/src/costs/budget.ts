import { type Decimal, decimal, HUNDRED, plain, sum, ZERO } from '../base/decimal.ts';
import { ratio, roundRatio } from '../base/ratio.ts';

export const budgetPeriods = ['monthly', 'quarterly', 'annual'] as const;
export type BudgetPeriod = (typeof budgetPeriods)[number];

export const budgetScopes = ['workspace', 'category', 'agent', 'environment', 'connection'] as const;
export type BudgetScope = (typeof budgetScopes)[number];

/** What happens once a call would exceed the budget: it is only shown, or the call is not made. */
export const budgetActions = ['warn', 'stop'] as const;
export type BudgetAction = (typeof budgetActions)[number];

export const costCategories = ['language-models', 'connections', 'infrastructure'] as const;
export type CostCategory = (typeof costCategories)[number];

export const budgetStatuses = ['healthy', 'warning', 'exceeded'] as const;
export type BudgetStatus = (typeof budgetStatuses)[number];

/** The first day of the period that a day is in (FIN-3). */
export function periodStart(period: BudgetPeriod, day: string): string {
  const [year = '', month = ''] = day.split('-');
  if (period === 'annual') return `${year}-01-01`;
  if (period === 'monthly') return `${year}-${month}-01`;
  const first = Math.floor((Number(month) - 1) / 3) * 3 + 1;
  return `${year}-${String(first).padStart(2, '0')}-01`;
}

/** The state of a budget; the threshold is a percentage of the limit (FIN-1). */
export function budgetStatus(of: { limit: string; spent: string; alertThreshold: string }): BudgetStatus {
  const [limit, spent] = [decimal(of.limit), decimal(of.spent)];
  if (spent.gte(limit)) return 'exceeded';
  return isThresholdExceeded(of) ? 'warning' : 'healthy';
}

/** Whether "Threshold exceeded" is shown: spent ÷ limit is at or above the threshold, exactly (FIN-1). */
export function isThresholdExceeded(of: { limit: string; spent: string; alertThreshold: string }): boolean {
  return decimal(of.spent)
    .times(HUNDRED)
    .gte(decimal(of.limit).times(decimal(of.alertThreshold)));
}

/** Total spent over total budget in percent, with one decimal; null without a budget (FIN-2). */
export function utilization(all: readonly { limit: string; spent: string }[]): string | null {
  const limit = sum(all.map((one) => decimal(one.limit)));
  if (limit.eq(0)) return null;
  const spent = sum(all.map((one) => decimal(one.spent)));
  return roundRatio(ratio(spent.times(HUNDRED), limit), 1, 'HALF_UP').toFixed(1);
}

const periodsAYear = { monthly: '12', quarterly: '4', annual: '1' } as const;

/** By how much a year of the shorter budgets exceeds the annual budget of the workspace; null: it does not (FIN-4). */
export function annualExcess(
  all: readonly { limit: string; period: BudgetPeriod; scope: BudgetScope }[],
): { parts: string; annual: string; excess: string } | null {
  const annual = all.find((one) => one.period === 'annual' && one.scope === 'workspace');
  if (annual === undefined) return null;
  const aYear = (one: { limit: string; period: BudgetPeriod }): Decimal =>
    decimal(one.limit).times(decimal(periodsAYear[one.period]));
  // a narrower scope than a category may already be part of one
  const parts = sum(all.filter((one) => one.scope === 'category').map(aYear));
  const excess = parts.minus(decimal(annual.limit));
  if (excess.lte(ZERO)) return null;
  return { parts: plain(parts), annual: annual.limit, excess: plain(excess) };
}
