import type { AdjustmentRow } from '@attain/contract/adjustments';
import { dayInWords } from '@attain/domain/base/day-in-words';
import { decimal } from '@attain/domain/base/decimal';
import { moneyText } from '@attain/domain/base/money';
import { checkAdjustment } from '@attain/domain/payments/check-payment';
import { adjustmentWords } from '@attain/domain/payments/ledger-words';
import type { Adjustment } from '@attain/domain/payments/payment';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import type { TenantTx } from '../../db/database.ts';
import { valueHash, type WriteTx } from '../../db/write.ts';
import { castVote } from '../approvals/cast-vote.ts';
import type { Decide } from '../approvals/decide-approval.ts';
import { closeRequest, requestApproval } from '../approvals/request-approval.ts';
import { textFact } from '../approvals/text-fact.ts';
import { BATCH } from '../imports/batches/adjustment-batch.ts';
import { mustSee, visibleParticipants } from '../participants/visible-participants.ts';
import {
  adjustmentContent,
  insertAdjustment,
  lockAdjustment,
  type NamedLine,
  selectAdjustmentRow,
  selectNamed,
  selectOpenSum,
  selectPaidUsers,
  updateAdjustment,
} from './adjustment-store.ts';
import { decideBatch } from './decide-batch.ts';

/** The dispute that an adjustment answers: its pay, in words and as last calculated. */
export interface AnsweredDispute {
  readonly id: string;
  readonly what: string;
  readonly pays: string;
}

/** An adjustment to enter: the first payments that end on or after `payFrom` pay it; null: the next ones. */
export interface NewAdjustment extends Omit<Adjustment, 'id' | 'line'> {
  /** The line it overrides; left out: none. */
  readonly line?: NamedLine;
  readonly participantId: string;
  readonly currency: string;
  readonly payFrom: string | null;
}

/**
 * Enters an adjustment and asks for its approval (PAYM-27). Throws NOT_FOUND for participants whom the actor does not lead today,
 * NOT_ALLOWED for the pay of those who enter only for their team, and BAD_INPUT for an unknown deal and with every problem of the amount.
 */
export function submitAdjustment(
  ctx: AppContext,
  actor: Actor,
  input: NewAdjustment,
): Promise<AdjustmentRow> {
  const scope = mustAllow(actor, 'request:adjustments');
  return ctx.write(actor, async (tx) => {
    if (scope !== 'tenant') await mustLead(ctx, tx, { actor, participantId: input.participantId });
    const stored = await enterAdjustment(ctx, tx, { actor, input, onlyOwnDeals: scope !== 'tenant' });
    tx.record({
      action: 'adjustment.submitted',
      object: { type: 'adjustment', id: stored.id },
      after: adjustmentHash(stored),
      reason: { code: 'submitted', text: input.reason },
    });
    return stored;
  });
}

async function mustLead(
  ctx: AppContext,
  tx: TenantTx,
  { actor, participantId }: { actor: Actor; participantId: string },
): Promise<void> {
  if (participantId === actor.participantId)
    throw new ApiError('NOT_ALLOWED', 'You can’t request an adjustment of your own pay.');
  const today = ctx.today(actor);
  const days = { from: today, to: today };
  mustSee(await visibleParticipants(tx, actor, 'request:adjustments', days), participantId);
}

/** The same within the act that leads to it, which names it by `adjustmentHash`. The caller decides who may enter it. */
export async function enterAdjustment(
  ctx: AppContext,
  tx: TenantTx,
  {
    actor,
    input,
    onlyOwnDeals = false,
    dispute,
  }: {
    actor: Actor;
    input: NewAdjustment;
    onlyOwnDeals?: boolean;
    /** The dispute it answers, for those who decide. */
    dispute?: AnsweredDispute;
  },
): Promise<AdjustmentRow> {
  const { currency, dealId } = input;
  const named = await selectNamed(tx, { ...input, onlyOwnDeals });
  const { name, isKnownDeal } = found(named, 'participant');
  const problems = checkAdjustment(input, currency);
  if (problems.length > 0)
    throw new ApiError('BAD_INPUT', problems[0]?.message ?? 'The adjustment has errors.', { problems });
  if (!isKnownDeal)
    throw new ApiError('BAD_INPUT', `There is no deal "${dealId}".`, {
      problems: [{ rule: 'PAYM-26', path: 'dealId', message: `There is no deal "${dealId}".` }],
    });
  const amount = moneyText(decimal(input.amount), currency);
  const adjustment = { ...input, id: newId(), amount, line: input.line ?? null };
  const approvalId = await askForAdjustment(ctx, tx, {
    adjustment,
    name,
    askedBy: actor.userId,
    onlyTeam: onlyOwnDeals,
    dispute,
  });
  await insertAdjustment(tx, { ...adjustment, approvalId, createdBy: actor.userId });
  return found(await selectAdjustmentRow(tx, adjustment.id), 'adjustment');
}

/** What the log and the approval name an adjustment by. */
export function adjustmentHash(row: AdjustmentRow): string {
  return valueHash(adjustmentContent(row));
}

async function askForAdjustment(
  ctx: AppContext,
  tx: TenantTx,
  {
    adjustment,
    name,
    askedBy,
    onlyTeam,
    dispute,
  }: {
    adjustment: Omit<NewAdjustment, 'line'> & { id: string; line: NamedLine | null };
    name: string;
    askedBy: string;
    onlyTeam: boolean;
    dispute: AnsweredDispute | undefined;
  },
): Promise<string> {
  const { id, participantId, currency, amount, kind, countsAs, dealId, payFrom, reason, line } = adjustment;
  const open = decimal(await selectOpenSum(tx, { participantId, currency }));
  const counted = moneyText(open.plus(decimal(amount).abs()), currency);
  const amountFact = (label: string, after: string) => ({ ...textFact(label, after), currency });
  const changed = (label: string, before: string) => ({
    ...amountFact(label, moneyText(decimal(before).plus(decimal(amount)), currency)),
    before,
    change: amount,
  });
  return requestApproval(tx, ctx.clock, {
    kind: 'adjustment',
    subject: { type: 'adjustment', id },
    askedBy,
    excluded: await selectPaidUsers(tx, participantId),
    hash: valueHash(adjustmentContent(adjustment)),
    summary: `${adjustmentWords[kind]} for ${name}`,
    amount: { amount, currency },
    countedAmount: { amount: counted, currency },
    facts: {
      figures: [
        line !== null
          ? changed('Line', line.pays)
          : dispute === undefined
            ? amountFact(adjustmentWords[kind], amount)
            : changed('Disputed pay', dispute.pays),
        ...(dispute === undefined ? [] : [textFact('Pay', dispute.what)]),
        // who asks for their team reads this fact too, and may not read what others entered
        ...(open.gt('0') && !onlyTeam ? [amountFact('With other open adjustments', counted)] : []),
        textFact('Counts as', countsAs === 'earnings' ? 'Earnings' : 'Payment'),
        ...(dealId === null ? [] : [textFact('Deal', dealId)]),
        ...(payFrom === null ? [] : [textFact('Paid from', dayInWords(payFrom))]),
      ],
      against: null,
      warnings: [],
      ...(dispute && { dispute: { id: dispute.id, pays: dispute.pays } }),
    },
    reason,
  });
}

/** The decision of the inbox about an adjustment: the next payments take in what is approved. */
export const decideAdjustment: Decide = async (tx, made) => {
  const { ctx, actor, request, decision, hash, reason } = made;
  if (request.subjectType === BATCH) return decideBatch(tx, made);
  const id = request.subjectId;
  found(await lockAdjustment(tx, id), 'adjustment');
  const stored = found(await selectAdjustmentRow(tx, id), 'adjustment');
  if (adjustmentHash(stored) !== request.hash)
    throw new ApiError(
      'CONFLICT',
      'This adjustment was changed outside Attain. Reject it and enter it again.',
    );
  const vote = await castVote(tx, {
    kind: request.kind,
    subjectId: id,
    actor,
    clock: ctx.clock,
    decision,
    hash,
    reason,
    part: { asked: false, edited: false, benefits: request.excluded.includes(actor.userId) },
  });
  if (vote.status !== 'approved' && vote.status !== 'rejected') return vote.votedAct;
  await updateAdjustment(tx, id, vote.status);
  return {
    action: `adjustment.${vote.status}`,
    object: { type: 'adjustment', id },
    evidence: [request.hash],
    reason: { code: vote.status, ...(reason === null ? {} : { text: reason }) },
  };
};

/**
 * Withdraws an adjustment that is submitted or approved, and records it. Throws NOT_FOUND, also for those of others to users who enter
 * only for their team, and CONFLICT once payments have taken it in or it was decided otherwise.
 */
export async function withdrawEntered(tx: WriteTx, actor: Actor, id: string): Promise<AdjustmentRow> {
  const scope = mustAllow(actor, 'request:adjustments');
  const locked = await lockAdjustment(tx, id);
  const isTheirs = scope === 'tenant' || locked?.createdBy === actor.userId;
  const { status, paymentRunId, importId } = found(isTheirs ? locked : null, 'adjustment');
  if (paymentRunId !== null)
    throw new ApiError(
      'CONFLICT',
      'Payments have taken in this adjustment. Withdraw the payments first, or enter the opposite amount.',
    );
  if (status !== 'submitted' && status !== 'approved')
    throw new ApiError('CONFLICT', `This adjustment is ${status} already.`);
  if (importId !== null && status === 'submitted')
    throw new ApiError(
      'CONFLICT',
      'This adjustment waits for approval with its file. Undo the import to withdraw the whole file.',
    );
  await endAdjustment(tx, id);
  const stored = found(await selectAdjustmentRow(tx, id), 'adjustment');
  tx.record({
    action: 'adjustment.withdrawn',
    object: { type: 'adjustment', id },
    evidence: [adjustmentHash(stored)],
  });
  return stored;
}

/**
 * Withdraws an adjustment within an act that makes it pointless, if it still waits for its approval. Call it before locking anything
 * else: a decision locks the adjustment first.
 */
export async function withdrawWaiting(tx: TenantTx, id: string): Promise<void> {
  const locked = await lockAdjustment(tx, id);
  if (locked?.status === 'submitted') await endAdjustment(tx, id);
}

async function endAdjustment(tx: TenantTx, id: string): Promise<void> {
  await updateAdjustment(tx, id, 'withdrawn');
  await closeRequest(tx, { kind: 'adjustment', subjectId: id, status: 'withdrawn' });
}
