import { periodContaining } from '@attain/domain/base/period';
import type { Plan } from '@attain/domain/plans/plan';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';

const maxPlans = 200;

/**
 * Active plans, those with most people first: the active version's components and the newest period of its calendar in
 * which its people have deals. Plans without people or deals are excluded. `currency` is the workspace's.
 */
export function listPayingPlans(ctx: AppContext, actor: Actor) {
  mustAllow(actor, 'read:plans');
  return ctx.read(actor, async (tx) => {
    const found = await tx.client.query<{
      id: string;
      document: Plan;
      version: number;
      payees: number;
      newest: string;
    }>(
      `SELECT l.id, v.document, v.version, a.payees, d.newest::text
         FROM plans l JOIN plan_versions v ON v.plan_id = l.id AND v.status = 'Active'
         CROSS JOIN LATERAL (SELECT count(DISTINCT participant_id)::int AS payees FROM plan_assignments WHERE plan_id = l.id) a
         CROSS JOIN LATERAL (SELECT max(date) AS newest FROM deals e JOIN plan_assignments p ON p.participant_id = e.participant_id
            AND p.plan_id = l.id AND e.date >= p.from_date AND (p.to_date IS NULL OR e.date <= p.to_date)) d
        WHERE a.payees > 0 AND d.newest IS NOT NULL ORDER BY a.payees DESC, l.name LIMIT $1`,
      [maxPlans],
    );
    const tenant = await tx.client.query<{ currency: string }>('SELECT currency FROM tenants WHERE id = $1', [
      tx.tenantId,
    ]);
    const rows = found.rows.map(({ id, document, version, payees, newest }) => {
      const { key, from, to } = periodContaining(document.calendar, newest);
      const components = document.components.filter(({ status }) => status === 'Active');
      return {
        id,
        name: document.name,
        version,
        currency: document.currency,
        payees,
        period: key,
        from,
        to,
        components,
      };
    });
    return { currency: tenant.rows[0]?.currency ?? '', rows };
  });
}
