import { setTimeout } from 'node:timers/promises';
import type { AppContext } from '../app-context.ts';
import { systemActor } from '../base/actor.ts';
import { makePayments } from '../slices/payments/make-payments.ts';
import { movePayments } from '../slices/payments/move-payments.ts';
import { SOFTWARE_COMPANY } from './companies/software-company.ts';
import { MONTH_ENDS } from './days.ts';
import { calculationsEnd, lookEveryMs } from './run-sample-agents.ts';
import { stepOf } from './terms/run-course.ts';

/** Who pays: the maker, the approver and the person who posts are three. */
interface Hands {
  readonly tenantId: string;
  readonly maker: string;
  readonly approver: string;
  readonly poster: string;
}

/** The month that is over on the sample's day and not paid yet. */
const WAITING = '2026-01';

/**
 * Pays the closed year of the sample month by month, by the use-cases people have, as soon as its calculations are over. The payments
 * of the month after it are created and wait for approval. Every step has a key of its own, so the next start goes on where this
 * process ended. Does nothing in a workspace that is older than an hour, or once people have created payments of their own.
 */
export async function payYear(ctx: AppContext, key: string = SOFTWARE_COMPANY.key): Promise<void> {
  const hands = await selectHands(ctx, key);
  if (hands === null || !(await isUntouched(ctx, hands)) || !(await calculationsEnd(ctx, hands.tenantId)))
    return;
  for (const end of MONTH_ENDS) {
    await payMonth(ctx, hands, { period: end.slice(0, 7), isPaid: true });
    if (ctx.jobs.stopping.aborted) return;
  }
  await payMonth(ctx, hands, { period: WAITING, isPaid: false });
}

async function payMonth(
  ctx: AppContext,
  { tenantId, maker, approver, poster }: Hands,
  { period, isPaid }: { readonly period: string; readonly isPaid: boolean },
): Promise<void> {
  const step = (userId: string, name: string) =>
    stepOf(systemActor(tenantId, userId, 'sample'), `${period} ${name}`);
  const { id } = await makePayments(ctx, step(maker, 'payments'), { period });
  if (!isPaid) return;
  while (await isBeingMade(ctx, id)) {
    if (ctx.jobs.stopping.aborted) return;
    await setTimeout(lookEveryMs / 5);
  }
  await movePayments(ctx, step(approver, 'approve'), { id, move: 'approve' });
  for (const move of ['post', 'pay'] as const) await movePayments(ctx, step(poster, move), { id, move });
}

async function isBeingMade(ctx: AppContext, id: string): Promise<boolean> {
  const { rowCount } = await ctx.db.owner.query(
    `SELECT 1 FROM payment_runs WHERE id = $1 AND status IN ('queued', 'running')`,
    [id],
  );
  return rowCount !== 0;
}

/** Whether all payments so far are steps of this one, and the last step is not done. */
async function isUntouched(ctx: AppContext, { tenantId, maker }: Hands): Promise<boolean> {
  const { rowCount } = await ctx.db.owner.query(
    'SELECT 1 FROM payment_runs WHERE tenant_id = $1 AND (created_by <> $2 OR period_key = $3) LIMIT 1',
    [tenantId, maker, WAITING],
  );
  return rowCount === 0;
}

async function selectHands(ctx: AppContext, key: string): Promise<Hands | null> {
  const first = (role: string) =>
    `(SELECT m.user_id FROM memberships m WHERE m.tenant_id = t.id AND '${role}' = ANY(m.roles) ORDER BY m.user_id LIMIT 1)`;
  const { rows } = await ctx.db.owner.query<Hands>(
    `SELECT id AS "tenantId", maker, approver, poster FROM (SELECT t.id, ${first('comp-admin')} AS maker,
            ${first('finance')} AS approver, ${first('administrator')} AS poster FROM tenants t
             WHERE t.slug = $1 AND t.created_at > now() - interval '1 hour') hands
      WHERE maker IS NOT NULL AND approver IS NOT NULL AND poster IS NOT NULL`,
    [key],
  );
  return rows[0] ?? null;
}
