import type pg from 'pg';
import type { TenantTx } from '../../db/database.ts';
import type { RunAddress } from './run-address.ts';
import type { Claimer } from './store-outcome.ts';

/** How much one look takes up; the next look takes the rest. */
const atOnce = 100;

/** A timer that is due. */
export interface DueTimer {
  readonly tenantId: string;
  readonly runId: string;
  readonly key: string;
  readonly dueAtMs: number;
}

/** Timers of all workspaces that are due, the oldest first. Two processes may find the same one: the run's lock lets one fire. */
export async function dueTimers(owner: pg.Pool): Promise<DueTimer[]> {
  const result = await owner.query<DueTimer>(
    `SELECT tenant_id AS "tenantId", run_id AS "runId", key, (extract(epoch FROM due_at) * 1000)::float8 AS "dueAtMs"
       FROM run_timers WHERE due_at <= now() ORDER BY due_at LIMIT $1`,
    [atOnce],
  );
  return result.rows;
}

/** Takes a timer away once it was handed to its run. */
export async function forgetTimer(tx: TenantTx, timer: DueTimer): Promise<void> {
  await tx.client.query('DELETE FROM run_timers WHERE run_id = $1 AND key = $2', [timer.runId, timer.key]);
}

/** An effect whose process gave no sign of life; it is this process's from now on. */
export type Orphan = RunAddress & { readonly effect: string };

/** Claims effects of all workspaces whose lease has run out. */
export async function takeOver(owner: pg.Pool, { holder, leaseMs }: Claimer): Promise<Orphan[]> {
  const result = await owner.query<Orphan>(
    `WITH orphan AS (SELECT tenant_id, run_id, effect FROM run_effects WHERE leased_until < now()
                      ORDER BY leased_until LIMIT $3 FOR UPDATE SKIP LOCKED),
          taken AS (UPDATE run_effects e SET holder = $1, leased_until = now() + make_interval(secs => $2::float8 / 1000)
                     FROM orphan o WHERE e.tenant_id = o.tenant_id AND e.run_id = o.run_id AND e.effect = o.effect
                    RETURNING e.tenant_id, e.run_id, e.effect)
     SELECT t.tenant_id AS "tenantId", t.run_id AS id, t.effect, r.workflow_id AS "workflowId", r.workflow_version AS version,
            r.document_hash AS "documentHash", r.started_by AS "startedBy"
       FROM taken t JOIN agent_executions r ON r.tenant_id = t.tenant_id AND r.id = t.run_id`,
    [holder, leaseMs, atOnce],
  );
  return result.rows;
}

/** The sign of life: everything this process performs stays its own. */
export async function extendLeases(owner: pg.Pool, { holder, leaseMs }: Claimer): Promise<void> {
  await owner.query(
    'UPDATE run_effects SET leased_until = now() + make_interval(secs => $2::float8 / 1000) WHERE holder = $1 AND leased_until >= now()',
    [holder, leaseMs],
  );
}

/** Gives everything back, so that others take it over at once. */
export async function releaseLeases(owner: pg.Pool, { holder }: Claimer): Promise<void> {
  await owner.query(
    "UPDATE run_effects SET leased_until = now() - interval '1 millisecond' WHERE holder = $1",
    [holder],
  );
}

/** Runs of all workspaces with events that nobody has delivered yet. */
export async function fullInboxes(owner: pg.Pool): Promise<{ tenantId: string; runId: string }[]> {
  const result = await owner.query<{ tenantId: string; runId: string }>(
    `SELECT DISTINCT tenant_id AS "tenantId", run_id AS "runId" FROM run_inbox
      WHERE created_at < now() - interval '2 seconds' LIMIT $1`,
    [atOnce],
  );
  return result.rows;
}
