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
  /** Null: there was none. */
  readonly known: string | null;
  readonly amount: string;
  /** Of a quota that is added. */
  readonly currency: string | null;
  readonly reason: string;
}

/**
 * Changes the amount of one quota, or adds one; calculations that used it become stale. Throws NOT_FOUND for a quota that is gone,
 * BAD_INPUT for an amount that is not above zero, days in the wrong order or an unknown participant, and CONFLICT if it is not as it was
 * read, while records are imported, or beyond what the user may change in a day without approval.
 */
export function changeQuota(
  ctx: AppContext,
  actor: Actor,
  { known, amount, currency: added, reason, ...key }: ChangedQuota,
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
    const stored = await selectQuota(tx, key);
    if (known !== null && !decimal(found(stored, 'quota').amount).eq(known)) throw changedMeanwhile();
    if (known === null && stored !== null) throw changedMeanwhile();
    const currency = stored === null ? added : stored.currency;
    if (stored === null) await mustOverlapNone(tx, key);
    await mustKeepLimits(tx, actor.userId, [{ amount, currency }]);
    const after = { amount, currency };
    const change = await applyQuota(tx, { of: 'quota', ...key, after });
    tx.record({
      action: known === null ? 'quota.added' : 'quota.changed',
      object: { type: 'quota', id: key.participantId },
      evidence: sideHashes(change),
      reason: { code: known === null ? 'added' : 'changed', text: reason },
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

/** A quota that shares days with another one of the same component would be summed with it (QUOTA-4). */
async function mustOverlapNone(tx: TenantTx, key: QuotaKey): Promise<void> {
  const { participantId, componentId, unit, from, to } = key;
  const result = await tx.client.query<{ from: string; to: string }>(
    `SELECT from_date AS "from", to_date AS "to" FROM quotas
      WHERE participant_id = $1 AND component_id = $2 AND unit = $3 AND from_date <= $5 AND to_date >= $4 ORDER BY from_date LIMIT 1`,
    [participantId, componentId ?? '', unit, from, to],
  );
  const [other] = result.rows;
  if (other === undefined) return;
  const message = `There is a quota from ${other.from} to ${other.to} already. Change that one, or remove it first.`;
  throw new ApiError('BAD_INPUT', message, { problems: [{ rule: 'QUOTA-4', path: 'from', message }] });
}

function changedMeanwhile(): ApiError {
  return new ApiError(
    'CONFLICT',
    'Someone changed this quota since you read it. Cancel, and look at its amount now.',
  );
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
