import type { JournalEntry, RunEvent } from '@attain/domain/workflows/journal';
import type { JsonObject } from '@attain/domain/workflows/json-value';
import type { RunStatus } from '@attain/domain/workflows/run-moves';
import type { Workflow } from '@attain/domain/workflows/workflow';
import { inArray, sql } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { dataContractVersions as versions } from '../../db/schema/data-contracts.ts';
import type { JournalEnd, StoredLine } from './journal/journal-chain.ts';
import {
  type FirstStored,
  insertion,
  lineColumns,
  movedInstances,
  type RunProgress,
  statedConfidence,
} from './journal/run-insertion.ts';
import { insertValues, selectValues } from './journal/value-store.ts';
import { hashesApart, type LineApart, putTogether } from './journal/values-apart.ts';

// Statements that every step needs are named: a connection reads and plans them once.

/** A run held by this transaction: nobody else moves it before the end. */
export interface LockedRun extends JournalEnd {
  readonly id: string;
  readonly workflowId: string;
  readonly version: number;
  readonly documentHash: string;
  readonly status: RunStatus;
  readonly startedBy: string;
  readonly startTime: string | null;
  readonly isDraft: boolean;
  readonly parentRunId: string | null;
  readonly parentStep: { readonly node: string; readonly iteration: string; readonly attempt: number } | null;
}

const runRow = `SELECT id, workflow_id AS "workflowId", workflow_version AS version, document_hash AS "documentHash", status,
            started_by AS "startedBy", entry_count AS "entryCount", journal_head AS "journalHead", journal_size AS "journalSize",
            start_time AS "startTime", is_draft AS "isDraft",
            parent_run_id AS "parentRunId", parent_step AS "parentStep"
       FROM agent_executions WHERE id = $1`;

/**
 * The run, locked until the transaction ends; null when the workspace has none of that id. Other transactions may refer to it
 * meanwhile: a run and one that it started would wait for each other.
 */
export async function lockRun(tx: TenantTx, id: string): Promise<LockedRun | null> {
  const result = await tx.client.query<LockedRun>({
    name: 'lock-run',
    text: `${runRow} FOR NO KEY UPDATE`,
    values: [id],
  });
  return result.rows[0] ?? null;
}

/** The same as it is at this moment, not locked. */
export async function selectRunRow(tx: TenantTx, id: string): Promise<LockedRun | null> {
  return (await tx.client.query<LockedRun>(runRow, [id])).rows[0] ?? null;
}

/** What a published version says; it never changes, so it may be kept. */
export async function selectVersion(tx: TenantTx, workflowId: string, version: number): Promise<Workflow> {
  const result = await tx.client.query<{ document: Workflow }>(
    'SELECT document FROM workflow_versions WHERE workflow_id = $1 AND version = $2',
    [workflowId, version],
  );
  const row = result.rows[0];
  if (!row) throw new Error(`Version ${version} of the workflow ${workflowId} is gone.`);
  return row.document;
}

/** The schemas of published contracts, by name and version: `orders@1.2.0`. */
export async function selectContractSchemas(
  tx: TenantTx,
  contracts: readonly string[],
): Promise<Readonly<Record<string, JsonObject>>> {
  const name = sql<string>`${versions.contractId} || '@' || ${versions.version}`;
  const rows = await tx.db
    .select({ name, schema: versions.schema })
    .from(versions)
    .where(inArray(name, [...contracts]));
  return Object.fromEntries(rows.map((row) => [row.name, row.schema]));
}

/** Every line of a run's journal, in order, with its large values in their places. */
export async function selectJournal(tx: TenantTx, runId: string): Promise<JournalEntry[]> {
  const result = await tx.client.query<{ entry: LineApart }>({
    name: 'select-journal',
    text: 'SELECT entry FROM run_lines WHERE run_id = $1 ORDER BY seq',
    values: [runId],
  });
  const lines = result.rows.map((row) => row.entry);
  if (!lines.some(({ apart }) => apart !== undefined)) return lines;
  const values = await selectValues(tx, runId, hashesApart(lines));
  return lines.map((line) => putTogether(line, values));
}

/** Whether a run in progress has failed and undoes its steps. */
export async function isUndoing(tx: TenantTx, runId: string): Promise<boolean> {
  const { rowCount } = await tx.client.query(
    `SELECT FROM run_journal WHERE tenant_id = $1 AND run_id = $2 AND key = 'undo-began'`,
    [tx.tenantId, runId],
  );
  return rowCount === 1;
}

/** Appends lines. The database refuses a key that is there already: what must not happen twice does not. */
export async function insertEntries(
  tx: TenantTx,
  runId: string,
  from: number,
  lines: readonly StoredLine[],
): Promise<void> {
  if (lines.length === 0) return;
  await tx.client.query({
    name: 'insert-run-entries',
    text: `INSERT INTO run_journal (tenant_id, run_id, seq, key, at, entry)
     SELECT $1, $2, $3 + l.at, l.key, to_timestamp(l.ms / 1000), l.entry::json
       FROM unnest($4::text[], $5::float8[], string_to_array($6, E'\\n')) WITH ORDINALITY AS l(key, ms, entry, at)`,
    values: [tx.tenantId, runId, from, ...lineColumns(lines)],
  });
  await insertValues(tx, runId, lines);
}

/** A run that has just ended: the statement sees the row as it was before. */
const instancesEnded = movedInstances(
  `(SELECT m.* FROM moved m WHERE $7::float8 IS NOT NULL AND m.instance_id IS NOT NULL
      AND EXISTS (SELECT 1 FROM agent_executions b WHERE b.tenant_id = m.tenant_id AND b.id = m.id AND b.end_time IS NULL)) m`,
  '0',
);

/** Writes how the run stands, and notes its end for the log index. */
export async function updateRun(tx: TenantTx, runId: string, now: RunProgress): Promise<void> {
  await tx.client.query({
    name: 'update-run',
    text: `WITH moved AS (UPDATE agent_executions SET updated_at = now(), status = $2, entry_count = $3, waiting_for = $4, progress = $5,
       start_time = to_timestamp($6::float8 / 1000), end_time = to_timestamp($7::float8 / 1000), duration = $7::float8 - $6::float8,
       result = $8, confidence = ${statedConfidence('$8::jsonb')}, error_details = $9, outcome = CASE WHEN $7::float8 IS NULL THEN NULL ELSE $2 END,
       journal_head = $10, journal_size = $11 WHERE id = $1 RETURNING tenant_id, id, instance_id, status, end_time, confidence),
     instances AS (${instancesEnded})
     INSERT INTO run_ends (tenant_id, run_id) SELECT tenant_id, id FROM moved WHERE $7::float8 IS NOT NULL ON CONFLICT DO NOTHING`,
    values: [
      runId,
      now.status,
      now.entryCount,
      now.waitingFor,
      now.progress,
      now.startedAtMs,
      now.endedAtMs,
      now.result === undefined ? null : JSON.stringify(now.result),
      now.error === null ? null : JSON.stringify(now.error),
      now.journalHead,
      now.journalSize,
    ],
  });
}

/**
 * Stores runs with their journals in one statement; the ids of those whose start key was not used before. A run that has ended
 * keeps its lines with itself.
 */
export async function insertRuns(tx: TenantTx, runs: readonly FirstStored[]): Promise<ReadonlySet<string>> {
  const { rows } = await tx.client.query<{ ids: string | null }>(insertion(tx.tenantId, runs));
  const fresh = new Set(rows[0]?.ids?.split(' '));
  for (const { given, lines } of runs)
    if (fresh.has(given.id) && lines.some(({ values }) => values.length > 0))
      await insertValues(tx, given.id, lines);
  return fresh;
}

/** Sets timers and takes away those that no longer count. */
export async function changeTimers(
  tx: TenantTx,
  runId: string,
  change: { readonly set: readonly { key: string; dueAtMs: number }[]; readonly drop: readonly string[] },
): Promise<void> {
  if (change.drop.length > 0) {
    await tx.client.query('DELETE FROM run_timers WHERE run_id = $1 AND key = ANY($2)', [runId, change.drop]);
  }
  if (change.set.length > 0) {
    await tx.client.query(
      `INSERT INTO run_timers (tenant_id, run_id, key, due_at)
       SELECT $1, $2, t.key, to_timestamp(t.due / 1000) FROM unnest($3::text[], $4::float8[]) AS t(key, due)
       ON CONFLICT DO NOTHING`,
      [tx.tenantId, runId, change.set.map((one) => one.key), change.set.map((one) => one.dueAtMs)],
    );
  }
}

/** Claims new effects for a process, and forgets those that are over. */
export async function changeEffects(
  tx: TenantTx,
  runId: string,
  change: {
    readonly holder: string;
    readonly leaseMs: number;
    readonly claim: readonly string[];
    readonly drop: readonly string[];
  },
): Promise<void> {
  if (change.drop.length > 0) {
    await tx.client.query({
      name: 'drop-effects',
      text: 'DELETE FROM run_effects WHERE run_id = $1 AND effect = ANY($2)',
      values: [runId, change.drop],
    });
  }
  if (change.claim.length > 0) {
    await tx.client.query({
      name: 'claim-effects',
      text: `INSERT INTO run_effects (tenant_id, run_id, effect, holder, leased_until)
       SELECT $1, $2, e, $3, now() + make_interval(secs => $4::float8 / 1000) FROM unnest($5::text[]) AS e ON CONFLICT DO NOTHING`,
      values: [tx.tenantId, runId, change.holder, change.leaseMs, change.claim],
    });
  }
}

/** An effect of a run in the hands of a process. */
export interface EffectClaim {
  readonly runId: string;
  readonly effect: string;
  readonly holder: string;
}

/** The effect, if the process still holds it. Its row is locked so that no other process takes it over. */
export async function holdEffect(
  tx: TenantTx,
  claim: EffectClaim,
): Promise<{ readonly isStopped: boolean } | null> {
  const result = await tx.client.query<{ isStopped: boolean }>({
    name: 'hold-effect',
    text: 'SELECT is_stopped AS "isStopped" FROM run_effects WHERE run_id = $1 AND effect = $2 AND holder = $3 FOR UPDATE',
    values: [claim.runId, claim.effect, claim.holder],
  });
  return result.rows[0] ?? null;
}

/** Whether an effect is neither over nor aborted; neither happens before the transaction ends. */
export async function isStillWanted(
  tx: TenantTx,
  { runId, effect }: Pick<EffectClaim, 'runId' | 'effect'>,
): Promise<boolean> {
  const { rowCount } = await tx.client.query(
    'SELECT FROM run_effects WHERE run_id = $1 AND effect = $2 AND NOT is_stopped FOR SHARE',
    [runId, effect],
  );
  return rowCount === 1;
}

/** Takes a claim back: something else will tell the run how it went. */
export async function forgetEffect(
  tx: TenantTx,
  claim: { readonly runId: string; readonly effect: string },
): Promise<void> {
  await tx.client.query('DELETE FROM run_effects WHERE run_id = $1 AND effect = $2', [
    claim.runId,
    claim.effect,
  ]);
}

/** Stores an event for another run, to be delivered after this transaction; one that is there already stays. */
export async function insertInbox(tx: TenantTx, runId: string, event: RunEvent): Promise<void> {
  await tx.client.query(
    'INSERT INTO run_inbox (tenant_id, run_id, event_id, event) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
    [tx.tenantId, runId, event.id, JSON.stringify(event)],
  );
}

/**
 * Marks the effects of a run that was cancelled or undoes its steps, so that the processes that perform them abort them, and cancels the runs it waits for.
 * Returns their ids; each has the event in its inbox.
 */
export async function stopEffects(tx: TenantTx, runId: string, atMs: number): Promise<string[]> {
  await tx.client.query(
    `WITH held AS (SELECT tenant_id, run_id, effect FROM run_effects WHERE run_id = $1 ORDER BY effect FOR NO KEY UPDATE)
     UPDATE run_effects e SET is_stopped = true FROM held h
      WHERE e.tenant_id = h.tenant_id AND e.run_id = h.run_id AND e.effect = h.effect`,
    [runId],
  );
  const by = 'The run that started it';
  const event: RunEvent = { id: `cancel/${runId}`, kind: 'cancel', atMs, by, reason: '' };
  const { rows } = await tx.client.query<{ id: string }>(
    `INSERT INTO run_inbox (tenant_id, run_id, event_id, event)
     SELECT $1, r.id, $3, $4 FROM agent_executions r WHERE r.tenant_id = $1 AND r.parent_run_id = $2 AND r.end_time IS NULL
      ORDER BY r.id ON CONFLICT DO NOTHING RETURNING run_id AS id`,
    [tx.tenantId, runId, event.id, JSON.stringify(event)],
  );
  return rows.map(({ id }) => id);
}

/** What a paused run's inbox holds under this name is no event: it says that the run has more to compute. */
export const pauseId = 'continue';

/** Takes every event out of a run's inbox, oldest first. */
export async function takeInbox(tx: TenantTx, runId: string): Promise<RunEvent[]> {
  const result = await tx.client.query<{ event: RunEvent }>(
    `WITH taken AS (DELETE FROM run_inbox WHERE run_id = $1 AND event_id <> $2 RETURNING event, created_at, event_id)
     SELECT event FROM taken ORDER BY created_at, event_id`,
    [runId, pauseId],
  );
  return result.rows.map((row) => row.event);
}
