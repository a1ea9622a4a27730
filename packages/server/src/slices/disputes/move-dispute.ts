import type { Dispute, DisputeDetail } from '@attain/contract/disputes';
import { type Held, scopeOf } from '@attain/domain/access/permissions';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import type { TenantTx } from '../../db/database.ts';
import { valueHash, type WriteTx } from '../../db/write.ts';
import { adjustmentHash, enterAdjustment, withdrawWaiting } from '../adjustments/submit-adjustment.ts';
import { disputeReach } from './dispute-reach.ts';
import {
  insertMessage,
  isOpener,
  lockDispute,
  selectDispute,
  selectPayNow,
  selectSides,
  updateAssigned,
  updateProposed,
  updateResolved,
} from './dispute-store.ts';
import { attachFiles, filesInWords, forgetUploads, type NamedUpload } from './files/attach-files.ts';
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

/** How a reviewer decides a dispute. */
interface Decided {
  readonly id: string;
  readonly outcome: 'upheld' | 'dismissed';
  readonly reason: string;
  /** Upheld: the amount to pay, once it is approved. */
  readonly adjustment?: { readonly amount: string } | null;
  /** Upheld without an adjustment: how the pay is put right; default: by records. */
  readonly consequence?: Exclude<Dispute['consequence'], 'adjustment' | null>;
}

/**
 * Resolves a dispute with outcome and reason. Pay itself changes by a new calculation, or by the adjustment entered here: the dispute is
 * then resolved by its approval (DISP-9). Throws NOT_FOUND, NOT_ALLOWED for the payee, BAD_INPUT for an adjustment that is wrong or of a
 * dismissed dispute, and CONFLICT once it is resolved or while an adjustment waits.
 */
export function resolveDispute(ctx: AppContext, actor: Actor, decided: Decided): Promise<Dispute> {
  mustAllow(actor, 'resolve:disputes');
  return ctx.write(actor, async (tx) => {
    const { id, outcome, reason, adjustment = null } = decided;
    await lockDispute(tx, id);
    const dispute = found(await selectDispute(tx, id), 'dispute');
    if (actor.participantId !== null && actor.participantId === dispute.participantId) {
      throw new ApiError(
        'NOT_ALLOWED',
        'You can’t resolve a dispute about your own pay. Ask another reviewer.',
      );
    }
    if (dispute.status === 'resolved') throw resolvedAlready();
    if (dispute.waitingOn === 'approver')
      throw new ApiError(
        'CONFLICT',
        'An adjustment for this dispute waits for approval. Withdraw it to decide otherwise.',
      );
    if (adjustment !== null) return proposeAdjustment(ctx, tx, { actor, decided, dispute });
    const at = ctx.clock.now().toISOString();
    const consequence = outcome === 'upheld' ? (decided.consequence ?? 'records') : null;
    const { adjustmentId } = dispute;
    await updateResolved(tx, { id, outcome, consequence, reason, by: actor.userId, at, adjustmentId });
    tx.record({
      action: 'dispute.resolved',
      object: { type: 'dispute', id },
      reason: { code: outcome, text: reason },
    });
    const resolved = found(await selectDispute(tx, id), 'dispute');
    await notifySides(tx, resolved, { kind: 'resolved', key: id, by: actor.userId });
    return resolved;
  });
}

/** Enters the adjustment that upholds a dispute once it is approved. */
async function proposeAdjustment(
  ctx: AppContext,
  tx: WriteTx,
  { actor, decided, dispute }: { actor: Actor; decided: Decided; dispute: Dispute },
): Promise<Dispute> {
  mustAllow(actor, 'adjust:payments');
  const { id, outcome, reason, adjustment } = decided;
  if (outcome !== 'upheld') {
    const message = 'Only an upheld dispute has an adjustment. Remove the amount, or uphold the dispute.';
    throw new ApiError('BAD_INPUT', message, { problems: [{ rule: 'DISP-9', path: 'adjustment', message }] });
  }
  const { participantId, currency } = dispute;
  const pays = (await selectPayNow(tx, id))?.pays ?? dispute.paid;
  const what = `${dispute.componentName ?? dispute.planName}, ${dispute.periodKey}`;
  const terms = { kind: 'dispute', countsAs: 'earnings', dealId: null, payFrom: null } as const;
  const entered = await enterAdjustment(ctx, tx, {
    actor,
    input: { ...terms, participantId, currency, amount: adjustment?.amount ?? '', reason },
    dispute: { id, what, pays },
  });
  await updateProposed(tx, { id, adjustmentId: entered.id, reason, by: actor.userId });
  tx.record({
    action: 'dispute.proposed',
    object: { type: 'dispute', id },
    reason: { code: outcome, text: reason },
    evidence: [adjustmentHash(entered)],
  });
  return found(await selectDispute(tx, id), 'dispute');
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
    const dispute = found(await selectDispute(tx, id, within), 'dispute');
    if (!(await isOpener(tx, id, actor.userId)))
      throw new ApiError('NOT_ALLOWED', 'Only the person who opened a dispute can withdraw it.');
    const { adjustmentId, status } = dispute;
    if (status === 'resolved') throw resolvedAlready();
    if (adjustmentId !== null) await withdrawWaiting(tx, adjustmentId);
    const at = ctx.clock.now().toISOString();
    const ended = { id, outcome: null, consequence: null, reason, by: actor.userId, at, adjustmentId };
    if (!(await updateResolved(tx, ended)))
      throw new ApiError('CONFLICT', 'This dispute was decided or changed meanwhile. Reload it.');
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
 * outside the actor's reach, CONFLICT once it is resolved, and what its files throw.
 */
export async function writeMessage(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; message: string; files?: readonly NamedUpload[] },
): Promise<DisputeDetail> {
  const { id: disputeId, message, files = [] } = input;
  const written = await ctx.write(actor, async (tx) => {
    const within = await disputeReach(tx, actor, 'read:disputes');
    found(await selectDispute(tx, disputeId, within), 'dispute');
    const sides = await selectSides(tx, disputeId);
    const isPayee = sides.payee.includes(actor.userId);
    if (!isPayee && scopeOf(actor.roles, 'resolve:disputes') === null)
      throw new ApiError('NOT_ALLOWED', 'Only the payee’s side and reviewers can write to a dispute.');
    const to = isPayee ? 'reviewer' : 'payee';
    const id = newId();
    if (!(await insertMessage(tx, { id, disputeId, userId: actor.userId, message, to })))
      throw resolvedAlready();
    const attached = await attachFiles(ctx, tx, { actor, files, disputeId, messageId: id });
    tx.record({
      action: 'dispute.written',
      object: { type: 'dispute', id: disputeId },
      evidence: [valueHash({ id, message }), ...attached.map(({ sha256 }) => sha256)],
      ...(attached.length === 0 ? {} : { reason: { code: `with ${filesInWords(attached)}`, text: message } }),
    });
    const dispute = found(await selectDispute(tx, disputeId), 'dispute');
    await notifySides(tx, dispute, { kind: 'written', key: id, by: actor.userId, to });
    return detailOf(tx, dispute, actor);
  });
  await forgetUploads(ctx, actor, files);
  return written;
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
