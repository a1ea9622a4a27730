import { type Held, scopeOf } from '@attain/domain/access/permissions';
import type { Period } from '@attain/domain/base/period';
import { counted } from '../../base/figures-in-words.ts';
import type { TenantTx } from '../../db/database.ts';
import { notifyPeople } from '../../runs/notify-people.ts';
import { payAndHash } from './pay-hash.ts';

interface Recalculated {
  readonly runId: string;
  /** The version before, which may be signed off. */
  readonly earlierId: string;
  readonly period: Period;
}

/** Notifies those who signed off pay that a new version changed, once a version (CLOSE-21). */
export async function notifySigners(tx: TenantTx, { period, ...versions }: Recalculated): Promise<void> {
  for (const { userId, names } of await selectLapsed(tx, versions)) {
    const who = names.length === 1 ? names[0] : counted(names.length, 'person', 'people');
    await notifyPeople(tx, [userId], {
      title: `Pay of ${who} for ${period.key} changed after you signed off`,
      message: 'Check it and sign it off again.',
      mail: { message: 'Open Attain to check it and sign it off again.' },
      severity: 'warning',
      runId: null,
      about: { of: 'sign-off', month: period.to.slice(0, 7) },
      effectKey: `sign-off/lapsed/${versions.runId}`,
    });
  }
}

/** Members who signed pay of the earlier version off that is different in this one, and not signed off there. */
async function selectLapsed(
  tx: TenantTx,
  { runId, earlierId }: Omit<Recalculated, 'period'>,
): Promise<{ userId: string; names: string[] }[]> {
  const result = await tx.client.query<{ userId: string; roles: Held[]; names: string[] }>(
    `SELECT m.user_id AS "userId", m.roles, array_agg(i.participant->>'name' ORDER BY i.participant_id) AS names
       FROM calculation_runs r JOIN calculation_runs e ON e.tenant_id = $1 AND e.id = $3
       JOIN statement_sign_offs s ON s.tenant_id = $1 AND s.plan_id = e.plan_id AND s.period_from = e.period_from AND s.period_to = e.period_to
       JOIN payout_inputs i ON i.tenant_id = $1 AND i.run_id = e.id AND i.participant_id = s.participant_id
       JOIN active_members m ON m.tenant_id = $1 AND m.is_person AND m.user_id = s.signed_by
      CROSS JOIN LATERAL ${payAndHash('e', 's.participant_id')} before
      CROSS JOIN LATERAL ${payAndHash('r', 's.participant_id')} now
      WHERE r.tenant_id = $1 AND r.id = $2 AND s.pay_hash = before.pay_hash AND now.pay_hash <> before.pay_hash
        AND NOT EXISTS (SELECT 1 FROM statement_sign_offs t WHERE t.tenant_id = $1 AND t.plan_id = s.plan_id AND t.period_from = s.period_from
          AND t.period_to = s.period_to AND t.participant_id = s.participant_id AND t.pay_hash = now.pay_hash)
      GROUP BY m.user_id, m.roles ORDER BY m.user_id`,
    [tx.tenantId, runId, earlierId],
  );
  return result.rows.filter(({ roles }) => scopeOf(roles, 'approve:results') !== null);
}
