import type { RunLogLine } from '@attain/contract/workflow-runs';
import { isoMoment } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';
import type { LineApart } from '../../runs/engine/journal/values-apart.ts';

/** A run whose log is read: the version it is pinned to, and when it was made. */
export interface LoggedRun {
  readonly id: string;
  readonly workflowId: string;
  readonly version: number;
  readonly documentHash: string;
  readonly createdAt: string;
}

/** A run that has ended. */
export interface EndedRun extends LoggedRun {
  readonly status: string;
  readonly durationMs: number | null;
  /** No other run waited for it. */
  readonly isOutermost: boolean;
}

const runColumns = `r.id, r.workflow_id AS "workflowId", r.workflow_version AS version, r.document_hash AS "documentHash",
  ${isoMoment('r.created_at')} AS "createdAt"`;

/** Takes ended runs that are not indexed out of their queue, oldest first; those that another process holds are left to it. */
export async function takeEnded(tx: TenantTx, limit: number): Promise<EndedRun[]> {
  const result = await tx.client.query<EndedRun>(
    `WITH taken AS (DELETE FROM run_ends WHERE tenant_id = $1 AND run_id = ANY(ARRAY(
        SELECT run_id FROM run_ends WHERE tenant_id = $1 ORDER BY run_id LIMIT $2 FOR UPDATE SKIP LOCKED)) RETURNING run_id)
     SELECT ${runColumns}, r.status, r.duration::float8 AS "durationMs", r.parent_run_id IS NULL AS "isOutermost"
       FROM taken t JOIN agent_executions r ON r.tenant_id = $1 AND r.id = t.run_id`,
    [tx.tenantId, limit],
  );
  return result.rows;
}

/** The journals of runs without large values, by run. */
export async function selectJournals(
  tx: TenantTx,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly seq: number; readonly entry: LineApart }[]>> {
  const result = await tx.client.query<{ runId: string; seq: number; entry: LineApart }>(
    'SELECT run_id AS "runId", seq, entry FROM run_lines WHERE tenant_id = $1 AND run_id = ANY($2) ORDER BY run_id, seq',
    [tx.tenantId, runIds],
  );
  const journals = new Map<string, { seq: number; entry: LineApart }[]>();
  for (const { runId, ...line } of result.rows) journals.set(runId, [...(journals.get(runId) ?? []), line]);
  return journals;
}

/** A text of the index. */
export interface IndexedText {
  readonly textId: string;
  readonly workflowId: string;
  readonly level: RunLogLine['level'];
  readonly source: string;
  readonly message: string;
}

/** The runs of one shape that are indexed together. */
export interface Posting {
  readonly postingId: string;
  readonly shape: string;
  readonly textIds: readonly string[];
  readonly runs: readonly LoggedRun[];
}

/** Adds texts, shapes and postings to the index. */
export async function insertPostings(
  tx: TenantTx,
  texts: readonly IndexedText[],
  postings: readonly Posting[],
): Promise<void> {
  await tx.client.query(
    `INSERT INTO log_texts (tenant_id, text_id, workflow_id, level, source, message)
     SELECT $1, t."textId", t."workflowId", t.level, t.source, t.message
       FROM jsonb_to_recordset($2::jsonb) AS t("textId" uuid, "workflowId" text, level text, source text, message text)
     ON CONFLICT DO NOTHING`,
    [tx.tenantId, JSON.stringify(texts)],
  );
  const pairs = postings.flatMap(({ shape, textIds }) => textIds.map((textId) => [textId, shape] as const));
  await tx.client.query(
    `INSERT INTO log_shape_texts (tenant_id, text_id, shape)
     SELECT $1, t, s FROM unnest($2::uuid[], $3::uuid[]) AS p(t, s) ON CONFLICT DO NOTHING`,
    [tx.tenantId, pairs.map(([textId]) => textId), pairs.map(([, shape]) => shape)],
  );
  const rows = postings.map(({ postingId, shape, runs }) => {
    const moments = runs.map(({ createdAt }) => createdAt).sort();
    return { postingId, shape, oldest: moments[0], newest: moments.at(-1), ids: runs.map(({ id }) => id) };
  });
  await tx.client.query(
    `INSERT INTO log_postings (tenant_id, posting_id, shape, oldest_at, newest_at, run_ids)
     SELECT $1, p."postingId", p.shape, p.oldest, p.newest, ARRAY(SELECT jsonb_array_elements_text(p.ids))::uuid[]
       FROM jsonb_to_recordset($2::jsonb) AS p("postingId" uuid, shape uuid, oldest timestamptz, newest timestamptz, ids jsonb)`,
    [tx.tenantId, JSON.stringify(rows)],
  );
}

/** Which runs a search reads, newest first; null: no condition. */
export interface LogFilter {
  /** ILIKE pattern over indexed texts. */
  readonly pattern: string | null;
  readonly levels: readonly string[];
  readonly workflowId: string | null;
  readonly startedBy: string | null;
  readonly from: string;
  readonly to: string;
}

type Place = { readonly createdAt: string; readonly id: string } | null;

const ranged = `r.tenant_id = $1 AND NOT r.is_draft AND r.created_at >= $2 AND r.created_at < $3 AND ($4::text IS NULL OR r.workflow_id = $4)
  AND ($5::uuid IS NULL OR r.started_by = $5) AND ($6::timestamptz IS NULL OR (r.created_at, r.id) <= ($6, $7::uuid))`;

const given = (tx: TenantTx, filter: LogFilter, after: Place) => [
  tx.tenantId,
  filter.from,
  filter.to,
  filter.workflowId,
  filter.startedBy,
  after?.createdAt ?? null,
  after?.id ?? null,
];

/** All runs of the filter, newest first, whatever their texts. */
export async function selectAllRuns(tx: TenantTx, filter: LogFilter, after: Place, limit: number) {
  const result = await tx.client.query<LoggedRun>(
    `SELECT ${runColumns} FROM agent_executions r WHERE ${ranged} ORDER BY r.created_at DESC, r.id DESC LIMIT $8`,
    [...given(tx, filter, after), limit],
  );
  return result.rows;
}

/** Runs that are not in the index: those under way, and those whose end is not indexed yet. */
export async function selectOpenRuns(tx: TenantTx, filter: LogFilter, after: Place, limit: number) {
  const result = await tx.client.query<LoggedRun>(
    `WITH open AS (
       SELECT o.id FROM agent_executions o WHERE o.tenant_id = $1 AND o.status IN ('pending', 'running', 'waiting', 'cancelling')
       UNION SELECT e.run_id FROM run_ends e WHERE e.tenant_id = $1)
     SELECT ${runColumns} FROM open JOIN agent_executions r ON r.tenant_id = $1 AND r.id = open.id
      WHERE ${ranged} ORDER BY r.created_at DESC, r.id DESC LIMIT $8`,
    [...given(tx, filter, after), limit],
  );
  return result.rows;
}

/**
 * Runs whose texts match, newest first. Only the newest postings of each shape are opened; what they leave unknown begins at
 * `knownFrom`: an older run may be in a posting that was not opened. Null: all were opened.
 */
export async function selectMatching(
  tx: TenantTx,
  filter: LogFilter,
  { after, postings, limit }: { after: Place; postings: number; limit: number },
): Promise<{ runs: LoggedRun[]; knownFrom: string | null }> {
  const result = await tx.client.query<LoggedRun & { id: string | null; knownFrom: string | null }>(
    `WITH hit AS MATERIALIZED (
       SELECT DISTINCT s.shape FROM log_texts t JOIN log_shape_texts s ON s.tenant_id = t.tenant_id AND s.text_id = t.text_id
        WHERE t.tenant_id = $1 AND (t.message LIKE $8 OR t.source LIKE $8) AND t.level = ANY($9)
          AND ($4::text IS NULL OR t.workflow_id = $4)),
     opened AS MATERIALIZED (
       SELECT p.* FROM hit CROSS JOIN LATERAL (
         SELECT q.run_ids, q.newest_at FROM log_postings q WHERE q.tenant_id = $1 AND q.shape = hit.shape AND q.newest_at >= $2
            AND q.oldest_at < $3 AND ($6::timestamptz IS NULL OR q.oldest_at <= $6)
          ORDER BY q.newest_at DESC LIMIT $10) p
        ORDER BY p.newest_at DESC LIMIT $10),
     matching AS (
       SELECT ${runColumns} FROM (SELECT DISTINCT unnest(run_ids) AS id FROM opened) o
         JOIN agent_executions r ON r.tenant_id = $1 AND r.id = o.id
        WHERE ${ranged} ORDER BY r.created_at DESC, r.id DESC LIMIT $11)
     SELECT m.*, k.at AS "knownFrom"
       FROM (SELECT CASE WHEN count(*) = $10 THEN ${isoMoment('min(newest_at)')} END AS at FROM opened) k LEFT JOIN matching m ON true`,
    [...given(tx, filter, after), filter.pattern ?? '%', filter.levels, postings, limit],
  );
  const runs = result.rows.filter(({ id }) => id !== null);
  return { runs, knownFrom: result.rows[0]?.knownFrom ?? null };
}

/** Queues the traces of runs for export. */
export async function queueTraces(tx: TenantTx, runIds: readonly string[]): Promise<void> {
  await tx.client.query(
    `INSERT INTO trace_exports (tenant_id, run_id) SELECT $1, r FROM unnest($2::uuid[]) r ON CONFLICT DO NOTHING`,
    [tx.tenantId, runIds],
  );
}
