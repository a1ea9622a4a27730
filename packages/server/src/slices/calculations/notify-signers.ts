import { type Held, scopeOf } from '@attain/domain/access/permissions';
import type { Period } from '@attain/domain/base/period';
import { counted } from '../../base/figures-in-words.ts';
import type { TenantTx } from '../../db/database.ts';
import { notifyPeople, resolveNotices } from '../../runs/notify-people.ts';
import { reaches, reachOf } from '../participants/visible-participants.ts';
import { payAndHash } from './pay-hash.ts';

interface Recalculated {
  readonly runId: string;
  /** The version before, which may be signed off. */
  readonly earlierId: string;
  readonly period: Period;
}

const lapsedNotice = (runId: string, userId: string) => `sign-off/lapsed/${runId}/${userId}`;

/** Notifies those who signed off pay that a new version changed, and who can sign it off again, once a version (CLOSE-21). */
export async function notifySigners(tx: TenantTx, { period, ...versions }: Recalculated): Promise<void> {
  for (const signer of await selectLapsed(tx, versions)) {
    if (scopeOf(signer.roles, 'approve:results') === null) continue;
    const reach = await reachOf(tx, signer, 'approve:results');
    const theirs = signer.payees.filter(
      ({ id }) => id !== signer.participantId && reaches(reach, id, period),
    );
    const [first, ...others] = theirs;
    if (first === undefined) continue;
    const who = others.length === 0 ? first.name : counted(theirs.length, 'person', 'people');
    await notifyPeople(tx, [signer.userId], {
      title: `Pay of ${who} for ${period.key} changed after you signed off`,
      message: 'Check it and sign it off again.',
      mail: { message: 'Open Attain to check it and sign it off again.' },
      severity: 'warning',
      runId: null,
      about: { of: 'sign-off', month: period.to.slice(0, 7) },
      effectKey: lapsedNotice(versions.runId, signer.userId),
    });
  }
}

/** Resolves the notices of those whose sign-offs of a plan and period all hold again: signed off again, or back to the pay signed. */
export async function resolveSigners(
  tx: TenantTx,
  {
    planId,
    period,
  }: { readonly planId: string; readonly period: { readonly from: string; readonly to: string } },
): Promise<void> {
  const { rows } = await tx.client.query<{ userId: string; runIds: string[] }>(
    `WITH run AS (SELECT * FROM calculation_runs WHERE tenant_id = $1 AND plan_id = $2 AND period_from = $3 AND period_to = $4 AND status = 'completed')
     SELECT s.signed_by AS "userId", (SELECT array_agg(id) FROM run) AS "runIds"
       FROM statement_sign_offs s CROSS JOIN (SELECT * FROM run ORDER BY version DESC LIMIT 1) r
       LEFT JOIN payout_inputs i ON i.tenant_id = $1 AND i.run_id = r.id AND i.participant_id = s.participant_id
      CROSS JOIN LATERAL ${payAndHash('r', 's.participant_id')} now
      WHERE s.tenant_id = $1 AND s.plan_id = $2 AND s.period_from = $3 AND s.period_to = $4
      GROUP BY s.signed_by HAVING bool_and(i.participant_id IS NULL OR EXISTS (SELECT 1 FROM statement_sign_offs t
        WHERE t.tenant_id = $1 AND t.plan_id = $2 AND t.period_from = $3 AND t.period_to = $4 AND t.participant_id = s.participant_id
          AND t.pay_hash = now.pay_hash))`,
    [tx.tenantId, planId, period.from, period.to],
  );
  for (const { userId, runIds } of rows)
    await resolveNotices(tx, ...runIds.map((runId) => lapsedNotice(runId, userId)));
}

interface Signer {
  readonly userId: string;
  readonly roles: readonly Held[];
  readonly participantId: string | null;
  readonly payees: readonly { readonly id: string; readonly name: string }[];
}

/** Members who signed pay of the earlier version off that is different in this one, and not signed off there. */
async function selectLapsed(
  tx: TenantTx,
  { runId, earlierId }: Omit<Recalculated, 'period'>,
): Promise<Signer[]> {
  const result = await tx.client.query<Signer>(
    `SELECT m.user_id AS "userId", m.roles, m.participant_id AS "participantId",
            json_agg(json_build_object('id', i.participant_id, 'name', i.participant->>'name') ORDER BY i.participant_id) AS payees
       FROM calculation_runs r JOIN calculation_runs e ON e.tenant_id = $1 AND e.id = $3
       JOIN statement_sign_offs s ON s.tenant_id = $1 AND s.plan_id = e.plan_id AND s.period_from = e.period_from AND s.period_to = e.period_to
       JOIN payout_inputs b ON b.tenant_id = $1 AND b.run_id = e.id AND b.participant_id = s.participant_id
       JOIN payout_inputs i ON i.tenant_id = $1 AND i.run_id = r.id AND i.participant_id = s.participant_id
       JOIN active_members m ON m.tenant_id = $1 AND m.is_person AND m.user_id = s.signed_by
      CROSS JOIN LATERAL ${payAndHash('e', 's.participant_id')} before
      CROSS JOIN LATERAL ${payAndHash('r', 's.participant_id')} now
      WHERE r.tenant_id = $1 AND r.id = $2 AND s.pay_hash = before.pay_hash AND now.pay_hash <> before.pay_hash
        AND NOT EXISTS (SELECT 1 FROM statement_sign_offs t WHERE t.tenant_id = $1 AND t.plan_id = s.plan_id AND t.period_from = s.period_from
          AND t.period_to = s.period_to AND t.participant_id = s.participant_id AND t.pay_hash = now.pay_hash)
      GROUP BY m.user_id, m.roles, m.participant_id ORDER BY m.user_id`,
    [tx.tenantId, runId, earlierId],
  );
  return result.rows;
}
