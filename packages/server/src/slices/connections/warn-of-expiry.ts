import { rolesHolding } from '@attain/domain/access/permissions';
import { dayInWords } from '@attain/domain/base/day-in-words';
import type { AppContext } from '../../app-context.ts';
import { notifyPeople } from '../../runs/notify-people.ts';
import { membersHolding } from '../people/people-holding.ts';

/** How long before its last day people are warned. */
const warnDays = 14;

/** Notifies everyone who edits connections of secrets that end soon, and once more when they have ended (CONN-10). */
export async function warnOfExpiry(ctx: AppContext): Promise<void> {
  const found = await ctx.db.owner.query<{
    tenantId: string;
    id: string;
    name: string;
    day: string;
    isOver: boolean;
    key: string;
  }>(
    `SELECT * FROM (
       SELECT a.tenant_id AS "tenantId", a.application_id AS id, a.name, c.expires_at <= $1 AS "isOver",
              to_char((c.expires_at - interval '1 day') AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day,
              concat_ws('/', 'secret-expiry', c.secret_id, c.expires_at::date, c.expires_at <= $1) AS key
         FROM credentials_vault c JOIN application_registry a ON a.tenant_id = c.tenant_id AND a.credential_id = c.credential_id
        WHERE c.is_active AND c.expires_at <= $1::timestamptz + make_interval(days => $2)) due
      WHERE NOT EXISTS (SELECT 1 FROM notices n WHERE n.tenant_id = due."tenantId" AND n.effect_key = due.key)`,
    [ctx.clock.now().toISOString(), warnDays + 1],
  );
  for (const { tenantId, name, day, isOver, key } of found.rows)
    await ctx.db.within(tenantId, async (tx) => {
      const message = isOver
        ? 'Steps that use the connection fail until the new secret is entered under Connections.'
        : `Its last day is ${dayInWords(day)}. Get a new secret and enter it under Connections.`;
      await notifyPeople(tx, await membersHolding(tx, rolesHolding(['edit:connections'])), {
        title: isOver ? `The secret of “${name}” has expired` : `The secret of “${name}” expires soon`,
        message,
        mail: { message },
        severity: isOver ? 'error' : 'warning',
        runId: null,
        effectKey: key,
      });
    });
}
