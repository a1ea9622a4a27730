import { monthStart } from '@attain/domain/base/day';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import type { BudgetValues } from './budget-store.ts';
import { createBudget, listBudgets } from './budgets.ts';
import { createEntry, listEntries } from './change-prices.ts';

const statedBudgets: readonly BudgetValues[] = [
  stated('Monthly AI limit', '2000', '80', { period: 'monthly', scopeId: 'language-models' }),
  stated('Quarterly infrastructure', '1500', '85', { period: 'quarterly', scopeId: 'infrastructure' }),
  { ...stated('Annual total', '25000', '90', { period: 'annual', scopeId: '' }), scope: 'workspace' },
];

function stated(
  name: string,
  limit: string,
  alertThreshold: string,
  more: Pick<BudgetValues, 'period' | 'scopeId'>,
): BudgetValues {
  return { name, limit, alertThreshold, scope: 'category', action: 'warn', ...more };
}

const entries = [
  { name: 'Application server', amount: '180' },
  { name: 'Database', amount: '120' },
];

/** Creates the sample’s budgets and monthly costs, unless there are some; the costs begin two months ago. */
export async function installCosts(ctx: AppContext, actor: Actor): Promise<void> {
  const budgets = (await listBudgets(ctx, actor)).rows;
  for (const budget of statedBudgets)
    if (!budgets.some(({ name }) => name === budget.name)) await createBudget(ctx, actor, budget);
  const there = (await listEntries(ctx, actor)).rows;
  const [year, month] = ctx.clock.today().split('-').map(Number) as [number, number];
  for (const entry of entries)
    if (!there.some(({ name }) => name === entry.name))
      await createEntry(ctx, actor, { ...entry, fromDay: monthStart(year, month, -2), toDay: null });
}
