import { decimal, plain } from '@attain/domain/base/decimal';
import type { AppContext } from '../../../app-context.ts';
import { type Actor, mustAllow } from '../../../base/actor.ts';
import { ApiError } from '../../../base/api-error.ts';
import { newId } from '../../../base/ids.ts';
import type { TenantTx } from '../../../db/database.ts';
import { valueHash, type WriteTx } from '../../../db/write.ts';
import { mustKeepLimits } from '../../imports/over-limit.ts';
import { noteRecordChange } from '../../records/note-record-change.ts';
import { holdRecords } from './acceptance-store.ts';

/** The fields that identify a quota; `componentId` null: every component measured in this unit. */
export interface QuotaKey {
  readonly participantId: string;
  readonly componentId: string | null;
  readonly unit: string;
  readonly from: string;
  readonly to: string;
}

/** A quota to remove. */
interface RemovedQuota extends QuotaKey {
  /** The amount that was read; omitted: any. */
  readonly known?: string | undefined;
}

/**
 * Removes wrong quotas, such as quotas for days outside the plan's periods; calculations that used them become stale.
 * Quotas that no longer exist are skipped, so the response has the number found. Throws CONFLICT while records are
 * imported, where one has another amount than was read, or beyond what the user may change in a day without approval.
 */
export async function removeQuotas(
  ctx: AppContext,
  actor: Actor,
  { quotas, reason }: { quotas: readonly RemovedQuota[]; reason: string },
): Promise<{ removed: number }> {
  mustAllow(actor, 'import:records');
  if (!(await ctx.read(actor, (tx) => hasAny(tx, quotas)))) return { removed: 0 };
  return ctx.write(actor, async (tx) => {
    if (!(await holdRecords(tx)))
      throw new ApiError(
        'CONFLICT',
        'Records are being imported or changed right now. Remove the quotas when that is done.',
      );
    const gone: (QuotaKey & { amount: string; currency: string | null })[] = [];
    for (const quota of quotas) gone.push(...(await takeAway(tx, quota)));
    await mustKeepLimits(tx, actor.userId, gone);
    tx.record({
      action: 'quota.removed',
      object: { type: 'quota', id: quotas[0]?.participantId ?? '' },
      evidence: [valueHash(gone)],
      reason: { code: gone.length === 0 ? 'unchanged' : 'removed', text: reason },
    });
    for (const { participantId, componentId, unit, from, to, ...before } of gone) {
      await noteRecordChange(tx, {
        id: newId(),
        of: 'quota',
        planId: null,
        dealId: null,
        participantIds: [participantId],
        name: `Quota of ${participantId}${componentId === null ? '' : ` for ${componentId}`} from ${from} to ${to} (${unit})`,
        currencies: [],
        from,
        to,
        before: { participantId, componentId, unit, from, to, ...before },
        after: null,
        reason,
        runId: null,
        createdBy: actor.userId,
      });
    }
    return { removed: gone.length };
  });
}

/** True if any of the quotas exists: otherwise nothing changes and nothing is logged. */
async function hasAny(tx: TenantTx, quotas: readonly QuotaKey[]): Promise<boolean> {
  const column = (pick: (quota: QuotaKey) => string) => quotas.map(pick);
  const found = await tx.client.query(
    `SELECT 1 FROM quotas q JOIN unnest($2::text[], $3::text[], $4::text[], $5::date[], $6::date[])
         AS w (participant_id, component_id, unit, from_date, to_date) USING (participant_id, component_id, unit, from_date, to_date)
      WHERE q.tenant_id = $1 LIMIT 1`,
    [
      ...[tx.tenantId, column((one) => one.participantId), column((one) => one.componentId ?? '')],
      ...[column((one) => one.unit), column((one) => one.from), column((one) => one.to)],
    ],
  );
  return found.rowCount === 1;
}

async function takeAway(tx: WriteTx, { participantId, componentId, unit, from, to, known }: RemovedQuota) {
  const gone = await tx.client.query<{ amount: string; currency: string | null }>(
    `DELETE FROM quotas WHERE participant_id = $1 AND component_id = $2 AND unit = $3 AND from_date = $4 AND to_date = $5
     RETURNING amount::text, currency`,
    [participantId, componentId ?? '', unit, from, to],
  );
  const other = gone.rows.find(({ amount }) => known !== undefined && !decimal(amount).eq(decimal(known)));
  if (other !== undefined)
    throw new ApiError(
      'CONFLICT',
      `Someone changed this quota to ${plain(decimal(other.amount))}. It was not removed.`,
    );
  return gone.rows.map((row) => ({ participantId, componentId, unit, from, to, ...row }));
}
