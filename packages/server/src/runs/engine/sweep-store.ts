import type pg from 'pg';
import type { TenantTx } from '../../db/database.ts';
import type { RunAddress } from './run-address.ts';
import { pauseId } from './run-store.ts';
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

/** Timers that one claim takes, in all and of one workspace. */
const timersAtOnce = 400;
const timersEach = 50;
/** Timers of a process that dies meanwhile are claimed again after this time. */
const timerClaimMs = 10_000;

/** That a timer is due. */
export const timersAreDue = 'EXISTS (SELECT 1 FROM run_timers WHERE due_at <= now())';

/** Events are believed to be on their way for this time. */
const isLeftInbox = "created_at < now() - interval '2 seconds'";
/** That an effect was lost, events were left behind, or a run is to be computed further. */
export const runsAreDue = `EXISTS (SELECT 1 FROM run_effects WHERE leased_until < now())
  OR EXISTS (SELECT 1 FROM run_inbox WHERE ${isLeftInbox})`;

/**
 * Claims timers that are due, the oldest of each workspace behind `after`, in the order of the workspaces' ids. `last`: where the
 * next claim goes on; null: all workspaces had their turn.
 */
export async function claimTimers(
  owner: pg.Pool,
  after: string,
): Promise<{ readonly timers: DueTimer[]; readonly last: string | null }> {
  const result = await owner.query<DueTimer>({
    name: 'claim-timers',
    // each step of the recursion is one look into the index, however many timers a workspace has
    text: `WITH RECURSIVE w AS (
         (SELECT tenant_id FROM run_timers WHERE tenant_id > $1 ORDER BY tenant_id LIMIT 1)
         UNION ALL
         SELECT (SELECT n.tenant_id FROM run_timers n WHERE n.tenant_id > w.tenant_id ORDER BY n.tenant_id LIMIT 1)
           FROM w WHERE w.tenant_id IS NOT NULL),
       due AS MATERIALIZED (SELECT t.* FROM w CROSS JOIN LATERAL (
         SELECT r.tenant_id, r.run_id, r.key FROM run_timers r
          WHERE r.tenant_id = w.tenant_id AND r.due_at <= now() AND (r.claimed_until IS NULL OR r.claimed_until < now())
          ORDER BY r.due_at LIMIT $2 FOR UPDATE SKIP LOCKED) t LIMIT $3)
     UPDATE run_timers t SET claimed_until = now() + make_interval(secs => $4::float8 / 1000)
       FROM due d WHERE t.tenant_id = d.tenant_id AND t.run_id = d.run_id AND t.key = d.key
     RETURNING t.tenant_id AS "tenantId", t.run_id AS "runId", t.key, (extract(epoch FROM t.due_at) * 1000)::float8 AS "dueAtMs"`,
    values: [after, timersEach, timersAtOnce, timerClaimMs],
  });
  const timers = result.rows.sort((a, b) => a.dueAtMs - b.dueAtMs);
  const last =
    timers
      .map(({ tenantId }) => tenantId)
      .sort()
      .at(-1) ?? null;
  // the last workspace of a full claim may have more
  return { timers, last: timers.length < timersAtOnce ? null : last };
}

/** Puts off a timer that could not be handed to its run, a little longer each time; how often that has happened. */
export async function putOffTimer(owner: pg.Pool, { tenantId, runId, key }: DueTimer): Promise<number> {
  const result = await owner.query<{ tries: number }>(
    `UPDATE run_timers SET tries = tries + 1, due_at = now() + make_interval(secs => least(60, power(2, tries))), claimed_until = NULL
      WHERE tenant_id = $1 AND run_id = $2 AND key = $3 RETURNING tries`,
    [tenantId, runId, key],
  );
  return result.rows[0]?.tries ?? 0;
}

/** Takes a timer away, in the transaction that hands it to its run; false: it was gone. */
export async function forgetTimer(tx: TenantTx, { runId, key }: DueTimer): Promise<boolean> {
  const result = await tx.client.query({
    name: 'forget-timer',
    text: 'DELETE FROM run_timers WHERE run_id = $1 AND key = $2',
    values: [runId, key],
  });
  return result.rowCount === 1;
}

/** An effect whose process gave no sign of life; it is this process's from now on. */
export type Orphan = RunAddress & {
  readonly effect: string;
  /** How many processes have lost it so far. */
  readonly tries: number;
};

/**
 * Claims effects of all workspaces whose lease has run out. Whoever gave its last sign of life before the database started may be
 * well: that loss is the database's, and no try of the step.
 */
export async function takeOver(owner: pg.Pool, { holder, leaseMs }: Claimer): Promise<Orphan[]> {
  const result = await owner.query<Orphan>({
    name: 'take-over',
    text: `WITH orphan AS (SELECT tenant_id, run_id, effect, leased_until FROM run_effects WHERE leased_until < now()
                      ORDER BY leased_until LIMIT $3 FOR UPDATE SKIP LOCKED),
          taken AS (UPDATE run_effects e SET holder = $1, leased_until = now() + make_interval(secs => $2::float8 / 1000),
                            tries = e.tries + (o.leased_until - make_interval(secs => $2::float8 / 1000) > pg_postmaster_start_time())::int
                     FROM orphan o WHERE e.tenant_id = o.tenant_id AND e.run_id = o.run_id AND e.effect = o.effect
                    RETURNING e.tenant_id, e.run_id, e.effect, e.tries)
     SELECT t.tenant_id AS "tenantId", t.run_id AS id, t.effect, t.tries, r.workflow_id AS "workflowId", r.workflow_version AS version,
            r.document_hash AS "documentHash", r.started_by AS "startedBy"
       FROM taken t JOIN agent_executions r ON r.tenant_id = t.tenant_id AND r.id = t.run_id`,
    values: [holder, leaseMs, atOnce],
  });
  return result.rows;
}

/** An effect that a process has in its hands. */
export interface HeldEffect {
  readonly runId: string;
  readonly effect: string;
}

/**
 * The sign of life: what this process performs stays its own, even if the sign comes late and nobody has taken over yet. What it has claimed but does not perform, because it never learned
 * that its claim was stored or could not store the result, runs out and is taken over.
 */
export async function extendLeases(
  owner: pg.Pool,
  { holder, leaseMs }: Claimer,
  held: readonly HeldEffect[],
): Promise<void> {
  if (held.length === 0) return;
  await owner.query(
    // in the order in which all transactions lock effects
    `WITH held AS (SELECT e.tenant_id, e.run_id, e.effect FROM run_effects e
         JOIN unnest($3::uuid[], $4::text[]) AS h(run_id, effect) ON e.run_id = h.run_id AND e.effect = h.effect
        WHERE e.holder = $1 ORDER BY e.run_id, e.effect FOR NO KEY UPDATE OF e)
     UPDATE run_effects e SET leased_until = now() + make_interval(secs => $2::float8 / 1000)
       FROM held h WHERE e.tenant_id = h.tenant_id AND e.run_id = h.run_id AND e.effect = h.effect`,
    [holder, leaseMs, held.map(({ runId }) => runId), held.map(({ effect }) => effect)],
  );
}

/** That a run was cancelled whose effects this process performs. */
export function effectsAreStopped({ holder }: Claimer): string {
  return `EXISTS (SELECT 1 FROM run_effects WHERE is_stopped AND holder = '${holder}')`;
}

/** The effects of cancelled runs that the process performs. */
export async function stoppedEffects(owner: pg.Pool, { holder }: Claimer): Promise<HeldEffect[]> {
  const result = await owner.query<HeldEffect>(
    'SELECT run_id AS "runId", effect FROM run_effects WHERE is_stopped AND holder = $1',
    [holder],
  );
  return result.rows;
}

/** Gives everything back, so that others take it over at once. */
export async function releaseLeases(owner: pg.Pool, { holder }: Claimer): Promise<void> {
  await owner.query(
    // an orderly end is nobody's loss
    "UPDATE run_effects SET leased_until = now() - interval '1 millisecond', tries = tries - 1 WHERE holder = $1",
    [holder],
  );
}

/** Runs of all workspaces with events that nobody has delivered yet. */
export async function fullInboxes(owner: pg.Pool): Promise<{ tenantId: string; runId: string }[]> {
  const result = await owner.query<{ tenantId: string; runId: string }>({
    name: 'full-inboxes',
    text: `SELECT DISTINCT tenant_id AS "tenantId", run_id AS "runId" FROM run_inbox
      WHERE event_id <> $2 AND ${isLeftInbox} LIMIT $1`,
    values: [atOnce, pauseId],
  });
  return result.rows;
}

/** Puts off events that could not be handed to their run; how often that has happened. */
export async function putOffInbox(
  owner: pg.Pool,
  { tenantId, runId }: { readonly tenantId: string; readonly runId: string },
): Promise<number> {
  const result = await owner.query<{ tries: number }>(
    `UPDATE run_inbox SET tries = tries + 1, created_at = now() + make_interval(secs => least(60, power(2, tries)))
      WHERE tenant_id = $1 AND run_id = $2 RETURNING tries`,
    [tenantId, runId],
  );
  return Math.max(0, ...result.rows.map(({ tries }) => tries));
}
