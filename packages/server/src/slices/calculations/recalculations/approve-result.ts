import { creditedBy } from '@attain/domain/crediting/credited-by';
import type { Deal } from '@attain/domain/crediting/deal';
import type { AppContext } from '../../../app-context.ts';
import { hashOf } from '../../../audit/canonical.ts';
import { type Actor, mustAllow } from '../../../base/actor.ts';
import { ApiError, found } from '../../../base/api-error.ts';
import { newId } from '../../../base/ids.ts';
import type { TenantTx } from '../../../db/database.ts';
import { visibleParticipants } from '../../participants/visible-participants.ts';
import { writeSegments } from '../../records/ledger/write-segments.ts';
import { noteRecordChange } from '../../records/note-record-change.ts';
import { detailOf, reachedDeal } from '../../records/read-deal.ts';
import { holdRecords, keepDealHistory } from './acceptance-store.ts';
import { dealRecord } from './recalculation-store.ts';

/**
 * Approves a result as of today, so that components requiring approval count it (CREDIT-11); calculations that used it
 * become stale. Throws NOT_FOUND if it credits people the actor does not manage, NOT_ALLOWED for the actor's own
 * results, and CONFLICT if it is already approved or records are being imported.
 */
export function approveResult(ctx: AppContext, actor: Actor, { id, reason }: { id: string; reason: string }) {
  mustAllow(actor, 'approve:results');
  return ctx.write(actor, async (tx) => {
    if (!(await holdRecords(tx)))
      throw new ApiError(
        'CONFLICT',
        'Records are being imported or changed right now. Approve the result when that is done.',
      );
    const deal = await reachedDeal(tx, { actor, id });
    const credited = creditedBy(deal).toSorted();
    await mustLead(tx, { actor, credited, date: deal.date });
    if (deal.approvedOn !== null)
      throw new ApiError('CONFLICT', `This result was already approved on ${deal.approvedOn}.`);
    const changeId = newId();
    await keepDealHistory(tx, id, changeId);
    const before = await recordOf(tx, id);
    await tx.client.query('UPDATE deals SET approved_on = $2, updated_at = clock_timestamp() WHERE id = $1', [
      id,
      ctx.today(actor),
    ]);
    await writeSegments(tx);
    const after = await recordOf(tx, id);
    await noteRecordChange(tx, {
      id: changeId,
      of: 'deal',
      name: `Deal ${id}`,
      planId: null,
      dealId: id,
      participantIds: credited,
      currencies: [],
      from: deal.date,
      to: deal.date,
      before,
      after,
      reason,
      runId: null,
      createdBy: actor.userId,
    });
    tx.record({
      action: 'deal.approved',
      object: { type: 'deal', id },
      evidence: [hashOf(before), hashOf(after)],
      reason: { code: 'approved', text: reason },
    });
    return detailOf(tx, await reachedDeal(tx, { actor, id }));
  });
}

/** The approver led everyone it credits on its day, and is not among them. */
async function mustLead(
  tx: TenantTx,
  { actor, credited, date }: { actor: Actor; credited: readonly string[]; date: string },
): Promise<void> {
  if (credited.some((one) => one === actor.participantId))
    throw new ApiError('NOT_ALLOWED', 'You can’t approve your own result. Ask your manager.');
  const led = await visibleParticipants(tx, actor, 'approve:results', { from: date, to: date });
  if (led !== null && !credited.every((one) => led.includes(one)))
    throw new ApiError(
      'NOT_ALLOWED',
      'This result also credits people outside your team. Ask a manager above all of them.',
    );
}

async function recordOf(tx: TenantTx, id: string): Promise<Deal> {
  const read = await tx.client.query<{ record: Deal }>(
    `SELECT ${dealRecord} AS record FROM deals WHERE id = $1`,
    [id],
  );
  return found(read.rows[0], 'deal').record;
}
