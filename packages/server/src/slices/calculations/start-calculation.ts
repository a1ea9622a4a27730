import type { Run } from '@attain/contract/calculations';
import { parsePeriod } from '@attain/domain/base/period';
import { ENGINE_VERSION } from '@attain/domain/payouts/calculate';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { ApiError, found, must } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import type { TenantTx } from '../../db/database.ts';
import { recordsNeeded } from './earlier-pay.ts';
import { holdOrder, insertRun, selectActivePlan, selectOpenRun, selectRun } from './runs-store.ts';
import { hasChangedInputs } from './staleness.ts';

/**
 * Starts a background calculation of a plan's active version for a period. Throws NOT_CALCULABLE without an active
 * version or assignments, and if an earlier period it depends on is not calculated; BAD_INPUT for an invalid period;
 * CONFLICT while the same calculation is running, and if an earlier one it builds on is out of date, unless accepted.
 */
export async function startCalculation(
  ctx: AppContext,
  actor: Actor,
  input: { planId: string; period: string; outdatedEarlier?: 'refuse' | 'accept' | undefined },
): Promise<Run> {
  const run = await ctx.write(actor, async (tx) => {
    const exists = await tx.client.query('SELECT 1 FROM plans WHERE id = $1', [input.planId]);
    found(exists.rows[0], 'plan');
    const plan = await selectActivePlan(tx, input.planId);
    if (!plan) throw new ApiError('NOT_CALCULABLE', 'This plan has no active version. Activate it first.');
    const period = must(
      parsePeriod(input.period, plan.document.calendar),
      'BAD_INPUT',
      'The period is not valid.',
    );
    const assigned = await tx.client.query(
      `SELECT 1 FROM plan_assignments WHERE plan_id = $1 AND from_date <= $3 AND (to_date IS NULL OR to_date >= $2) LIMIT 1`,
      [input.planId, period.from, period.to],
    );
    if (assigned.rowCount === 0) {
      throw new ApiError(
        'NOT_CALCULABLE',
        `No one is assigned to this plan from ${period.from} to ${period.to}. Assign participants first.`,
      );
    }
    const { read } = await recordsNeeded(tx, { planId: input.planId, plan: plan.document, period });
    if (input.outdatedEarlier !== 'accept') await mustBuildOnCurrent(tx, period.key, read.runIds);
    // Two users starting it at once: the second gets an error, and nothing is calculated twice.
    await holdOrder(tx, input.planId, period);
    if (await selectOpenRun(tx, input.planId, period)) {
      throw new ApiError(
        'CONFLICT',
        'This plan and period is being calculated right now. Wait until it is done, or cancel it.',
      );
    }
    const id = newId();
    await insertRun(tx, {
      id,
      planId: input.planId,
      planVersion: plan.version,
      period,
      engineVersion: ENGINE_VERSION,
      currency: plan.document.currency,
      createdBy: actor.userId,
    });
    tx.record({ action: 'calculation.ordered', object: { type: 'calculation', id } });
    return found(await selectRun(tx, id), 'calculation');
  });
  await ctx.jobs.order('calculation', { tenantId: actor.tenantId, id: run.id });
  return run;
}

async function mustBuildOnCurrent(
  tx: TenantTx,
  period: string,
  earlierRuns: readonly string[],
): Promise<void> {
  const outdated = await tx.client.query<{ key: string }>(
    `SELECT c.period_key AS key FROM calculation_runs c JOIN plan_versions v ON v.plan_id = c.plan_id AND v.version = c.plan_version
      WHERE c.id = ANY($1) AND ${hasChangedInputs} ORDER BY c.period_from`,
    [earlierRuns],
  );
  if (outdated.rowCount === 0) return;
  const keys = outdated.rows.map(({ key }) => key).join(', ');
  const are = outdated.rowCount === 1 ? 'is' : 'are';
  const message = `${period} builds on ${keys}, which ${are} out of date. Recalculate ${keys} first, or recalculate all in order.`;
  throw new ApiError('CONFLICT', message, {
    problems: [{ rule: 'DEP-10', path: 'outdatedEarlier', message }],
  });
}
