import type { AgentParameter } from '@attain/domain/agents/agent';
import type { HookSettings } from '@attain/domain/workflows/hook-schemes';
import type { JsonObject, JsonValue } from '@attain/domain/workflows/json-value';
import type { Overlap, TriggerEvent } from '@attain/domain/workflows/triggers';
import { ApiError } from '../../../base/api-error.ts';
import { isoMoment } from '../../../base/sql-text.ts';
import type { TenantTx } from '../../../db/database.ts';
import { unlessTaken } from '../../../db/unless-taken.ts';

export interface TriggerRow {
  readonly id: string;
  readonly tenantId: string;
  readonly workflowId: string;
  readonly name: string;
  readonly kind: 'schedule' | 'webhook' | 'event';
  readonly isEnabled: boolean;
  readonly cron: string | null;
  readonly timeZone: string | null;
  readonly missed: 'once' | 'skip' | null;
  readonly overlap: Overlap | null;
  readonly instanceId: string | null;
  readonly nextAt: string | null;
  readonly event: TriggerEvent | null;
  readonly seenUpTo: number | null;
  readonly address: string | null;
  readonly secretNumber: number;
  readonly isSynchronous: boolean;
  readonly waitSeconds: number;
  readonly hook: HookSettings;
  /** Whether its secret is the sender's, in the vault. */
  readonly hasOwnSecret: boolean;
  readonly runsAs: string;
  /** The instant that waits for the end of the latest run, and how many times of a backfill are still to be started. */
  readonly queuedFor: string | null;
  readonly backfillLeft: number;
  readonly lastFiredAt: string | null;
  readonly lastOutcome: string | null;
  readonly updatedAt: string;
}

/** With the display name of its user, for lists. */
export type ShownTrigger = TriggerRow & { readonly runsAsName: string | null };

/** The columns of a trigger called `t`. */
export const triggerColumns = `t.id, t.tenant_id AS "tenantId", t.workflow_id AS "workflowId", t.name, t.kind, t.is_enabled AS "isEnabled", t.cron,
  t.time_zone AS "timeZone", t.missed, t.overlap, t.instance_id AS "instanceId", ${isoMoment('t.next_at')} AS "nextAt", t.event, t.seen_up_to::float8 AS "seenUpTo", t.address,
  t.secret_number AS "secretNumber", t.is_synchronous AS "isSynchronous", t.wait_seconds AS "waitSeconds", t.hook,
  t.has_own_secret AS "hasOwnSecret", t.runs_as AS "runsAs",
  ${isoMoment('t.queued_for')} AS "queuedFor", cardinality(t.backfill) AS "backfillLeft",
  ${isoMoment('t.last_fired_at')} AS "lastFiredAt", t.last_outcome AS "lastOutcome", ${isoMoment('t.updated_at')} AS "updatedAt"`;

/** One page of a workflow's triggers by name, one row more than asked. */
export async function selectTriggers(
  tx: TenantTx,
  query: { readonly workflowId: string; readonly after: readonly string[] | null; readonly limit: number },
): Promise<ShownTrigger[]> {
  const result = await tx.client.query<ShownTrigger>(
    `SELECT ${triggerColumns}, u.display_name AS "runsAsName" FROM workflow_triggers t LEFT JOIN users u ON u.id = t.runs_as
      WHERE t.workflow_id = $1 AND ($2::text IS NULL OR (t.name, t.id) > ($2, $3::uuid)) ORDER BY t.name, t.id LIMIT $4`,
    [query.workflowId, query.after?.[0] ?? null, query.after?.[1] ?? null, query.limit + 1],
  );
  return result.rows;
}

/** One trigger, or null. */
export async function selectTrigger(
  tx: TenantTx,
  id: string,
  lock: 'FOR UPDATE OF t' | '' = '',
): Promise<ShownTrigger | null> {
  const result = await tx.client.query<ShownTrigger>(
    `SELECT ${triggerColumns}, u.display_name AS "runsAsName" FROM workflow_triggers t LEFT JOIN users u ON u.id = t.runs_as
      WHERE t.id = $1 ${lock}`,
    [id],
  );
  return result.rows[0] ?? null;
}

/** One trigger, held until the transaction ends; null when the workspace has none of that id. */
export function lockTrigger(tx: TenantTx, id: string): Promise<ShownTrigger | null> {
  return selectTrigger(tx, id, 'FOR UPDATE OF t');
}

/** Stores a new or changed trigger. Throws CONFLICT if the workflow has another one of that name. */
export async function saveTrigger(
  tx: TenantTx,
  row: Omit<TriggerRow, 'updatedAt' | 'lastFiredAt' | 'lastOutcome' | 'queuedFor' | 'backfillLeft'>,
): Promise<void> {
  await unlessTaken(
    'workflow_triggers_name',
    tx.client.query(
      `INSERT INTO workflow_triggers (tenant_id, id, workflow_id, name, kind, is_enabled, cron, time_zone, missed, next_at, event,
         seen_up_to, address, secret_number, is_synchronous, wait_seconds, runs_as, hook, has_own_secret, overlap, instance_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)
       ON CONFLICT (tenant_id, id) DO UPDATE SET name = $4, is_enabled = $6, cron = $7, time_zone = $8, missed = $9, next_at = $10,
         event = $11, seen_up_to = $12, secret_number = $14, is_synchronous = $15, wait_seconds = $16, runs_as = $17, hook = $18, has_own_secret = $19,
         overlap = $20, instance_id = $21, queued_for = CASE WHEN $6 THEN workflow_triggers.queued_for END,
         backfill = CASE WHEN $6 THEN workflow_triggers.backfill ELSE '{}' END, updated_at = now()`,
      [
        tx.tenantId,
        row.id,
        row.workflowId,
        row.name,
        row.kind,
        row.isEnabled,
        row.cron,
        row.timeZone,
        row.missed,
        row.nextAt,
        row.event,
        row.seenUpTo,
        row.address,
        row.secretNumber,
        row.isSynchronous,
        row.waitSeconds,
        row.runsAs,
        row.hook,
        row.hasOwnSecret,
        row.overlap,
        row.instanceId,
      ],
    ),
    () =>
      new ApiError(
        'CONFLICT',
        `This workflow already has a trigger called “${row.name}”. Choose another name.`,
      ),
  );
}

/** Keeps what became of the last time; `at` null: nothing was started, so the last start stays. */
export async function noteFiring(
  tx: TenantTx,
  id: string,
  outcome: { readonly at: Date | null; readonly text: string },
): Promise<void> {
  await tx.client.query(
    'UPDATE workflow_triggers SET last_fired_at = coalesce($2, last_fired_at), last_outcome = $3 WHERE id = $1',
    [id, outcome.at, outcome.text.slice(0, 500)],
  );
}

/** Takes a trigger away. */
export async function deleteTrigger(tx: TenantTx, id: string): Promise<void> {
  await tx.client.query('DELETE FROM workflow_triggers WHERE id = $1', [id]);
}

export async function hasWorkflow(tx: TenantTx, workflowId: string): Promise<boolean> {
  const result = await tx.client.query('SELECT 1 FROM workflow_definitions WHERE workflow_id = $1', [
    workflowId,
  ]);
  return result.rowCount === 1;
}

/** How many entries the workspace's log has. */
export async function logSize(tx: TenantTx): Promise<number> {
  const result = await tx.client.query<{ size: number }>(
    'SELECT size::float8 AS size FROM audit_heads WHERE tenant_id = $1',
    [tx.tenantId],
  );
  return result.rows[0]?.size ?? 0;
}

/** Listens to the test address of a webhook until a moment; what was caught before is forgotten. */
export async function listenTo(tx: TenantTx, id: string, until: Date): Promise<void> {
  await tx.client.query(
    'UPDATE workflow_triggers SET listening_until = $2, captured = NULL, captured_at = NULL WHERE id = $1',
    [id, until],
  );
}

/** Keeps what came to the test address; false if it is not listened to. */
export async function keepCaptured(
  tx: TenantTx,
  id: string,
  { input, now }: { readonly input: JsonValue; readonly now: Date },
): Promise<boolean> {
  const result = await tx.client.query(
    'UPDATE workflow_triggers SET captured = $2, captured_at = $3 WHERE id = $1 AND listening_until > $3',
    [id, JSON.stringify(input), now],
  );
  return result.rowCount === 1;
}

/** What the test address of a webhook has caught. */
export async function selectCaptured(
  tx: TenantTx,
  id: string,
): Promise<{ listeningUntil: string | null; capturedAt: string | null; input: JsonValue } | null> {
  const result = await tx.client.query<{
    listeningUntil: string | null;
    capturedAt: string | null;
    input: JsonValue;
  }>(
    `SELECT ${isoMoment('t.listening_until')} AS "listeningUntil", ${isoMoment('t.captured_at')} AS "capturedAt",
            t.captured AS input FROM workflow_triggers t WHERE t.id = $1 AND t.kind = 'webhook'`,
    [id],
  );
  return result.rows[0] ?? null;
}

/** An instance of a workflow’s agent, as far as its runs need it. */
interface TriggeredInstance {
  readonly name: string;
  readonly environment: string;
  readonly values: JsonObject;
  readonly parameters: readonly AgentParameter[];
  readonly defaultParameters: JsonObject;
}

/** The instance, if it is one of the workflow’s agent. */
export async function selectTriggered(
  tx: TenantTx,
  workflowId: string,
  instanceId: string,
  lock: 'FOR NO KEY UPDATE OF i' | '' = '',
): Promise<TriggeredInstance | null> {
  const { rows } = await tx.client.query<TriggeredInstance>(
    `SELECT i.instance_name AS name, i.environment, i.parameters AS values, a.parameters, a.default_parameters AS "defaultParameters"
       FROM agent_instances i JOIN agent_registry a ON a.tenant_id = i.tenant_id AND a.agent_id = i.agent_id
      WHERE i.tenant_id = $1 AND i.id = $2 AND a.workflow_id = $3 ${lock}`,
    [tx.tenantId, instanceId, workflowId],
  );
  return rows[0] ?? null;
}
