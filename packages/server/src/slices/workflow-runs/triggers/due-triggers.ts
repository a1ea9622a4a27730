import type pg from 'pg';
import type { TenantTx } from '../../../db/database.ts';
import { lockTrigger, type TriggerRow } from './trigger-store.ts';

/** Batch size of one poll; the next poll takes the rest. */
const atOnce = 50;
/** How many entries of a log one look goes through. */
const entriesAtOnce = 2_000;

/** A trigger of some workspace that has something to do. */
export type DueTrigger = Pick<TriggerRow, 'tenantId' | 'id' | 'runsAs'>;

/** That the latest run of a schedule called `t` is in progress. */
const isBusy = `EXISTS (SELECT 1 FROM agent_executions r WHERE r.tenant_id = t.tenant_id AND r.id = t.last_run_id AND r.end_time IS NULL)`;
/** That an instant of a schedule called `t` waits, and may start. */
const isWaiting = `(t.queued_for IS NOT NULL OR t.backfill <> '{}') AND (t.overlap = 'allow' OR NOT ${isBusy})`;

/** That a schedule is due. */
export const schedulesAreDue = `EXISTS (SELECT 1 FROM workflow_triggers t WHERE t.next_at <= clock.now AND t.is_enabled)
  OR EXISTS (SELECT 1 FROM workflow_triggers t WHERE ${isWaiting} AND t.is_enabled)`;

/** Schedules of all workspaces that are due: the oldest of each workspace, then the second of each, at most so many. */
export async function dueSchedules(owner: pg.Pool, now: Date, atMost: number): Promise<DueTrigger[]> {
  const result = await owner.query<DueTrigger>({
    name: 'due-schedules',
    text: `WITH due AS (
         SELECT t.tenant_id, t.id, t.runs_as, t.next_at AS at FROM workflow_triggers t WHERE t.next_at <= $1 AND t.is_enabled
         UNION ALL
         SELECT t.tenant_id, t.id, t.runs_as, coalesce(t.queued_for, t.backfill[1]) FROM workflow_triggers t WHERE ${isWaiting} AND t.is_enabled)
       SELECT tenant_id AS "tenantId", id, runs_as AS "runsAs"
         FROM (SELECT *, row_number() OVER (PARTITION BY tenant_id ORDER BY at, id) AS turn FROM due) ranked
        ORDER BY turn, at, id LIMIT $2`,
    values: [now, atMost],
  });
  return result.rows;
}

/** The schedule, locked, when it is still due; null when another process fires it. */
export async function lockDueSchedule(tx: TenantTx, id: string, now: Date): Promise<TriggerRow | null> {
  const free = await tx.client.query(
    `SELECT 1 FROM workflow_triggers t WHERE t.id = $1 AND t.is_enabled AND (t.next_at <= $2 OR ${isWaiting})
        FOR UPDATE SKIP LOCKED`,
    [id, now],
  );
  return free.rowCount === 1 ? lockTrigger(tx, id) : null;
}

/** Stores the instant a schedule fires at next. */
export async function moveSchedule(tx: TenantTx, id: string, next: Date): Promise<void> {
  await tx.client.query('UPDATE workflow_triggers SET next_at = $2 WHERE id = $1', [id, next]);
}

/** The latest run of a schedule if it is in progress, and whether a backfill started it. */
export async function selectInProgress(tx: TenantTx, id: string): Promise<{ isBackfill: boolean } | null> {
  const result = await tx.client.query<{ isBackfill: boolean }>(
    `SELECT t.last_run_is_backfill AS "isBackfill" FROM workflow_triggers t WHERE t.id = $1 AND ${isBusy}`,
    [id],
  );
  return result.rows[0] ?? null;
}

/** Lets an instant of a schedule wait for the end of its latest run. */
export async function queueInstant(tx: TenantTx, id: string, instant: Date): Promise<void> {
  await tx.client.query('UPDATE workflow_triggers SET queued_for = $2 WHERE id = $1', [id, instant]);
}

/** Takes the instants that wait out of the row, oldest first, at most so many: the queued one, else those of the backfill. */
export async function takeWaiting(tx: TenantTx, id: string, max: number): Promise<Date[]> {
  const result = await tx.client.query<{ instants: number[] }>(
    `WITH waiting AS (SELECT queued_for, backfill FROM workflow_triggers WHERE id = $1)
     UPDATE workflow_triggers t SET queued_for = NULL,
            backfill = CASE WHEN w.queued_for IS NULL THEN w.backfill[$2 + 1:] ELSE w.backfill END
       FROM waiting w WHERE t.id = $1
     RETURNING ARRAY(SELECT extract(epoch FROM at)::float8 * 1000 FROM unnest(
       CASE WHEN w.queued_for IS NULL THEN w.backfill[1:$2] ELSE ARRAY[w.queued_for] END) WITH ORDINALITY AS u(at, n) ORDER BY n) AS instants`,
    [id, max],
  );
  return (result.rows[0]?.instants ?? []).map((ms) => new Date(ms));
}

/** Stores past instants that a backfill starts; none: those that wait are given up. */
export async function setBackfill(tx: TenantTx, id: string, instants: readonly Date[]): Promise<void> {
  await tx.client.query('UPDATE workflow_triggers SET backfill = $2::timestamptz[] WHERE id = $1', [
    id,
    instants.map((instant) => instant.toISOString()),
  ]);
}

/** Keeps which run a schedule started last. */
export async function noteLastRun(
  tx: TenantTx,
  id: string,
  { runId, isBackfill }: { readonly runId: string; readonly isBackfill: boolean },
): Promise<void> {
  await tx.client.query(
    'UPDATE workflow_triggers SET last_run_id = $2, last_run_is_backfill = $3 WHERE id = $1',
    [id, runId, isBackfill],
  );
}

/** An event trigger whose workspace's log has grown since it looked. */
export type BehindTrigger = DueTrigger & {
  readonly seenUpTo: number;
  /** Up to which entry this look goes. */
  readonly until: number;
  /** Places in the log of the acts it waits for. */
  readonly places: readonly number[];
};

/** Event triggers with unread log entries. */
const behind = `workflow_triggers t JOIN audit_heads h ON h.tenant_id = t.tenant_id
      WHERE t.kind = 'event' AND t.is_enabled AND t.seen_up_to < h.size`;
/** That an event trigger has unread log entries. */
export const triggersAreBehind = `EXISTS (SELECT 1 FROM ${behind})`;

/** Event triggers of all workspaces that have unread log entries, with the next part of the log. */
export async function behindTriggers(owner: pg.Pool): Promise<BehindTrigger[]> {
  const result = await owner.query<BehindTrigger>({
    name: 'behind-triggers',
    text: `SELECT t.tenant_id AS "tenantId", t.id, t.runs_as AS "runsAs", t.seen_up_to::float8 AS "seenUpTo",
            least(h.size, t.seen_up_to + $1)::float8 AS until,
            ARRAY(SELECT e.leaf_index::float8 FROM audit_entries e
                   WHERE e.tenant_id = t.tenant_id AND e.leaf_index >= t.seen_up_to AND e.leaf_index < least(h.size, t.seen_up_to + $1)
                     AND e.body::jsonb->>'action' = t.event ORDER BY e.leaf_index) AS places
       FROM ${behind} LIMIT $2`,
    values: [entriesAtOnce, atOnce],
  });
  return result.rows;
}

/** The trigger, locked, if no one has read further meanwhile; else null. */
export async function lockBehind(tx: TenantTx, behind: BehindTrigger): Promise<TriggerRow | null> {
  const row = await lockTrigger(tx, behind.id);
  return row?.isEnabled && row.seenUpTo === behind.seenUpTo ? row : null;
}

/** Stores the log position read, unless another process has read further. */
export async function moveSeen(client: Pick<pg.Pool, 'query'>, behind: BehindTrigger): Promise<void> {
  await client.query(
    'UPDATE workflow_triggers SET seen_up_to = $3 WHERE tenant_id = $1 AND id = $2 AND seen_up_to = $4',
    [behind.tenantId, behind.id, behind.until, behind.seenUpTo],
  );
}

/** Log entries at these positions, in order. */
export async function selectEntries(
  tx: TenantTx,
  places: readonly number[],
): Promise<{ place: number; body: string }[]> {
  const result = await tx.client.query<{ place: number; body: string }>(
    `SELECT leaf_index::float8 AS place, body FROM audit_entries WHERE tenant_id = $1 AND leaf_index = ANY($2::bigint[])
      ORDER BY leaf_index`,
    [tx.tenantId, places],
  );
  return result.rows;
}

/** How many runs events have started of a workflow within the last hour. */
export async function countEventRuns(tx: TenantTx, workflowId: string): Promise<number> {
  const result = await tx.client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM agent_executions
      WHERE workflow_id = $1 AND created_at > now() - interval '1 hour' AND execution_type = 'event'`,
    [workflowId],
  );
  return result.rows[0]?.count ?? 0;
}

/** Disables a trigger automatically. */
export async function switchOff(tx: TenantTx, id: string): Promise<void> {
  await tx.client.query('UPDATE workflow_triggers SET is_enabled = false WHERE id = $1', [id]);
}
