import type pg from 'pg';
import type { TenantTx } from '../../../db/database.ts';
import { lockTrigger, type TriggerRow } from './trigger-store.ts';

/** Batch size of one poll; the next poll takes the rest. */
const atOnce = 50;
/** How many entries of a log one look goes through. */
const entriesAtOnce = 2_000;

/** A trigger of some workspace that has something to do. */
export type DueTrigger = Pick<TriggerRow, 'tenantId' | 'id' | 'runsAs'>;

/** Schedules of all workspaces that are due, the oldest first. */
export async function dueSchedules(owner: pg.Pool, now: Date): Promise<DueTrigger[]> {
  const result = await owner.query<DueTrigger>({
    name: 'due-schedules',
    text: `SELECT tenant_id AS "tenantId", id, runs_as AS "runsAs" FROM workflow_triggers
      WHERE next_at <= $1 ORDER BY next_at LIMIT $2`,
    values: [now, atOnce],
  });
  return result.rows;
}

/** The schedule, locked, when it is still due; null when another process has fired it meanwhile. */
export async function lockDueSchedule(tx: TenantTx, id: string, now: Date): Promise<TriggerRow | null> {
  const row = await lockTrigger(tx, id);
  const isDue = row?.nextAt != null && Date.parse(row.nextAt) <= now.getTime();
  return isDue ? row : null;
}

/** Stores the instant a schedule fires at next. */
export async function moveSchedule(tx: TenantTx, id: string, next: Date): Promise<void> {
  await tx.client.query('UPDATE workflow_triggers SET next_at = $2 WHERE id = $1', [id, next]);
}

/** An event trigger whose workspace's log has grown since it looked. */
export type BehindTrigger = DueTrigger & {
  readonly seenUpTo: number;
  /** Up to which entry this look goes. */
  readonly until: number;
  /** Places in the log of the acts it waits for. */
  readonly places: readonly number[];
};

/** Event triggers of all workspaces that have unread log entries, with the next part of the log. */
export async function behindTriggers(owner: pg.Pool): Promise<BehindTrigger[]> {
  const result = await owner.query<BehindTrigger>({
    name: 'behind-triggers',
    text: `SELECT t.tenant_id AS "tenantId", t.id, t.runs_as AS "runsAs", t.seen_up_to::float8 AS "seenUpTo",
            least(h.size, t.seen_up_to + $1)::float8 AS until,
            ARRAY(SELECT e.leaf_index::float8 FROM audit_entries e
                   WHERE e.tenant_id = t.tenant_id AND e.leaf_index >= t.seen_up_to AND e.leaf_index < least(h.size, t.seen_up_to + $1)
                     AND e.body::jsonb->>'action' = t.event ORDER BY e.leaf_index) AS places
       FROM workflow_triggers t JOIN audit_heads h ON h.tenant_id = t.tenant_id
      WHERE t.kind = 'event' AND t.is_enabled AND t.seen_up_to < h.size LIMIT $2`,
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
