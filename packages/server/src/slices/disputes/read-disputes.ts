import type { Dispute, DisputeDetail, DisputeFigures } from '@attain/contract/disputes';
import { scopeOf } from '@attain/domain/access/permissions';
import { plusDays } from '@attain/domain/base/day';
import { decimal } from '@attain/domain/base/decimal';
import { moneyText } from '@attain/domain/base/money';
import { openFigures } from '@attain/domain/disputes/dispute-figures';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { found } from '../../base/api-error.ts';
import { aMoment, anId, decodeTypedCursor, onePage } from '../../base/cursor.ts';
import { containing } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';
import { holidaysOf } from '../../db/workspace-days.ts';
import { adjustmentById, proposedFor } from '../adjustments/read-adjustment.ts';
import { votesOn } from '../approvals/read-approvals.ts';
import { disputeReach } from './dispute-reach.ts';
import {
  countOutcomes,
  selectDispute,
  selectDisputes,
  selectMessages,
  selectMessagesOf,
  selectPayNow,
  selectWaiting,
} from './dispute-store.ts';
import { selectFilesOf } from './files/dispute-file-store.ts';

/** A dispute of a list, with what was written about it if that is asked for. */
type ListedDispute = Dispute & Partial<Pick<DisputeDetail, 'messages' | 'files'>>;

/** Disputes about pay the actor may read, newest first. */
export function listDisputes(
  ctx: AppContext,
  actor: Actor,
  input: {
    limit: number;
    cursor?: string | undefined;
    status?: Dispute['status'] | 'unresolved' | undefined;
    participantId?: string | undefined;
    calculationId?: string | undefined;
    withMessages?: boolean | undefined;
    search?: string | undefined;
  },
): Promise<{ rows: ListedDispute[]; nextCursor: string | null }> {
  return ctx.read(actor, async (tx) => {
    const within = await disputeReach(tx, actor, 'read:disputes');
    const after = decodeTypedCursor(input.cursor, [aMoment, anId]);
    const { status = null, participantId = null, calculationId = null, limit } = input;
    const rows = await selectDisputes(
      tx,
      { ...within, status, participantId, calculationId, search: containing(input.search) },
      { after, limit },
    );
    const page = onePage(rows, limit, (row) => [row.createdAt, row.id]);
    if (input.withMessages !== true) return page;
    const ids = page.rows.map(({ id }) => id);
    const written = await selectMessagesOf(tx, ids);
    const files = await selectFilesOf(tx, ids);
    return {
      ...page,
      rows: page.rows.map((row) => ({
        ...row,
        messages: written.get(row.id) ?? [],
        files: files.get(row.id) ?? [],
      })),
    };
  });
}

/** How disputes are answered (DISP-11). Throws NOT_ALLOWED for those who review none. */
export function readDisputeFigures(ctx: AppContext, actor: Actor): Promise<DisputeFigures> {
  mustAllow(actor, 'resolve:disputes');
  return ctx.read(actor, async (tx) => {
    const today = ctx.today(actor);
    const open = openFigures(await selectWaiting(tx), today, await holidaysOf(tx));
    return { ...open, ...(await countOutcomes(tx, plusDays(today, -365))) };
  });
}

/** One dispute with its messages. NOT_FOUND outside the actor's reach. */
export function readDispute(ctx: AppContext, actor: Actor, id: string): Promise<DisputeDetail> {
  return ctx.read(actor, async (tx) => {
    const within = await disputeReach(tx, actor, 'read:disputes');
    const dispute = found(await selectDispute(tx, id, within), 'dispute');
    return detailOf(tx, dispute, actor);
  });
}

/** A dispute with its messages and how its pay is put right; who resolves no disputes sees an adjustment once it is approved. */
export async function detailOf(tx: TenantTx, dispute: Dispute, actor: Actor): Promise<DisputeDetail> {
  const { id, adjustmentId } = dispute;
  const adjustment = adjustmentId === null ? null : await adjustmentById(tx, adjustmentId);
  const isOwnPay = actor.participantId !== null && actor.participantId === dispute.participantId;
  const isReviewer = !isOwnPay && scopeOf(actor.roles, 'resolve:disputes') !== null;
  const isSettled = adjustment !== null && ['approved', 'taken', 'posted'].includes(adjustment.status);
  return {
    ...dispute,
    adjustment: isSettled || isReviewer ? adjustment : null,
    proposals: isReviewer ? await proposalsOf(tx, dispute) : [],
    correction: await correctionOf(tx, dispute),
    messages: await selectMessages(tx, id),
    files: (await selectFilesOf(tx, [id])).get(id) ?? [],
  };
}

async function proposalsOf(tx: TenantTx, dispute: Dispute): Promise<DisputeDetail['proposals']> {
  const { id: disputeId, participantId } = dispute;
  const proposals: DisputeDetail['proposals'] = [];
  for (const row of await proposedFor(tx, { disputeId, participantId }))
    proposals.push({
      ...{ adjustmentId: row.id, by: row.createdBy, at: new Date(row.createdAt).toISOString() },
      ...{ reason: row.reason, amount: row.amount, currency: row.currency, status: row.status },
      votes: await votesOn(tx, row.approvalId),
    });
  return proposals;
}

async function correctionOf(tx: TenantTx, dispute: Dispute): Promise<DisputeDetail['correction']> {
  const { id, outcome, consequence, paid, currency } = dispute;
  if (outcome !== 'upheld' || consequence === 'adjustment' || consequence === 'none') return null;
  const now = await selectPayNow(tx, id);
  const change = now === null ? null : decimal(now.pays).minus(decimal(paid));
  if (now === null || change === null || change.eq('0')) return null;
  return {
    calculationId: now.calculationId,
    pays: moneyText(decimal(now.pays), currency),
    change: moneyText(change, currency),
  };
}
