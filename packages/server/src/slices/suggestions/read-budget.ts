import {
  type BudgetOutlook,
  budgetOutlook,
  type PeriodCost,
} from '@attain/domain/suggestions/analysers/budget/budget-outlook';
import { and, eq, max, sql } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { payoutLines as lines, calculationRuns as runs } from '../../db/schema/calculations.ts';
import type { AnalysedSubject } from './analysed-subject.ts';

/** What the year will cost the plan by its calculations, or why that is not known (SGR-119). */
export async function readBudget(
  tx: TenantTx,
  of: { readonly planId: string; readonly subject: AnalysedSubject; readonly today: string },
): Promise<BudgetOutlook | string> {
  const { isActive, plan } = of.subject;
  if (!isActive) return 'It looks at active plans only.';
  const { calendar, currency } = plan;
  return budgetOutlook(await selectPeriodCosts(tx, of.planId), { calendar, currency, today: of.today });
}

/** Cost of each calculated period of a plan by its newest calculation, oldest first. */
async function selectPeriodCosts(tx: TenantTx, planId: string): Promise<PeriodCost[]> {
  const newest = tx.db
    .select({ key: runs.periodKey, version: max(runs.version).as('newest_version') })
    .from(runs)
    .where(and(eq(runs.planId, planId), eq(runs.status, 'completed')))
    .groupBy(runs.periodKey)
    .as('newest');
  return tx.db
    .select({
      period: runs.periodKey,
      cost: sql<string>`coalesce(sum(${lines.amount}), 0)::text`,
      atTarget: sql<string | null>`sum(${lines.target})::text`,
    })
    .from(runs)
    .innerJoin(newest, and(eq(newest.key, runs.periodKey), eq(newest.version, runs.version)))
    .leftJoin(lines, eq(lines.runId, runs.id))
    .where(and(eq(runs.planId, planId), eq(runs.status, 'completed')))
    .groupBy(runs.id, runs.periodKey, runs.periodTo)
    .orderBy(runs.periodTo, runs.periodKey);
}
