import type { StatementPeriod } from '@attain/contract/statement-archives';
import type { Audience } from '@attain/domain/access/publication';
import { and, eq, sql } from 'drizzle-orm';
import { isoMoment } from '../../../base/sql-text.ts';
import type { TenantTx } from '../../../db/database.ts';
import { statementArchives } from '../../../db/schema/statement-archives.ts';
import { jobProgress, joinJob } from '../../../jobs/job-store.ts';
import { isPublishedTo } from '../../calculations/publications.ts';
import { type Reach, reachParameter, withinReach } from '../../participants/visible-participants.ts';

type Row = typeof statementArchives.$inferSelect;

/** How long a ZIP can be downloaded: who may read which statement changes. */
export const KEPT_HOURS = 24;
/** Plans and periods that are offered. */
const MAX_PERIODS = 100;

/**
 * Plans and periods with statements within reach, latest first, each with the newest calculation and the user's ZIP of it; first
 * what the user has a ZIP of, also if it is of an earlier calculation. Or those of one calculation.
 */
export async function selectPeriods(
  tx: TenantTx,
  query: { reach: Reach; reader: Audience | null; userId: string; run: string | null },
): Promise<StatementPeriod[]> {
  const result = await tx.client.query<StatementPeriod>(
    `WITH newest AS (
       SELECT DISTINCT ON (plan_id, period_from, period_to) id FROM calculation_runs
        WHERE CASE WHEN $4::uuid IS NULL THEN status = 'completed' ELSE id = $4 END
        ORDER BY plan_id, period_from, period_to, version DESC
     ), own AS (
       SELECT * FROM statement_archives WHERE created_by = $3 AND created_at > now() - interval '${KEPT_HOURS} hours'
     )
     SELECT r.id AS "runId", r.version, v.document->>'name' AS "planName", json_build_object('key', r.period_key, 'from', r.period_from, 'to', r.period_to) AS period,
            c.statements, (SELECT json_build_object('status', a.status, 'progress', ${jobProgress}, 'error', a.error, 'files', a.files, 'byteCount', a.byte_count,
                'createdAt', ${isoMoment('a.created_at')}, 'expiresAt', ${isoMoment(`(a.created_at + interval '${KEPT_HOURS} hours')`)})
              FROM own a ${joinJob('statement-archive', 'a')} WHERE a.run_id = r.id) AS archive
       FROM calculation_runs r JOIN plan_versions v ON v.plan_id = r.plan_id AND v.version = r.plan_version
       CROSS JOIN LATERAL (SELECT count(*)::int AS statements FROM payout_inputs i
          WHERE i.run_id = r.id AND ${withinReach('$1', 'i.participant_id', { from: 'r.period_from', to: 'r.period_to' })}) c
      WHERE c.statements > 0 AND ${isPublishedTo('$2', 'r')}
        AND (r.id IN (SELECT id FROM newest) OR $4::uuid IS NULL AND r.id IN (SELECT run_id FROM own))
      ORDER BY r.id IN (SELECT run_id FROM own) DESC, r.period_to DESC, r.id DESC LIMIT ${MAX_PERIODS}`,
    [reachParameter(query.reach), query.reader, query.userId, query.run],
  );
  return result.rows;
}

/** A user's ZIP of one calculation, or the one that is being created; null: there is none. */
export async function selectOwnArchive(
  tx: TenantTx,
  of: { readonly createdBy: string } & ({ readonly runId: string } | { readonly status: 'working' }),
): Promise<Row | null> {
  const [row] = await tx.db
    .select()
    .from(statementArchives)
    .where(
      and(
        eq(statementArchives.tenantId, tx.tenantId),
        eq(statementArchives.createdBy, of.createdBy),
        'runId' in of ? eq(statementArchives.runId, of.runId) : eq(statementArchives.status, of.status),
      ),
    );
  return row ?? null;
}

/** One ZIP by its id, or null. */
export async function selectArchive(tx: TenantTx, id: string): Promise<Row | null> {
  const [row] = await tx.db
    .select()
    .from(statementArchives)
    .where(and(eq(statementArchives.tenantId, tx.tenantId), eq(statementArchives.id, id)));
  return row ?? null;
}

/** Stores that a ZIP is wanted. */
export async function insertArchive(
  tx: TenantTx,
  row: { readonly id: string; readonly runId: string; readonly createdBy: string },
): Promise<void> {
  await tx.db.insert(statementArchives).values({ tenantId: tx.tenantId, ...row, status: 'working' });
}

/** Removes the ZIPs of a user and returns their ids: one person has one file. */
export async function deleteArchives(tx: TenantTx, createdBy: string): Promise<string[]> {
  const rows = await tx.db
    .delete(statementArchives)
    .where(and(eq(statementArchives.tenantId, tx.tenantId), eq(statementArchives.createdBy, createdBy)))
    .returning({ id: statementArchives.id });
  return rows.map(({ id }) => id);
}

/** Stores how making it ended, or what it holds. */
export async function updateArchive(
  tx: TenantTx,
  id: string,
  change: Partial<Pick<Row, 'status' | 'error' | 'access' | 'files' | 'byteCount'>>,
): Promise<void> {
  await tx.db
    .update(statementArchives)
    .set({ ...change, finishedAt: sql`now()` })
    .where(and(eq(statementArchives.tenantId, tx.tenantId), eq(statementArchives.id, id)));
}
