import { type Held, scopeOf } from '@attain/domain/access/permissions';
import type { Period } from '@attain/domain/base/period';
import type { TenantTx } from '../../db/database.ts';
import { notifyPeople } from '../../runs/notify-people.ts';

/** Asks the managers of a calculation's payees to sign its month off; each of them once a month (CLOSE-21). */
export async function notifyManagers(
  tx: TenantTx,
  { runId, period }: { readonly runId: string; readonly period: Period },
): Promise<void> {
  const month = period.to.slice(0, 7);
  await notifyPeople(tx, await selectManagers(tx, { runId, day: period.to }), {
    title: `Pay of ${month} is ready for your sign-off`,
    message: 'Check the pay of each person you lead, and sign it off.',
    mail: { message: 'Open Attain to check the pay of your team and sign it off.' },
    severity: 'info',
    runId: null,
    about: { of: 'sign-off', month },
    effectKey: `sign-off/${month}`,
  });
}

/** People with an account who lead a payee of the run on the day, and may sign off. */
async function selectManagers(
  tx: TenantTx,
  { runId, day }: { readonly runId: string; readonly day: string },
): Promise<string[]> {
  const result = await tx.client.query<{ id: string; roles: Held[] }>(
    `SELECT DISTINCT m.user_id AS id, m.roles FROM payout_inputs i
       JOIN reporting_lines l ON l.tenant_id = $1 AND l.participant_id = i.participant_id AND l.from_date <= $3
        AND (l.to_date IS NULL OR l.to_date >= $3)
       JOIN active_members m ON m.tenant_id = $1 AND m.is_person AND m.participant_id = l.manager_id
      WHERE i.tenant_id = $1 AND i.run_id = $2`,
    [tx.tenantId, runId, day],
  );
  return result.rows.flatMap(({ id, roles }) => (scopeOf(roles, 'approve:results') === null ? [] : [id]));
}
