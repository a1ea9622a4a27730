import type { Dispute } from '@attain/contract/reviews/disputes';
import { type Role, scopeOf } from '@attain/domain/access/permissions';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { selectDispute, updateAssigned, updateResolved } from './dispute-store.ts';

/** Says who looks into a dispute. Refuses NOT_FOUND, BAD_INPUT for somebody who could not resolve it, CONFLICT once it is resolved. */
export function assignDispute(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; assignee: string },
): Promise<Dispute> {
  mustAllow(actor, 'resolve:disputes');
  return ctx.write(actor, async (tx) => {
    const { id } = input;
    found(await selectDispute(tx, id), 'dispute');
    const assignee = await resolverNamed(tx, input.assignee);
    if (!(await updateAssigned(tx, id, assignee))) throw resolvedAlready();
    tx.record({ action: 'dispute.assigned', object: { type: 'dispute', id } });
    return found(await selectDispute(tx, id), 'dispute');
  });
}

/**
 * Ends a dispute with what came of it and why; pay itself changes by a new calculation or an adjustment.
 * Refuses NOT_FOUND, NOT_ALLOWED for who is paid by it, CONFLICT once it is resolved.
 */
export function resolveDispute(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; outcome: 'upheld' | 'dismissed'; reason: string },
): Promise<Dispute> {
  mustAllow(actor, 'resolve:disputes');
  return ctx.write(actor, async (tx) => {
    const { id, outcome, reason } = input;
    const { participantId } = found(await selectDispute(tx, id), 'dispute');
    if (actor.participantId !== null && actor.participantId === participantId) {
      throw new ApiError(
        'NOT_ALLOWED',
        'Nobody resolves a dispute about their own pay; somebody else has to.',
      );
    }
    const at = ctx.clock.now().toISOString();
    if (!(await updateResolved(tx, { id, outcome, reason, by: actor.userId, at }))) throw resolvedAlready();
    tx.record({
      action: 'dispute.resolved',
      object: { type: 'dispute', id },
      reason: { code: outcome, text: reason },
    });
    return found(await selectDispute(tx, id), 'dispute');
  });
}

async function resolverNamed(tx: TenantTx, username: string): Promise<string> {
  const result = await tx.client.query<{ id: string; roles: Role[] }>(
    'SELECT u.id, m.roles FROM users u JOIN active_members m ON m.user_id = u.id WHERE u.username = $1',
    [username],
  );
  const person = result.rows[0];
  if (person && scopeOf(person.roles, 'resolve:disputes') !== null) return person.id;
  const message = 'Nobody of this user name may resolve disputes in this workspace.';
  throw new ApiError('BAD_INPUT', message, { problems: [{ rule: 'DISP-3', path: 'assignee', message }] });
}

function resolvedAlready(): ApiError {
  return new ApiError('CONFLICT', 'This dispute has been resolved already.');
}
