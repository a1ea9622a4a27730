import type { AdjustmentRow } from '@attain/contract/adjustments';
import type { Adjustment } from '@attain/domain/payments/payment';
import { and, eq } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { adjustments } from '../../db/schema/payments.ts';
import { memberships } from '../../db/schema/people.ts';
import { dayOf } from '../../db/workspace-days.ts';
import { type Reach, reachParameter, withinReach } from '../participants/visible-participants.ts';

type Status = (typeof adjustments.$inferSelect)['status'];

const columns = `a.id, a.participant_id AS "participantId", p.name AS "participantName", a.currency, a.amount::text, a.kind, a.counts_as AS "countsAs",
  a.deal_id AS "dealId", a.pay_from AS "payFrom", a.reason, a.approval_id AS "approvalId", a.import_id AS "importId", a.payment_run_id AS "runId", r.period_key AS "periodKey",
  CASE WHEN r.posted_at IS NOT NULL THEN 'posted' WHEN r.id IS NOT NULL THEN 'taken'
       WHEN a.status = 'submitted' AND q.expires_at <= now() THEN 'expired' ELSE a.status END AS status,
  CASE WHEN a.calculation_id IS NULL THEN NULL ELSE (SELECT jsonb_build_object('calculationId', c.id, 'planName', v.document->>'name', 'periodKey', c.period_key,
       'componentId', a.component_id, 'componentName', l.component_name, 'pays', a.line_pays::text, 'shouldPay', (a.line_pays + a.amount)::text)
     FROM calculation_runs c JOIN plan_versions v ON v.plan_id = c.plan_id AND v.version = c.plan_version
     JOIN payout_lines l ON l.run_id = c.id AND l.participant_id = a.participant_id AND l.component_id = a.component_id
    WHERE c.id = a.calculation_id) END AS line,
  coalesce(u.display_name, 'Attain') AS "createdBy", u.username AS creator, a.created_at AS "createdAt"`;

const source = `adjustments a JOIN participants p ON p.id = a.participant_id LEFT JOIN payment_runs r ON r.id = a.payment_run_id
  JOIN attestation_records q ON q.id = a.approval_id LEFT JOIN users u ON u.id = a.created_by`;

/** One page of adjustments, newest first, one more than asked; with `postedOrBy` those that posted payments have paid, and those this user entered. */
export async function selectAdjustmentRows(
  tx: TenantTx,
  query: {
    reach: Reach;
    /** Null: all of them. */
    postedOrBy: string | null;
    participantId: string | null;
    /** Only overrides of the lines of this calculation, and of other versions of its period. */
    overridesOf: string | null;
    after: readonly string[] | null;
    limit: number;
  },
): Promise<AdjustmentRow[]> {
  const result = await tx.client.query<AdjustmentRow>(
    `SELECT ${columns} FROM ${source}
      WHERE ${withinReach('$1', 'a.participant_id', { from: dayOf('a.created_at', 'a.tenant_id'), to: dayOf('a.created_at', 'a.tenant_id') })} AND ($6::uuid IS NULL OR r.posted_at IS NOT NULL OR a.created_by = $6)
        AND ($2::text IS NULL OR a.participant_id = $2)
        AND ($7::uuid IS NULL OR EXISTS (SELECT 1 FROM calculation_runs o JOIN calculation_runs n ON n.id = $7
              WHERE o.id = a.calculation_id AND o.plan_id = n.plan_id AND o.period_from = n.period_from AND o.period_to = n.period_to)) AND ($3::timestamptz IS NULL OR (a.created_at, a.id) < ($3, $4::uuid))
      ORDER BY a.created_at DESC, a.id DESC LIMIT $5`,
    [
      reachParameter(query.reach),
      query.participantId,
      query.after?.[0] ?? null,
      query.after?.[1] ?? null,
      query.limit + 1,
      query.postedOrBy,
      query.overridesOf,
    ],
  );
  return result.rows;
}

/** One adjustment, or null. */
export async function selectAdjustmentRow(tx: TenantTx, id: string): Promise<AdjustmentRow | null> {
  const result = await tx.client.query<AdjustmentRow>(`SELECT ${columns} FROM ${source} WHERE a.id = $1`, [
    id,
  ]);
  return result.rows[0] ?? null;
}

/** Those whose approval answers a dispute about this participant's pay, oldest first. */
export async function selectProposed(
  tx: TenantTx,
  { disputeId, participantId }: { disputeId: string; participantId: string },
): Promise<AdjustmentRow[]> {
  const result = await tx.client.query<AdjustmentRow>(
    `SELECT ${columns} FROM ${source} WHERE a.participant_id = $1 AND q.facts->'dispute'->>'id' = $2 ORDER BY a.created_at, a.id`,
    [participantId, disputeId],
  );
  return result.rows;
}

/** What the log and the approval keep the hash of: the adjustment without where it is on its way. */
export function adjustmentContent(
  row: Pick<
    AdjustmentRow,
    'id' | 'participantId' | 'currency' | 'amount' | 'kind' | 'countsAs' | 'dealId' | 'payFrom' | 'reason'
  > & { readonly line: NamedLine | null },
) {
  const { id, participantId, currency, amount, kind, countsAs, dealId, payFrom, reason, line } = row;
  const content = { id, participantId, currency, amount, kind, countsAs, dealId, payFrom, reason };
  if (line === null) return content;
  const { calculationId, componentId, pays } = line;
  return { ...content, line: { calculationId, componentId, pays } };
}

/** The line an override changes, and what it paid until then. */
export interface NamedLine {
  readonly calculationId: string;
  readonly componentId: string;
  readonly pays: string;
}

/** Locks an adjustment until the transaction ends; null if it does not exist. */
export async function lockAdjustment(
  tx: TenantTx,
  id: string,
): Promise<{
  status: Status;
  paymentRunId: string | null;
  importId: string | null;
  createdBy: string;
} | null> {
  const { status, paymentRunId, importId, createdBy } = adjustments;
  const [row] = await tx.db
    .select({ status, paymentRunId, importId, createdBy })
    .from(adjustments)
    .where(and(eq(adjustments.tenantId, tx.tenantId), eq(adjustments.id, id)))
    .for('update');
  return row ?? null;
}

/** Moves an adjustment on. */
export async function updateAdjustment(tx: TenantTx, id: string, status: Status): Promise<void> {
  await tx.db
    .update(adjustments)
    .set({ status })
    .where(and(eq(adjustments.tenantId, tx.tenantId), eq(adjustments.id, id)));
}

/** Stores a submitted adjustment. */
export async function insertAdjustment(
  tx: TenantTx,
  {
    line,
    ...values
  }: Omit<Adjustment, 'line'> & {
    line: NamedLine | null;
    participantId: string;
    currency: string;
    payFrom: string | null;
    approvalId: string;
    createdBy: string;
  },
): Promise<void> {
  const { calculationId = null, componentId = null, pays: linePays = null } = line ?? {};
  const named = { calculationId, componentId, linePays };
  await tx.db.insert(adjustments).values({ tenantId: tx.tenantId, status: 'submitted', ...values, ...named });
}

/** What all adjustments of a payee in a currency come to that are submitted or approved and not posted, each without its sign. */
export async function selectOpenSum(
  tx: TenantTx,
  of: { participantId: string; currency: string },
): Promise<string> {
  const result = await tx.client.query<{ sum: string }>(
    `SELECT coalesce(sum(abs(a.amount)), 0)::text AS sum FROM adjustments a LEFT JOIN payment_runs r ON r.id = a.payment_run_id
       JOIN attestation_records q ON q.id = a.approval_id
      WHERE a.participant_id = $1 AND a.currency = $2 AND r.posted_at IS NULL
        AND (a.status = 'approved' OR (a.status = 'submitted' AND q.expires_at > now()))`,
    [of.participantId, of.currency],
  );
  return result.rows[0]?.sum ?? '0';
}

/** The users who are paid as this participant. */
export async function selectPaidUsers(tx: TenantTx, participantId: string): Promise<string[]> {
  const rows = await tx.db
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(and(eq(memberships.tenantId, tx.tenantId), eq(memberships.participantId, participantId)));
  return rows.map(({ userId }) => userId);
}

/** The payee's name, and whether the deal is known, with `onlyOwnDeals` as one that credits the payee; null: there is no such payee. */
export async function selectNamed(
  tx: TenantTx,
  {
    participantId,
    dealId,
    onlyOwnDeals,
  }: { participantId: string; dealId: string | null; onlyOwnDeals: boolean },
): Promise<{ name: string; isKnownDeal: boolean } | null> {
  const result = await tx.client.query<{ name: string; isKnownDeal: boolean }>(
    `SELECT p.name, $2::text IS NULL OR EXISTS (SELECT 1 FROM deals d WHERE d.tenant_id = $5 AND d.id = $2 AND (NOT $3 OR d.participant_id = $1
              OR d.splits @> $4::jsonb OR d.overlays @> $4::jsonb)) AS "isKnownDeal" FROM participants p WHERE p.tenant_id = $5 AND p.id = $1`,
    [participantId, dealId, onlyOwnDeals, JSON.stringify([{ participantId }]), tx.tenantId],
  );
  return result.rows[0] ?? null;
}
