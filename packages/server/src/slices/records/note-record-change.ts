import type { TenantTx } from '../../db/database.ts';
import { holdTurn } from '../../db/turns.ts';
import { noteTeamsOfDeals, noteTouched, reachedPlans } from './record-reach.ts';

/** A record that a user changed, added or removed. */
export interface RecordChange {
  readonly id: string;
  readonly of: 'deal' | 'quota' | 'exchange-rate' | 'assignment';
  /** For example `Deal D1`. */
  readonly name: string;
  /** The plan whose assignments changed; null: every plan reads the record. */
  readonly planId: string | null;
  readonly dealId: string | null;
  /** Participants of the record before and after; for a deal, everyone it credits. */
  readonly participantIds: readonly string[];
  /** Of a rate: its two currencies. */
  readonly currencies: readonly string[];
  /** Days it was or is about; `to` null: open. */
  readonly from: string;
  readonly to: string | null;
  readonly before: object | null;
  readonly after: object | null;
  readonly reason: string | null;
  /** The calculation that takes it in; null: none does. */
  readonly runId: string | null;
  readonly createdBy: string;
}

/**
 * Stores that a record changed, so that every calculation that read it is out of date. Changes of a workspace are
 * ordered: a calculation sees all of one or nothing of it. Call it as the last step that locks.
 */
export async function noteRecordChange(tx: TenantTx, change: RecordChange): Promise<void> {
  await holdTurn(tx, 'record-changes', tx.tenantId);
  const { plans, ratePairs } = await noteReach(tx, change);
  await tx.client.query(
    `INSERT INTO record_changes (tenant_id, id, seq, of, name, plan_id, deal_id, participant_ids, currencies, touched_from, touched_to,
       before, after, reason, run_id, created_by, reached_plans, rate_pairs)
     VALUES ($1, $2, (SELECT coalesce(max(seq), 0) + 1 FROM record_changes), $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
    [
      ...[tx.tenantId, change.id, change.of, change.name, change.planId, change.dealId],
      ...[change.participantIds, change.currencies, change.from, change.to],
      ...[jsonOrNull(change.before), jsonOrNull(change.after), change.reason, change.runId, change.createdBy],
      ...[plans, ratePairs],
    ],
  );
}

/** An assignment names its plan, so that nothing else is to be worked out. */
async function noteReach(tx: TenantTx, change: RecordChange) {
  const { id: sourceId, of, participantIds, currencies, from, to } = change;
  if (of === 'assignment') return { plans: null, ratePairs: [] };
  const ratePairs = of === 'exchange-rate' ? [currencies.toSorted().join('/')] : [];
  await noteTouched(tx, {
    sourceId,
    sql: `SELECT unnest($3::text[]) AS participant_id, '' AS component_id, $4::boolean AS of_deals, $5::date AS from_date, coalesce($6::date, 'infinity') AS to_date`,
    values: [participantIds, of === 'deal', from, to],
  });
  if (of === 'deal') await noteTeamsOfDeals(tx, sourceId);
  return { plans: await reachedPlans(tx, sourceId, { known: true, ratePairs }), ratePairs };
}

function jsonOrNull(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}

/** What these people changed of quotas by hand in the last 24 hours, each as one row. Imports count apart. */
export async function quotaSizesByHand(
  tx: TenantTx,
  accounts: readonly string[],
): Promise<{ rows: number; totals: { currency: string | null; amount: string }[] }[]> {
  const result = await tx.client.query<{ currency: string | null; amount: string }>(
    `SELECT side->>'currency' AS currency, side->>'amount' AS amount
       FROM record_changes c CROSS JOIN LATERAL (SELECT coalesce(c.after, c.before) AS side) s
      WHERE c.tenant_id = $1 AND c.created_by = ANY($2::uuid[]) AND c.of = 'quota' AND c.run_id IS NULL
        AND c.created_at > now() - interval '24 hours'`,
    [tx.tenantId, accounts],
  );
  return result.rows.map((total) => ({ rows: 1, totals: [total] }));
}
