import type { Dispute } from '@attain/contract/reviews/disputes';
import { type Role, scopeOf } from '@attain/domain/access/permissions';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { selectDispute, updateAssigned, updateResolved } from './dispute-store.ts';

/**
 * Assigns a reviewer to a dispute. Throws NOT_FOUND, BAD_INPUT for someone who could not resolve it, and CONFLICT once
 * it is resolved.
 */
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
 * Resolves a dispute with outcome and reason; pay itself changes by a new calculation or an adjustment. Throws
 * NOT_FOUND, NOT_ALLOWED for the payee, and CONFLICT once it is resolved.
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
        'You can’t resolve a dispute about your own pay. Ask another reviewer.',
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
  const message = 'No user with this name can resolve disputes. Choose another reviewer.';
  throw new ApiError('BAD_INPUT', message, { problems: [{ rule: 'DISP-3', path: 'assignee', message }] });
}

function resolvedAlready(): ApiError {
  return new ApiError('CONFLICT', 'This dispute is already resolved.');
}
