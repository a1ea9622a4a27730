import { DISPUTE_DAYS } from '@attain/domain/controls/controls';
import {
  and,
  arrayOverlaps,
  asc,
  count,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  min,
  sql,
} from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { TenantTx } from '../../db/database.ts';
import { nameOfUser } from '../../db/member-name.ts';
import { momentText } from '../../db/moment-text.ts';
import { attestationRecords as requests } from '../../db/schema/approvals.ts';
import { auditEntries, decidedAlone } from '../../db/schema/audit.ts';
import { parallelSignOffs } from '../../db/schema/calculations.ts';
import { disputes } from '../../db/schema/disputes.ts';
import { paymentRuns } from '../../db/schema/payments.ts';
import { users } from '../../db/schema/people.ts';
import { humanApprovalTasks as tasks } from '../../db/schema/workflow-runs.ts';
import type { StoredEntry } from './audit-store.ts';

const monthOf = (column: PgColumn) => sql<string>`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM')`;

/** Entries since a moment of acts that one person asked for and decided, newest first. */
export async function selectDecidedAlone(tx: TenantTx, since: string): Promise<StoredEntry[]> {
  const rows = await tx.db
    .select({ index: auditEntries.leafIndex, leafHash: auditEntries.leafHash, body: auditEntries.body })
    .from(auditEntries)
    .where(and(eq(auditEntries.tenantId, tx.tenantId), decidedAlone, gte(auditEntries.createdAt, since)))
    .orderBy(desc(auditEntries.leafIndex));
  return rows.map(({ leafHash, ...row }) => ({ ...row, leafHash: leafHash.toString('hex') }));
}

/** Approved requests since a moment, by month and kind. */
export function countApproved(tx: TenantTx, since: string) {
  const month = monthOf(requests.decidedAt);
  return tx.db
    .select({ month, kind: requests.kind, acts: count() })
    .from(requests)
    .where(approvedSince(tx, since))
    .groupBy(month, requests.kind);
}

const approvedSince = (tx: TenantTx, since: string) =>
  and(eq(requests.tenantId, tx.tenantId), eq(requests.status, 'approved'), gte(requests.decidedAt, since));

/** Requests since a moment that someone approved who asked for, edited or benefits from what they are about. */
export function selectApprovedAlone(tx: TenantTx, since: string) {
  const { approvers, excluded } = requests;
  return tx.db
    .select({
      id: requests.id,
      kind: requests.kind,
      at: sql<string>`${momentText(requests.decidedAt)}`,
      person: nameOfUser,
      summary: requests.summary,
    })
    .from(requests)
    .leftJoin(
      users,
      sql`${users.id} = (SELECT one FROM unnest(${approvers}) AS one WHERE one = ANY(${excluded}) LIMIT 1)`,
    )
    .where(and(approvedSince(tx, since), arrayOverlaps(approvers, excluded)))
    .orderBy(desc(requests.decidedAt), asc(requests.id));
}

/** Approvals of workflows decided since a moment, by month. */
export function countTasks(tx: TenantTx, since: string) {
  const month = monthOf(tasks.completedAt);
  return tx.db
    .select({ month, acts: count() })
    .from(tasks)
    .where(
      and(
        eq(tasks.tenantId, tx.tenantId),
        inArray(tasks.taskType, ['approval', 'approval_request']),
        isNotNull(tasks.completedBy),
        gte(tasks.completedAt, since),
      ),
    )
    .groupBy(month);
}

/** Parallel runs signed off since a moment, newest first. */
export function selectSignedOff(tx: TenantTx, since: string) {
  return tx.db
    .select({
      id: parallelSignOffs.id,
      month: parallelSignOffs.month,
      at: momentText(parallelSignOffs.signedAt),
      person: nameOfUser,
      isAlone: parallelSignOffs.isOwnImport,
    })
    .from(parallelSignOffs)
    .leftJoin(users, eq(users.id, parallelSignOffs.signedBy))
    .where(and(eq(parallelSignOffs.tenantId, tx.tenantId), gte(parallelSignOffs.signedAt, since)))
    .orderBy(desc(parallelSignOffs.signedAt), asc(parallelSignOffs.id));
}

/** How many requests are open, and since when the oldest is. */
export async function selectWaiting(tx: TenantTx, now: string) {
  const [row] = await tx.db
    .select({ count: count(), oldest: sql<string | null>`${momentText(min(requests.createdAt))}` })
    .from(requests)
    .where(
      and(eq(requests.tenantId, tx.tenantId), eq(requests.status, 'open'), gte(requests.expiresAt, now)),
    );
  return row ?? { count: 0, oldest: null };
}

/** Payment runs posted since a moment, newest first. */
export function selectPosted(tx: TenantTx, since: string) {
  return tx.db
    .select({
      id: paymentRuns.id,
      periodKey: paymentRuns.periodKey,
      at: momentText(paymentRuns.postedAt),
      person: nameOfUser,
      isSelfApproved: sql<boolean>`coalesce(${paymentRuns.approvedBy} = ${paymentRuns.createdBy}, true)`,
      outdated: paymentRuns.outdated,
    })
    .from(paymentRuns)
    .leftJoin(users, eq(users.id, paymentRuns.createdBy))
    .where(
      and(
        eq(paymentRuns.tenantId, tx.tenantId),
        isNotNull(paymentRuns.postedAt),
        gte(paymentRuns.postedAt, since),
      ),
    )
    .orderBy(desc(paymentRuns.postedAt), asc(paymentRuns.id));
}

/** Disputes opened since a moment by month, withdrawn ones left out. */
export function countOpened(tx: TenantTx, since: string) {
  const month = monthOf(disputes.createdAt);
  return tx.db.select({ month, acts: count() }).from(disputes).where(openedSince(tx, since)).groupBy(month);
}

const openedSince = (tx: TenantTx, since: string) =>
  and(eq(disputes.tenantId, tx.tenantId), isNull(disputes.withdrawnAt), gte(disputes.createdAt, since));

/** Disputes opened since a moment that have been open for too long, newest first (CTRL-4). */
export function selectLongOpen(tx: TenantTx, { since, now }: { since: string; now: string }) {
  return tx.db
    .select({
      id: disputes.id,
      at: momentText(disputes.createdAt),
      participantName: disputes.participantName,
      person: nameOfUser,
      reason: disputes.reason,
    })
    .from(disputes)
    .leftJoin(users, eq(users.id, disputes.openedBy))
    .where(
      and(
        openedSince(tx, since),
        isNull(disputes.resolvedAt),
        lt(disputes.createdAt, sql`${now}::timestamptz - make_interval(days => ${DISPUTE_DAYS})`),
      ),
    )
    .orderBy(desc(disputes.createdAt), asc(disputes.id));
}
