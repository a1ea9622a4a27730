import type { Held } from '@attain/domain/access/permissions';
import type { AppContext } from '../app-context.ts';
import { sha256Hex } from '../audit/canonical.ts';
import type { Actor } from '../base/actor.ts';
import { EffectFailed } from '../runs/engine/effect-failed.ts';
import type { Performing } from '../runs/engine/perform-effect.ts';

/**
 * The person who started a run, with the roles they hold now: a step may do what they may, and nothing more. What is written
 * is remembered under the effect's Idempotency-Key. Fails when the person is no longer in the workspace.
 */
export async function actingFor(ctx: AppContext, { run, effect }: Performing): Promise<Actor> {
  const found = await ctx.db.within(run.tenantId, (tx) =>
    tx.client.query<{ name: string; roles: Held[]; participantId: string | null }>(
      `SELECT u.display_name AS name, m.roles, m.participant_id AS "participantId"
         FROM active_members m JOIN users u ON u.id = m.user_id WHERE m.tenant_id = $2 AND m.user_id = $1`,
      [run.startedBy, run.tenantId],
    ),
  );
  const person = found.rows[0];
  if (!person) throw new EffectFailed('NOBODY', 'The user who started this run is no longer active.');
  return {
    tenantId: run.tenantId,
    userId: run.startedBy,
    displayName: person.name,
    kind: 'system',
    roles: person.roles,
    participantId: person.participantId,
    sessionHash: null,
    request: {
      id: `run/${run.id}`,
      route: `run:${effect.type}`,
      idempotencyKey: effect.idempotencyKey,
      bodyHash: sha256Hex(JSON.stringify(effect.config)),
      address: '',
      userAgent: '',
    },
  };
}
