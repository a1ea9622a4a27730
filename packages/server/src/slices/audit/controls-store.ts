import { DISPUTE_DAYS } from '@attain/domain/controls/controls';
import { and, asc, count, desc, eq, gte, isNotNull, isNull, lt, min, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { TenantTx } from '../../db/database.ts';
import { nameOfUser } from '../../db/member-name.ts';
import { momentText } from '../../db/moment-text.ts';
import { attestationRecords as requests } from '../../db/schema/approvals.ts';
import { auditEntries, decidedAlone } from '../../db/schema/audit.ts';
import { disputes } from '../../db/schema/disputes.ts';
import { paymentRuns } from '../../db/schema/payments.ts';
import { users } from '../../db/schema/people.ts';
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
    .where(
      and(
        eq(requests.tenantId, tx.tenantId),
        eq(requests.status, 'approved'),
        gte(requests.decidedAt, since),
      ),
    )
    .groupBy(month, requests.kind);
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
