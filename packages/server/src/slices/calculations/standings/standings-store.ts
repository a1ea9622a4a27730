import type { Booked } from '@attain/domain/attainment/pace';
import type { Days } from '@attain/domain/base/period';
import type { Plan } from '@attain/domain/plans/plan';
import type { TenantTx } from '../../../db/database.ts';
import { type Reach, reachParameter, withinReach } from '../../participants/visible-participants.ts';

/** An active plan with a payee within reach, now or earlier. */
export interface TrackedRow {
  readonly id: string;
  readonly document: Plan;
  /** The first day anybody is on it, and the newest day up to today with a deal of its payees; null: none. */
  readonly first: string;
  readonly newest: string | null;
}

const assignedTo = `plan_assignments p WHERE p.tenant_id = $1 AND p.plan_id = l.id
  AND ${withinReach('$2', 'p.participant_id', { from: 'p.from_date', to: 'p.to_date' })}`;

/** Active plans within reach, by name; only the plan of `planId` if it is given. */
export async function selectTracked(
  tx: TenantTx,
  wanted: { reach: Reach; today: string; planId?: string },
): Promise<TrackedRow[]> {
  const result = await tx.client.query<TrackedRow>(
    `SELECT l.id, v.document, a.first::text, d.newest::text
       FROM plans l JOIN plan_versions v ON v.tenant_id = l.tenant_id AND v.plan_id = l.id AND v.status = 'Active'
       CROSS JOIN LATERAL (SELECT min(p.from_date) AS first FROM ${assignedTo}) a
       CROSS JOIN LATERAL (SELECT max(n.date) AS newest FROM plan_assignments p CROSS JOIN LATERAL (
            SELECT e.date FROM deals e WHERE e.tenant_id = $1 AND e.participant_id = p.participant_id
               AND e.date >= p.from_date AND e.date <= least(p.to_date, $3::date) ORDER BY e.date DESC LIMIT 1) n
          WHERE p.tenant_id = $1 AND p.plan_id = l.id) d
      WHERE l.tenant_id = $1 AND ($4::uuid IS NULL OR l.id = $4) AND a.first IS NOT NULL ORDER BY l.name, l.id`,
    [tx.tenantId, reachParameter(wanted.reach), wanted.today, wanted.planId ?? null],
  );
  return result.rows;
}

/** Whether the plan's payees have a quota or a deal on one of the days. */
export async function hasRecords(tx: TenantTx, planId: string, { from, to }: Days): Promise<boolean> {
  const onPlan = (id: string) =>
    `EXISTS (SELECT 1 FROM plan_assignments p WHERE p.tenant_id = $1 AND p.plan_id = $2 AND p.participant_id = ${id}
       AND p.from_date <= $4 AND (p.to_date IS NULL OR p.to_date >= $3))`;
  const result = await tx.client.query<{ any: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM quotas q WHERE q.tenant_id = $1 AND q.from_date <= $4 AND q.to_date >= $3 AND ${onPlan('q.participant_id')})
         OR EXISTS (SELECT 1 FROM deals d WHERE d.tenant_id = $1 AND d.date BETWEEN $3 AND $4 AND ${onPlan('d.participant_id')}) AS any`,
    [tx.tenantId, planId, from, to],
  );
  return result.rows[0]?.any ?? false;
}

/** The day of the workspace's first deal; null: there are no deals. */
export async function selectFirstDeal(tx: TenantTx): Promise<string | null> {
  const result = await tx.client.query<{ day: string | null }>(
    'SELECT min(date)::text AS day FROM deals WHERE tenant_id = $1',
    [tx.tenantId],
  );
  return result.rows[0]?.day ?? null;
}

/** What a plan's payees booked by day, in the plan's currency. */
export async function selectBooked(
  tx: TenantTx,
  wanted: { planId: string; currency: string } & Days,
): Promise<Booked[]> {
  const result = await tx.client.query<Booked>(
    `SELECT d.date::text AS date, sum(d.amount)::text AS amount FROM deals d
      WHERE d.tenant_id = $1 AND d.date BETWEEN $3 AND $4 AND d.currency = $5
        AND EXISTS (SELECT 1 FROM plan_assignments p WHERE p.tenant_id = $1 AND p.plan_id = $2 AND p.participant_id = d.participant_id
           AND p.from_date <= d.date AND (p.to_date IS NULL OR p.to_date >= d.date))
      GROUP BY d.date ORDER BY d.date`,
    [tx.tenantId, wanted.planId, wanted.from, wanted.to, wanted.currency],
  );
  return result.rows;
}

/** Ids of the participants asked for; null: everybody. */
export async function selectWanted(
  tx: TenantTx,
  wanted: { visible: readonly string[] | null; participantId: string | null; search: string | null },
): Promise<string[] | null> {
  const { visible, participantId, search } = wanted;
  if (visible === null && participantId === null && search === null) return null;
  const result = await tx.client.query<{ id: string }>(
    `SELECT id FROM participants WHERE tenant_id = $1 AND ($2::text[] IS NULL OR id = ANY($2)) AND ($3::text IS NULL OR id = $3)
        AND ($4::text IS NULL OR name ILIKE $4 OR id ILIKE $4)`,
    [tx.tenantId, visible, participantId, search],
  );
  return result.rows.map(({ id }) => id);
}

/** Manager and territory of participants on a day. */
export async function selectPlaces(tx: TenantTx, ids: readonly string[], day: string) {
  const onDay = `tenant_id = $1 AND participant_id = p.id AND from_date <= $3 AND (to_date IS NULL OR to_date >= $3)
    ORDER BY from_date DESC LIMIT 1`;
  const result = await tx.client.query<{
    id: string;
    managerId: string | null;
    managerName: string | null;
    territory: string | null;
  }>(
    `SELECT p.id, m.id AS "managerId", m.name AS "managerName", t.territory FROM participants p
       LEFT JOIN LATERAL (SELECT manager_id FROM reporting_lines WHERE ${onDay}) r ON true
       LEFT JOIN participants m ON m.tenant_id = $1 AND m.id = r.manager_id
       LEFT JOIN LATERAL (SELECT territory FROM territory_assignments WHERE ${onDay}) t ON true
      WHERE p.tenant_id = $1 AND p.id = ANY($2)`,
    [tx.tenantId, ids, day],
  );
  return new Map(result.rows.map((row) => [row.id, row]));
}
