import type { AdjustmentRow } from '@attain/contract/adjustments';
import type { Dispute, DisputeDetail } from '@attain/contract/disputes';
import { type Held, scopeOf } from '@attain/domain/access/permissions';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import type { TenantTx } from '../../db/database.ts';
import { valueHash } from '../../db/write.ts';
import { adjustmentHash, enterAdjustment } from '../adjustments/submit-adjustment.ts';
import { disputeReach } from './dispute-reach.ts';
import {
  insertMessage,
  isOpener,
  selectDispute,
  selectSides,
  updateAssigned,
  updateResolved,
} from './dispute-store.ts';
import { notifySides } from './notify-sides.ts';
import { detailOf } from './read-disputes.ts';

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
    const assigned = found(await selectDispute(tx, id), 'dispute');
    await notifySides(tx, assigned, { kind: 'assigned', key: assignee, by: actor.userId });
    return assigned;
  });
}

/**
 * Resolves a dispute with outcome and reason. Pay itself changes by a new calculation, or by the adjustment that is entered here
 * and waits for its approval. Throws NOT_FOUND, NOT_ALLOWED for the payee, BAD_INPUT for an adjustment that is wrong or of a
 * dismissed dispute, and CONFLICT once it is resolved.
 */
export function resolveDispute(
  ctx: AppContext,
  actor: Actor,
  input: {
    id: string;
    outcome: 'upheld' | 'dismissed';
    reason: string;
    adjustment?: { amount: string } | null;
  },
): Promise<Dispute> {
  mustAllow(actor, 'resolve:disputes');
  return ctx.write(actor, async (tx) => {
    const { id, outcome, reason } = input;
    const dispute = found(await selectDispute(tx, id), 'dispute');
    const { participantId } = dispute;
    if (actor.participantId !== null && actor.participantId === participantId) {
      throw new ApiError(
        'NOT_ALLOWED',
        'You can’t resolve a dispute about your own pay. Ask another reviewer.',
      );
    }
    if (dispute.status === 'resolved') throw resolvedAlready();
    const adjustment = await adjusted(ctx, tx, { actor, input, dispute });
    const at = ctx.clock.now().toISOString();
    const adjustmentId = adjustment?.id ?? null;
    if (!(await updateResolved(tx, { id, outcome, reason, by: actor.userId, at, adjustmentId })))
      throw resolvedAlready();
    tx.record({
      action: 'dispute.resolved',
      object: { type: 'dispute', id },
      reason: { code: outcome, text: reason },
      ...(adjustment && { evidence: [adjustmentHash(adjustment)] }),
    });
    const resolved = found(await selectDispute(tx, id), 'dispute');
    await notifySides(tx, resolved, { kind: 'resolved', key: id, by: actor.userId });
    return resolved;
  });
}

/** The adjustment that an upheld dispute leads to; null: none is wanted. */
async function adjusted(
  ctx: AppContext,
  tx: TenantTx,
  {
    actor,
    input: { outcome, reason, adjustment = null },
    dispute: { participantId, currency },
  }: { actor: Actor; input: Parameters<typeof resolveDispute>[2]; dispute: Dispute },
): Promise<AdjustmentRow | null> {
  if (adjustment === null) return null;
  mustAllow(actor, 'adjust:payments');
  if (outcome !== 'upheld') {
    const message = 'Only an upheld dispute has an adjustment. Remove the amount, or uphold the dispute.';
    throw new ApiError('BAD_INPUT', message, { problems: [{ rule: 'DISP-9', path: 'adjustment', message }] });
  }
  const { amount } = adjustment;
  const terms = { kind: 'dispute', countsAs: 'earnings', dealId: null, payFrom: null } as const;
  return enterAdjustment(ctx, tx, { actor, input: { ...terms, participantId, currency, amount, reason } });
}

/** Withdraws a dispute that the actor opened. Throws NOT_FOUND, NOT_ALLOWED for others, and CONFLICT once it is resolved. */
export function withdrawDispute(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; reason: string },
): Promise<Dispute> {
  return ctx.write(actor, async (tx) => {
    const { id, reason } = input;
    const within = await disputeReach(tx, actor, 'open:disputes');
    found(await selectDispute(tx, id, within), 'dispute');
    if (!(await isOpener(tx, id, actor.userId)))
      throw new ApiError('NOT_ALLOWED', 'Only the person who opened a dispute can withdraw it.');
    const at = ctx.clock.now().toISOString();
    if (!(await updateResolved(tx, { id, outcome: null, reason, by: actor.userId, at })))
      throw resolvedAlready();
    tx.record({
      action: 'dispute.withdrawn',
      object: { type: 'dispute', id },
      reason: { code: 'withdrawn', text: reason },
    });
    const withdrawn = found(await selectDispute(tx, id), 'dispute');
    await notifySides(tx, withdrawn, { kind: 'withdrawn', key: id, by: actor.userId });
    return withdrawn;
  });
}

/**
 * Writes to the other side of a dispute: reviewers to the payee’s side, everyone else to the reviewers. Throws NOT_FOUND
 * outside the actor's reach, and CONFLICT once it is resolved.
 */
export function writeMessage(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; message: string },
): Promise<DisputeDetail> {
  return ctx.write(actor, async (tx) => {
    const { id: disputeId, message } = input;
    const within = await disputeReach(tx, actor, 'read:disputes');
    found(await selectDispute(tx, disputeId, within), 'dispute');
    const sides = await selectSides(tx, disputeId);
    const isPayee = sides.payee.includes(actor.userId);
    if (!isPayee && scopeOf(actor.roles, 'resolve:disputes') === null)
      throw new ApiError('NOT_ALLOWED', 'Only the payee’s side and reviewers can write to a dispute.');
    const waitingOn = isPayee ? 'reviewer' : 'payee';
    const id = newId();
    if (!(await insertMessage(tx, { id, disputeId, userId: actor.userId, message, waitingOn })))
      throw resolvedAlready();
    tx.record({
      action: 'dispute.written',
      object: { type: 'dispute', id: disputeId },
      evidence: [valueHash({ id, message })],
    });
    const dispute = found(await selectDispute(tx, disputeId), 'dispute');
    await notifySides(tx, dispute, { kind: 'written', key: id, by: actor.userId });
    return detailOf(tx, dispute, actor);
  });
}

async function resolverNamed(tx: TenantTx, username: string): Promise<string> {
  const result = await tx.client.query<{ id: string; roles: Held[] }>(
    'SELECT u.id, m.roles FROM users u JOIN active_members m ON m.user_id = u.id WHERE u.username = $1 AND m.is_person',
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
