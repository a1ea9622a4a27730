import type { AppContext } from '../../app-context.ts';
import { systemActor } from '../../base/actor.ts';
import { appendToLog } from '../../db/audit-append.ts';
import { notifyPeople } from '../../runs/notify-people.ts';
import { standingOf } from '../approvals/request-approval.ts';
import { selectConnection } from './connection-store.ts';
import { dropNext } from './next-secret.ts';

/** Destroys next secrets whose request for approval expired, and notifies the people who entered them (CONN-12). */
export async function expireNextSecrets(ctx: AppContext): Promise<void> {
  const expired = await ctx.db.owner.query<{ tenantId: string; id: string; requestId: string; by: string }>(
    `SELECT r.tenant_id AS "tenantId", a.application_id AS id, r.id AS "requestId", r.user_id AS by
       FROM attestation_records r JOIN application_registry a ON a.tenant_id = r.tenant_id AND a.application_id = r.subject_id
      WHERE r.kind = 'production-secret' AND r.status = 'open' AND r.expires_at <= $1 AND a.next_credential_id IS NOT NULL`,
    [ctx.clock.now().toISOString()],
  );
  for (const { tenantId, id, requestId, by } of expired.rows)
    await ctx.db.within(tenantId, async (tx) => {
      const connection = await selectConnection(tx, id, 'FOR UPDATE OF a');
      const request = await standingOf(tx, ctx.clock, requestId);
      // replaced or removed since it was found
      if (connection === null || request?.status !== 'expired') return;
      await dropNext(tx, connection, 'expired');
      const message = 'It was not approved in time and is destroyed. Enter it again under Connections.';
      await notifyPeople(tx, [by], {
        title: `The new secret of “${connection.name}” expired`,
        message,
        mail: { message },
        severity: 'warning',
        runId: null,
        about: { of: 'approval', id: requestId },
        effectKey: `approval/${requestId}/expired`,
      });
      const act = {
        action: 'connection.secret-discarded',
        object: { type: 'connection', id },
        reason: { code: 'expired' },
      };
      tx.withCommit(() => appendToLog(tx.client, ctx, systemActor(tenantId, by, 'housekeeping'), act));
    });
}
