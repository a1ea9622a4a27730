import { creditedBy } from '@attain/domain/crediting/credited-by';
import type { Deal } from '@attain/domain/crediting/deal';
import type { AppContext } from '../../../app-context.ts';
import { hashOf } from '../../../audit/canonical.ts';
import { type Actor, mustAllow } from '../../../base/actor.ts';
import { ApiError, found } from '../../../base/api-error.ts';
import { newId } from '../../../base/ids.ts';
import type { TenantTx } from '../../../db/database.ts';
import { visibleParticipants } from '../../participants/visible-participants.ts';
import { noteRecordChange } from '../../records/note-record-change.ts';
import { detailOf, reachedDeal } from '../../records/read-deal.ts';
import { holdRecords, keepDealHistory } from './acceptance-store.ts';
import { dealRecord } from './recalculation-store.ts';

/**
 * Approves a result as of today, so that components that ask for approval count it (CREDIT-11); calculations that have read it
 * become stale. Refuses NOT_FOUND for what credits anybody the actor does not lead, NOT_ALLOWED for one's own, CONFLICT when it
 * is approved already or records are being imported.
 */
export function approveResult(ctx: AppContext, actor: Actor, { id, reason }: { id: string; reason: string }) {
  mustAllow(actor, 'approve:results');
  return ctx.write(actor, async (tx) => {
    if (!(await holdRecords(tx)))
      throw new ApiError(
        'CONFLICT',
        'Records are being imported or changed by somebody else right now. Approve it when that is done.',
      );
    const deal = await reachedDeal(tx, { actor, id });
    const credited = creditedBy(deal).toSorted();
    await mustLead(tx, { actor, credited, date: deal.date });
    if (deal.approvedOn !== null)
      throw new ApiError('CONFLICT', `It was approved on ${deal.approvedOn}. Nothing is left to do.`);
    const changeId = newId();
    await keepDealHistory(tx, id, changeId);
    const before = await recordOf(tx, id);
    await tx.client.query('UPDATE deals SET approved_on = $2, updated_at = clock_timestamp() WHERE id = $1', [
      id,
      ctx.clock.today(),
    ]);
    const after = await recordOf(tx, id);
    await noteRecordChange(tx, {
      ...{ id: changeId, of: 'deal', name: `Deal ${id}`, planId: null, dealId: id, participantIds: credited },
      ...{ currencies: [], from: deal.date, to: deal.date, before, after, reason },
      ...{ runId: null, createdBy: actor.userId },
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
    throw new ApiError('NOT_ALLOWED', 'Nobody approves a result of their own. Somebody who leads you does.');
  const led = await visibleParticipants(tx, actor, 'approve:results', { from: date, to: date });
  if (led !== null && !credited.every((one) => led.includes(one)))
    throw new ApiError(
      'NOT_ALLOWED',
      'It credits somebody you do not lead, too. Somebody above you all approves it.',
    );
}

async function recordOf(tx: TenantTx, id: string): Promise<Deal> {
  const read = await tx.client.query<{ record: Deal }>(
    `SELECT ${dealRecord} AS record FROM deals WHERE id = $1`,
    [id],
  );
  return found(read.rows[0], 'deal').record;
}
