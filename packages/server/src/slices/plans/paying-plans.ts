import { dayBefore } from '@attain/domain/base/day';
import { type Period, periodContaining } from '@attain/domain/base/period';
import type { Plan } from '@attain/domain/plans/plan';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import type { TenantTx } from '../../db/database.ts';

const maxPlans = 200;

/**
 * Active plans, those with most people first: the active version's components and the newest period of its calendar that is over
 * and in which its people have deals; if none is over, the newest with deals. Plans without people or deals are excluded.
 * `currency` is the workspace's.
 */
export function listPayingPlans(ctx: AppContext, actor: Actor) {
  mustAllow(actor, 'read:plans');
  return ctx.read(actor, async (tx) => {
    const today = ctx.today(actor);
    const found = await tx.client.query<{ id: string; document: Plan; version: number; payees: number }>(
      `SELECT l.id, v.document, v.version, a.payees FROM plans l JOIN plan_versions v ON v.plan_id = l.id AND v.status = 'Active'
         CROSS JOIN LATERAL (SELECT count(DISTINCT participant_id)::int AS payees FROM plan_assignments WHERE plan_id = l.id) a
        WHERE a.payees > 0 ORDER BY a.payees DESC, l.name LIMIT $1`,
      [maxPlans],
    );
    const tenant = await tx.client.query<{ currency: string }>('SELECT currency FROM tenants WHERE id = $1', [
      tx.tenantId,
    ]);
    const rows = [];
    for (const { id, document, version, payees } of found.rows) {
      const period = await newestPeriod(tx, { planId: id, plan: document, today });
      if (period === null) continue;
      const { name, currency } = document;
      const { key, from, to } = period;
      const components = document.components.filter(({ status }) => status === 'Active');
      rows.push({ id, name, version, currency, payees, period: key, from, to, components });
    }
    return { currency: tenant.rows[0]?.currency ?? '', rows };
  });
}

async function newestPeriod(
  tx: TenantTx,
  { planId, plan: { calendar }, today }: { planId: string; plan: Plan; today: string },
): Promise<Period | null> {
  const lastOver = dayBefore(periodContaining(calendar, today).from);
  const newest = (await newestDealUpTo(tx, planId, lastOver)) ?? (await newestDealUpTo(tx, planId, null));
  return newest === null ? null : periodContaining(calendar, newest);
}

/** The day of the newest deal of a plan's people while they are on it, up to a day; null: none. */
async function newestDealUpTo(tx: TenantTx, planId: string, day: string | null): Promise<string | null> {
  const { rows } = await tx.client.query<{ newest: string | null }>(
    `SELECT max(date)::text AS newest FROM deals e JOIN plan_assignments p ON p.participant_id = e.participant_id AND p.plan_id = $1
        AND e.date >= p.from_date AND (p.to_date IS NULL OR e.date <= p.to_date) AND ($2::date IS NULL OR e.date <= $2)`,
    [planId, day],
  );
  return rows[0]?.newest ?? null;
}
