import type { Dispute, DisputeDetail } from '@attain/contract/disputes';
import { type Role, scopeOf } from '@attain/domain/access/permissions';
import type { Audience } from '@attain/domain/access/publication';
import type { Deal } from '@attain/domain/crediting/deal';
import type { OpenDispute } from '@attain/domain/disputes/dispute-figures';
import { and, asc, between, desc, eq, inArray, not, or, sql } from 'drizzle-orm';
import { isoMoment } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';
import { disputeMessages, disputes } from '../../db/schema/disputes.ts';
import { activeMembers, users } from '../../db/schema/people.ts';
import { deals } from '../../db/schema/records.ts';
import { dayOf } from '../../db/workspace-days.ts';
import { approvalsOf, awaitsApproval, enteredAt } from '../adjustments/read-adjustment.ts';
import { isPublishedTo } from '../calculations/publications.ts';
import { type Reach, reachParameter, withinReach } from '../participants/visible-participants.ts';

const columns = `d.id, d.calculation_id AS "calculationId", r.plan_id AS "planId", l.name AS "planName", r.period_key AS "periodKey", d.participant_id AS "participantId",
  d.participant_name AS "participantName", d.component_id AS "componentId", d.component_name AS "componentName", d.currency,
  d.paid::text, d.expected::text, d.category, d.deal_id AS "dealId", d.reason, d.status, CASE WHEN d.waiting_on = 'approver' AND NOT ${awaitsApproval('d.adjustment_id')} THEN 'reviewer' ELSE d.waiting_on END AS "waitingOn",
  a.username AS assignee, a.display_name AS "assigneeName", d.outcome, CASE WHEN d.status = 'resolved' THEN d.consequence END AS consequence,
  (d.withdrawn_at IS NULL AND coalesce(d.resolved_by, d.assignee) = r.created_by) IS TRUE AS "reviewerCalculated",
  CASE WHEN d.resolved_at IS NULL THEN NULL ELSE json_build_object('by', coalesce(w.display_name, 'Attain'), 'reason', d.resolution_reason,
    'at', ${isoMoment(`CASE WHEN d.consequence = 'adjustment' THEN ${enteredAt('d.adjustment_id')} ELSE d.resolved_at END`)},
    'approvals', CASE WHEN d.consequence = 'adjustment' THEN ${approvalsOf('d.adjustment_id')} ELSE '[]' END) END AS resolution,
  d.adjustment_id AS "adjustmentId", d.workflow_run_id AS "workflowRunId", CASE WHEN d.withdrawn_at IS NULL THEN NULL ELSE ${isoMoment('d.withdrawn_at')} END AS "withdrawnAt",
  coalesce(u.display_name, 'Attain') AS "openedBy", coalesce(u.username, '') AS opener, ${isoMoment('d.created_at')} AS "createdAt"`;
const source = `disputes d JOIN calculation_runs r ON r.id = d.calculation_id JOIN plans l ON l.id = r.plan_id
  LEFT JOIN users a ON a.id = d.assignee LEFT JOIN users w ON w.id = d.resolved_by LEFT JOIN users u ON u.id = d.opened_by`;

/** Whose disputes a person may read, and which results they see. */
export interface DisputeReach {
  readonly reach: Reach;
  readonly reader: Audience | null;
}

const isVisible = (reach: string, reader: string) =>
  `(${withinReach(reach, 'd.participant_id', { from: 'r.period_from', to: 'r.period_to' })} AND ${isPublishedTo(reader, 'r')})`;

/** One dispute; null if it does not exist or is about pay outside the reach. */
export async function selectDispute(
  tx: TenantTx,
  id: string,
  { reach, reader }: DisputeReach = { reach: null, reader: null },
): Promise<Dispute | null> {
  const result = await tx.client.query<Dispute>(
    `SELECT ${columns} FROM ${source} WHERE d.id = $1 AND ${isVisible('$2', '$3')}`,
    [id, reachParameter(reach), reader],
  );
  return result.rows[0] ?? null;
}

/** Filters of the dispute list; null: no filter. */
export interface DisputeFilter extends DisputeReach {
  readonly status: string | null;
  readonly participantId: string | null;
  readonly calculationId: string | null;
  /** ILIKE pattern over payee, component, plan, period and deal. */
  readonly search: string | null;
}

/** One page of disputes, newest first, one row more than asked. */
export async function selectDisputes(
  tx: TenantTx,
  filter: DisputeFilter,
  page: { after: readonly string[] | null; limit: number },
): Promise<Dispute[]> {
  const result = await tx.client.query<Dispute>(
    `SELECT ${columns} FROM ${source}
      WHERE ${isVisible('$1', '$8')} AND ($2::text IS NULL OR d.status = $2 OR ($2 = 'unresolved' AND d.status <> 'resolved'))
        AND ($3::text IS NULL OR d.participant_id = $3) AND ($4::uuid IS NULL OR d.calculation_id = $4)
        AND ($9::text IS NULL OR d.participant_id ILIKE $9 OR d.deal_id ILIKE $9
             OR concat_ws(', ', d.participant_name, d.component_name, l.name, r.period_key) ILIKE $9)
        AND ($5::timestamptz IS NULL OR (d.created_at, d.id) < ($5, $6::uuid))
      ORDER BY d.created_at DESC, d.id DESC LIMIT $7`,
    [
      ...[reachParameter(filter.reach), filter.status, filter.participantId, filter.calculationId],
      ...[page.after?.[0] ?? null, page.after?.[1] ?? null, page.limit + 1, filter.reader, filter.search],
    ],
  );
  return result.rows;
}

/** Unresolved disputes: since when, and whether a reviewer wrote to them or took them. */
export async function selectWaiting(tx: TenantTx): Promise<OpenDispute[]> {
  const result = await tx.client.query<OpenDispute>(
    `SELECT ${dayOf('d.created_at', '$1')}::text AS "openedOn",
            (d.status <> 'open' OR EXISTS (SELECT 1 FROM dispute_messages m WHERE m.tenant_id = $1 AND m.dispute_id = d.id AND m.user_id <> d.opened_by
               AND NOT EXISTS (SELECT 1 FROM memberships b WHERE b.tenant_id = $1 AND b.user_id = m.user_id AND b.participant_id = d.participant_id))) AS "isAnswered"
       FROM disputes d WHERE d.tenant_id = $1 AND d.status <> 'resolved'`,
    [tx.tenantId],
  );
  return result.rows;
}

/** How many disputes were decided since a day, and how many of them upheld. */
export async function countOutcomes(
  tx: TenantTx,
  since: string,
): Promise<{ decided: number; upheld: number }> {
  const result = await tx.client.query<{ decided: number; upheld: number }>(
    `SELECT count(*)::int AS decided, (count(*) FILTER (WHERE outcome = 'upheld'))::int AS upheld
       FROM disputes WHERE tenant_id = $1 AND outcome IS NOT NULL AND resolved_at >= $2::date`,
    [tx.tenantId, since],
  );
  return result.rows[0] ?? { decided: 0, upheld: 0 };
}

/** The disputed pay, as calculated: one line, or all of a payee's. */
export interface DisputedPay {
  readonly participantName: string;
  readonly componentName: string | null;
  readonly currency: string;
  readonly paid: string;
}

/** Pay of the run for the line or statement; null if it pays nothing of the kind. */
export async function selectDisputedPay(
  tx: TenantTx,
  of: { linesOf: string; participantId: string; componentId: string | null },
): Promise<DisputedPay | null> {
  const result = await tx.client.query<DisputedPay>(
    `SELECT min(participant_name) AS "participantName", CASE WHEN $3::text IS NULL THEN NULL ELSE min(component_name) END AS "componentName",
            min(currency) AS currency, sum(amount)::text AS paid
       FROM payout_lines WHERE run_id = $1 AND participant_id = $2 AND ($3::text IS NULL OR component_id = $3)
     HAVING count(*) > 0`,
    [of.linesOf, of.participantId, of.componentId],
  );
  return result.rows[0] ?? null;
}

export type NewDispute = Pick<
  Dispute,
  | 'id'
  | 'calculationId'
  | 'participantId'
  | 'componentId'
  | 'expected'
  | 'category'
  | 'dealId'
  | 'reason'
  | 'workflowRunId'
> &
  DisputedPay & { readonly openedBy: string };

export async function insertDispute(tx: TenantTx, one: NewDispute): Promise<void> {
  await tx.db.insert(disputes).values({ tenantId: tx.tenantId, ...one });
}

/** What was written about a dispute, oldest first. */
export async function selectMessages(tx: TenantTx, disputeId: string): Promise<DisputeDetail['messages']> {
  return (await selectMessagesOf(tx, [disputeId])).get(disputeId) ?? [];
}

/** What was written about each of these disputes, oldest first. */
export async function selectMessagesOf(
  tx: TenantTx,
  disputeIds: readonly string[],
): Promise<ReadonlyMap<string, DisputeDetail['messages']>> {
  const rows = await tx.db
    .select({
      disputeId: disputeMessages.disputeId,
      id: disputeMessages.id,
      by: users.displayName,
      message: disputeMessages.message,
      at: disputeMessages.createdAt,
    })
    .from(disputeMessages)
    .leftJoin(users, eq(users.id, disputeMessages.userId))
    .where(
      and(eq(disputeMessages.tenantId, tx.tenantId), inArray(disputeMessages.disputeId, [...disputeIds])),
    )
    .orderBy(asc(disputeMessages.createdAt), asc(disputeMessages.id));
  const all = Map.groupBy(rows, ({ disputeId }) => disputeId);
  const shown = ({ id, by, message, at }: (typeof rows)[number]) => ({
    ...{ id, by: by ?? 'Attain', message },
    at: new Date(at).toISOString(),
  });
  return new Map([...all].map(([id, some]) => [id, some.map(shown)]));
}

/** Adds a message and passes the turn, unless an approver has it; false: the dispute is resolved. */
export async function insertMessage(
  tx: TenantTx,
  one: { id: string; disputeId: string; userId: string; message: string; to: 'reviewer' | 'payee' },
): Promise<boolean> {
  const { to, ...message } = one;
  const moved = await tx.client.query(
    `UPDATE disputes d SET waiting_on = CASE WHEN d.waiting_on = 'approver' AND ${awaitsApproval('d.adjustment_id')} THEN d.waiting_on ELSE $2 END
      WHERE d.id = $1 AND d.status <> 'resolved'`,
    [one.disputeId, to],
  );
  if (moved.rowCount === 0) return false;
  await tx.db.insert(disputeMessages).values({ tenantId: tx.tenantId, ...message });
  return true;
}

/** Whether a user opened a dispute. */
export async function isOpener(tx: TenantTx, id: string, userId: string): Promise<boolean> {
  const opened = and(eq(disputes.id, id), eq(disputes.openedBy, userId));
  return (await tx.db.select({ id: disputes.id }).from(disputes).where(opened)).length > 0;
}

/** The accounts on each side of a dispute: who opened it and the payee, and who has to answer it. */
export async function selectSides(
  tx: TenantTx,
  id: string,
): Promise<{ payee: string[]; reviewer: string[] }> {
  const [row] = await tx.db.select().from(disputes).where(eq(disputes.id, id));
  if (!row) return { payee: [], reviewer: [] };
  const members = await tx.db
    .select({
      userId: activeMembers.userId,
      roles: activeMembers.roles,
      participantId: activeMembers.participantId,
    })
    .from(activeMembers)
    .where(eq(activeMembers.isPerson, true))
    .orderBy(asc(activeMembers.userId));
  const isPayee = (one: (typeof members)[number]) =>
    one.userId === row.openedBy || one.participantId === row.participantId;
  const payee = members.filter(isPayee);
  const resolvers = members.filter(
    (one) => !isPayee(one) && scopeOf(one.roles as Role[], 'resolve:disputes') !== null,
  );
  const assigned = resolvers.filter(({ userId }) => userId === row.assignee);
  return {
    payee: payee.map(({ userId }) => userId),
    reviewer: (assigned.length > 0 ? assigned : resolvers).map(({ userId }) => userId),
  };
}

/** Says who looks into a dispute; false: it is resolved. */
export async function updateAssigned(tx: TenantTx, id: string, assignee: string): Promise<boolean> {
  const result = await tx.client.query(
    `UPDATE disputes SET assignee = $2, status = 'assigned' WHERE id = $1 AND status <> 'resolved'`,
    [id, assignee],
  );
  return result.rowCount === 1;
}

/** Locks a dispute until the transaction ends. */
export async function lockDispute(tx: TenantTx, id: string): Promise<void> {
  await tx.client.query('SELECT 1 FROM disputes WHERE id = $1 FOR UPDATE', [id]);
}

/** Ends a dispute, without an outcome if it is withdrawn; false: it has ended or changed before. */
export async function updateResolved(
  tx: TenantTx,
  one: {
    id: string;
    outcome: string | null;
    consequence: Dispute['consequence'];
    reason: string;
    by: string;
    at: string;
    /** Its adjustment as it was read: with another one the dispute has changed meanwhile. */
    adjustmentId: string | null;
  },
): Promise<boolean> {
  const result = await tx.client.query(
    `UPDATE disputes SET status = 'resolved', outcome = $2, resolution_reason = $3, resolved_by = $4, resolved_at = $5,
        withdrawn_at = CASE WHEN $2::text IS NULL THEN $5::timestamptz END, consequence = $6
      WHERE id = $1 AND status <> 'resolved' AND adjustment_id IS NOT DISTINCT FROM $7`,
    [one.id, one.outcome, one.reason, one.by, one.at, one.consequence, one.adjustmentId],
  );
  return result.rowCount === 1;
}

/** Keeps the decision that an adjustment puts the pay right, until the adjustment is approved. */
export async function updateProposed(
  tx: TenantTx,
  one: { id: string; adjustmentId: string; reason: string; by: string },
): Promise<void> {
  const { id, adjustmentId, reason, by } = one;
  await tx.client.query(
    `UPDATE disputes SET status = 'assigned', assignee = coalesce(assignee, $4), waiting_on = 'approver', consequence = 'adjustment',
        adjustment_id = $2, resolution_reason = $3, resolved_by = $4
      WHERE id = $1 AND status <> 'resolved'`,
    [id, adjustmentId, reason, by],
  );
}

/** Upholds the dispute that waits for approval of this adjustment. Returns its ID; null if there is none. */
export async function updateApproved(tx: TenantTx, adjustmentId: string, at: string): Promise<string | null> {
  const result = await tx.client.query<{ id: string }>(
    `UPDATE disputes SET status = 'resolved', outcome = 'upheld', resolved_at = $2
      WHERE adjustment_id = $1 AND waiting_on = 'approver' AND status <> 'resolved' RETURNING id`,
    [adjustmentId, at],
  );
  return result.rows[0]?.id ?? null;
}

/** The dispute that waits for an adjustment or was upheld by it; null if there is none. */
export async function selectAnswered(
  tx: TenantTx,
  adjustmentId: string,
): Promise<{ id: string; outcome: string | null; paid: string } | null> {
  const result = await tx.client.query<{ id: string; outcome: string | null; paid: string }>(
    `SELECT id, outcome, paid::text FROM disputes
      WHERE adjustment_id = $1 AND (outcome = 'upheld' OR (waiting_on = 'approver' AND status <> 'resolved'))`,
    [adjustmentId],
  );
  return result.rows[0] ?? null;
}

/** Gives the dispute that waits for this adjustment back to the reviewers. Returns its ID; null if there is none. */
export async function updateReturned(tx: TenantTx, adjustmentId: string): Promise<string | null> {
  const result = await tx.client.query<{ id: string }>(
    `UPDATE disputes SET waiting_on = 'reviewer', consequence = NULL, resolved_by = NULL, resolution_reason = NULL
      WHERE adjustment_id = $1 AND waiting_on = 'approver' AND status <> 'resolved' RETURNING id`,
    [adjustmentId],
  );
  return result.rows[0]?.id ?? null;
}

/** The disputed pay in the newest later calculation of the period; null if there is none. */
export async function selectPayNow(
  tx: TenantTx,
  id: string,
): Promise<{ calculationId: string; pays: string } | null> {
  const result = await tx.client.query<{ calculationId: string; pays: string }>(
    `SELECT n.id AS "calculationId", (SELECT coalesce(sum(l.amount), 0) FROM payout_lines l
              WHERE l.run_id = coalesce(n.same_as, n.id) AND l.participant_id = d.participant_id
                AND (d.component_id IS NULL OR l.component_id = d.component_id))::text AS pays
       FROM disputes d JOIN calculation_runs r ON r.id = d.calculation_id
       JOIN calculation_runs n ON n.plan_id = r.plan_id AND n.period_from = r.period_from AND n.period_to = r.period_to
            AND n.status = 'completed' AND n.version > r.version
      WHERE d.id = $1 ORDER BY n.version DESC LIMIT 1`,
    [id],
  );
  return result.rows[0] ?? null;
}

/** Deals in the records that a payee's inputs do not have: the disputed one, and those of the period that credit the payee; 20 at most. */
export async function selectMissingDeals(
  tx: TenantTx,
  of: {
    participantId: string;
    dealId: string | null;
    period: { from: string; to: string };
    known: readonly string[];
  },
): Promise<Deal[]> {
  const isCredited = sql`(${deals.participantId} = ${of.participantId}
    OR ${deals.splits} @> ${JSON.stringify([{ participantId: of.participantId }])}::jsonb)`;
  const isOwn = and(isCredited, between(deals.date, of.period.from, of.period.to));
  const rows = await tx.db
    .select()
    .from(deals)
    .where(
      and(
        of.dealId === null ? isOwn : or(eq(deals.id, of.dealId), isOwn),
        not(sql`${deals.id} = ANY(${sql.param([...of.known])}::text[])`),
      ),
    )
    .orderBy(desc(eq(deals.id, of.dealId ?? '')), asc(deals.id))
    .limit(20);
  return rows.map(asDeal);
}

/** A stored deal as the calculation takes it. */
export function asDeal({ splits, overlays, unit, ...deal }: typeof deals.$inferSelect): Deal {
  return {
    ...{ id: deal.id, date: deal.date, amount: deal.amount, unit: unit as Deal['unit'] },
    ...{ currency: deal.currency, participantId: deal.participantId, kind: deal.kind },
    ...{ product: deal.product, territory: deal.territory, customer: deal.customer },
    splits: splits ?? [],
    ...(overlays === null ? {} : { overlays }),
    ...(deal.approvedOn === null ? {} : { approvedOn: deal.approvedOn }),
    ...(deal.termMonths === null ? {} : { termMonths: deal.termMonths }),
    ...(deal.reversesId === null ? {} : { reversesId: deal.reversesId }),
    ...(Object.keys(deal.ownFields).length === 0 ? {} : { ownFields: deal.ownFields }),
  };
}
