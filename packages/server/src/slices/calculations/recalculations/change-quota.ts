import { decimal } from '@attain/domain/base/decimal';
import type { AppContext } from '../../../app-context.ts';
import { type Actor, mustAllow } from '../../../base/actor.ts';
import { ApiError, found } from '../../../base/api-error.ts';
import { newId } from '../../../base/ids.ts';
import type { TenantTx } from '../../../db/database.ts';
import { mustKeepLimits } from '../../imports/over-limit.ts';
import { noteRecordChange } from '../../records/note-record-change.ts';
import { holdRecords } from './acceptance-store.ts';
import type { QuotaKey } from './remove-quotas.ts';
import { applyQuota, sideHashes } from './stated-change.ts';

/** A stored quota as it was read, and its new amount. */
export interface ChangedQuota extends QuotaKey {
  readonly unit: '$' | 'Score' | 'Count' | '%';
  readonly known: string;
  readonly amount: string;
  readonly reason: string;
}

/**
 * Changes the amount of one quota; calculations that used it become stale. Throws NOT_FOUND for a quota that is gone, BAD_INPUT for an
 * amount that is not above zero, and CONFLICT if it is not as it was read, while records are imported, or
 * beyond what the user may change in a day without approval.
 */
export function changeQuota(
  ctx: AppContext,
  actor: Actor,
  { known, amount, reason, ...key }: ChangedQuota,
): Promise<{ amount: string }> {
  mustAllow(actor, 'import:records');
  if (!decimal(amount).gt('0')) {
    const message = 'A quota is above zero. To remove it, select it and choose Remove.';
    throw new ApiError('BAD_INPUT', message, { problems: [{ rule: 'BASE-9', path: 'amount', message }] });
  }
  return ctx.write(actor, async (tx) => {
    if (!(await holdRecords(tx)))
      throw new ApiError(
        'CONFLICT',
        'Records are being imported or changed right now. Change the quota when that is done.',
      );
    const stored = found(await selectQuota(tx, key), 'quota');
    if (!decimal(stored.amount).eq(known))
      throw new ApiError(
        'CONFLICT',
        'Someone changed this quota since you read it. Cancel, and look at its amount now.',
      );
    await mustKeepLimits(tx, actor.userId, [{ amount, currency: stored.currency }]);
    const after = { amount, currency: stored.currency };
    const change = await applyQuota(tx, { of: 'quota', ...key, after });
    tx.record({
      action: 'quota.changed',
      object: { type: 'quota', id: key.participantId },
      evidence: sideHashes(change),
      reason: { code: 'changed', text: reason },
    });
    await noteRecordChange(tx, {
      id: newId(),
      of: 'quota',
      planId: null,
      dealId: null,
      participantIds: [key.participantId],
      name: change.name,
      currencies: [],
      from: key.from,
      to: key.to,
      before: change.before,
      after: change.after,
      reason,
      runId: null,
      createdBy: actor.userId,
    });
    return { amount };
  });
}

async function selectQuota(
  tx: TenantTx,
  { participantId, componentId, unit, from, to }: QuotaKey,
): Promise<{ amount: string; currency: string | null } | null> {
  const result = await tx.client.query<{ amount: string; currency: string | null }>(
    `SELECT amount::text, currency FROM quotas
      WHERE tenant_id = $1 AND participant_id = $2 AND component_id = $3 AND unit = $4 AND from_date = $5 AND to_date = $6`,
    [tx.tenantId, participantId, componentId ?? '', unit, from, to],
  );
  return result.rows[0] ?? null;
}
