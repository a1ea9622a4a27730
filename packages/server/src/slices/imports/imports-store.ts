import type {
  Import,
  ImportChange,
  ImportCounts,
  ImportDetail,
  ImportProblem,
  ImportSkip,
  ImportSummary,
  Mapping,
} from '@attain/contract/imports';
import { isoMoment } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';
import { joinJob, orderJob } from '../../jobs/job-store.ts';
import type { StatedControl } from './control-totals.ts';
import type { KindName } from './kinds/kind.ts';
import type { FilePreview } from './reading/preview-source.ts';

/** A second file of an import. */
export interface StoredLookup {
  readonly id: string;
  readonly fileName: string;
  readonly header: boolean;
  readonly delimiter: string | null;
  readonly sheet: string | null;
  readonly headers: readonly string[];
}

/** The stored preview: the wire format, and the basis of the proposal. */
export interface StoredPreview extends FilePreview {
  /** The stored import with the same headers that the mapping was taken from; null: it was proposed. */
  readonly mappingOf: ImportDetail['mappingOf'];
  /** The mapping proposed from the headers alone. */
  readonly proposed?: Mapping;
  /** The profile that a person chose to store the mapping as. */
  readonly profileName?: string;
  /** Second files that the last file like this one had, by name. */
  readonly awaited?: readonly string[];
}

/** An import with everything the use-cases decide on. */
export interface StoredImport extends Omit<Import, 'kind'> {
  readonly kind: KindName;
  readonly preview: StoredPreview;
  readonly mapping: Mapping;
  readonly summary: ImportSummary | null;
  readonly createdById: string;
  readonly checkedById: string | null;
  readonly editorIds: readonly string[];
  readonly lookups: readonly StoredLookup[];
  /** The request to approve it, and whether it is open. */
  readonly approvalId: string | null;
  readonly awaitsApproval: boolean;
  readonly control: StatedControl | null;
}

const columns = `i.id, i.kind, i.plan_id AS "planId", i.file_name AS "fileName", i.content_hash AS "contentHash",
  i.byte_count::int8 AS "byteCount", i.status, i.problem_count AS "problemCount", i.skip_bad_rows AS "skipBadRows",
  json_build_object('done', coalesce(j.done, 0), 'total', greatest(j.total, j.done, 0), 'estimated', i.status = 'checking') AS progress, i.error,
  (SELECT json_build_object('id', o.id, 'fileName', o.file_name, 'committedAt', ${isoMoment('o.committed_at')}, 'sameMapping', o.mapping IS NOT DISTINCT FROM i.mapping AND NOT o.skip_bad_rows, 'skippedRows', o.skip_bad_rows) FROM imports o
    WHERE o.kind = i.kind AND o.content_hash = i.content_hash AND o.status = 'committed' AND o.id <> i.id
      AND NOT EXISTS (SELECT 1 FROM imports u WHERE u.undoes = o.id)
      AND o.plan_id IS NOT DISTINCT FROM i.plan_id ORDER BY o.mapping IS NOT DISTINCT FROM i.mapping DESC, o.committed_at DESC LIMIT 1) AS "sameAs",
  coalesce(u.display_name, 'Attain') AS "createdBy", i.created_by AS "createdById",
  i.undoes, i.has_images AND NOT EXISTS (SELECT 1 FROM imports u WHERE u.undoes = i.id) AS "canUndo",
  (SELECT json_build_object('id', u.id, 'fileName', u.file_name, 'committedAt', ${isoMoment('u.committed_at')}) FROM imports u WHERE u.undoes = i.id) AS undone,
  ${isoMoment('i.created_at')} AS "createdAt", ${isoMoment('i.committed_at')} AS "committedAt"`;

const lookupsOf = `coalesce((SELECT json_agg(jsonb_build_object('id', l.id, 'fileName', l.file_name) || l.shape ORDER BY l.position)
  FROM import_lookups l WHERE l.import_id = i.id), '[]'::json)`;

const source = `imports i LEFT JOIN users u ON u.id = i.created_by ${joinJob('import', 'i')}`;

/** One import, or null; with `lock` it is held until the transaction ends. */
export async function selectImport(tx: TenantTx, id: string, lock = false): Promise<StoredImport | null> {
  if (lock) await tx.client.query('SELECT 1 FROM imports WHERE id = $1 FOR UPDATE', [id]);
  // named: a screen asks it again and again while a file is read, and planning it takes longer than answering it
  const result = await tx.client.query<StoredImport & { byteCount: string }>({
    name: 'import',
    text: `SELECT ${columns}, i.preview, i.mapping, i.summary, ${lookupsOf} AS lookups, i.checked_by AS "checkedById", i.editors AS "editorIds", i.approval_id AS "approvalId", i.control,
       EXISTS (SELECT 1 FROM attestation_records a WHERE a.id = i.approval_id AND a.status = 'open' AND a.expires_at > now()) AS "awaitsApproval" FROM ${source} WHERE i.id = $1`,
    values: [id],
  });
  const row = result.rows[0];
  return row === undefined ? null : { ...row, byteCount: Number(row.byteCount) };
}

/** The profile of an import: the chosen one, that of the last file like it, or one named as the file. */
export function profileNameOf({
  preview,
  fileName,
}: Pick<StoredImport, 'fileName'> & { preview: StoredPreview | null }): string {
  const stem = fileName
    .replace(/\.[^.]*$/, '')
    .trim()
    .slice(0, 60);
  return preview?.profileName ?? preview?.mappingOf?.profile.name ?? (stem === '' ? 'File' : stem);
}

/** One page of imports, newest first, one row more than asked. */
export async function selectImports(
  tx: TenantTx,
  query: { kind: KindName | null; after: readonly string[] | null; limit: number },
): Promise<Import[]> {
  const result = await tx.client.query<Import>(
    `SELECT ${columns} FROM ${source}
      WHERE ($1::text IS NULL OR i.kind = $1) AND ($2::timestamptz IS NULL OR (i.created_at, i.id) < ($2, $3::uuid))
      ORDER BY i.created_at DESC, i.id DESC LIMIT $4`,
    [query.kind, query.after?.[0] ?? null, query.after?.[1] ?? null, query.limit + 1],
  );
  return result.rows.map((row) => ({ ...row, byteCount: Number(row.byteCount) }));
}

/** A file that was just taken in. */
export interface NewImport {
  readonly id: string;
  readonly kind: KindName;
  readonly planId: string | null;
  readonly fileName: string;
  readonly contentHash: string;
  readonly byteCount: number;
  readonly preview: StoredPreview;
  readonly mapping: Mapping;
  readonly createdBy: string;
}

/** Stores a new import in the state `uploaded`. */
export async function insertImport(tx: TenantTx, row: NewImport): Promise<void> {
  await tx.client.query(
    `INSERT INTO imports (tenant_id, id, kind, plan_id, file_name, content_hash, byte_count, status, preview, mapping, created_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 'uploaded', $8, $9, $10)`,
    [
      tx.tenantId,
      row.id,
      row.kind,
      row.planId,
      row.fileName,
      row.contentHash,
      row.byteCount,
      JSON.stringify(row.preview),
      JSON.stringify(row.mapping),
      row.createdBy,
    ],
  );
}

/** Stores a second file, with the columns and the mapping it leads to; the import has to be checked again. */
export async function insertLookup(
  tx: TenantTx,
  stored: StoredImport,
  next: {
    lookup: StoredLookup;
    contentHash: string;
    byteCount: number;
    preview: StoredPreview;
    mapping: Mapping;
  },
): Promise<void> {
  const { id, fileName, ...shape } = next.lookup;
  await tx.client.query(
    `INSERT INTO import_lookups (tenant_id, id, import_id, position, file_name, content_hash, byte_count, shape)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      tx.tenantId,
      id,
      stored.id,
      stored.lookups.length,
      fileName,
      next.contentHash,
      next.byteCount,
      JSON.stringify(shape),
    ],
  );
  await tx.client.query(
    `UPDATE imports SET status = 'uploaded', preview = $2, mapping = $3, summary = NULL, problem_count = 0,
       error = NULL, updated_at = now() WHERE id = $1`,
    [stored.id, JSON.stringify(next.preview), JSON.stringify(next.mapping)],
  );
}

/** Orders a dry run or a commit. */
export async function markStarted(
  tx: TenantTx,
  start: {
    id: string;
    status: 'checking' | 'committing';
    mapping: Mapping;
    preview: StoredPreview;
    skipBadRows: boolean;
    total: number | null;
  },
): Promise<void> {
  await tx.client.query(
    `UPDATE imports SET status = $2, mapping = $3, preview = $4, skip_bad_rows = $5, error = NULL, updated_at = now(),
       control = CASE WHEN $2 = 'committing' THEN control
         WHEN mapping->'controls' IS NOT DISTINCT FROM $3::jsonb->'controls' THEN jsonb_set(control, '{reason}', 'null') END WHERE id = $1`,
    [start.id, start.status, JSON.stringify(start.mapping), JSON.stringify(start.preview), start.skipBadRows],
  );
  await orderJob(tx, 'import', start.id, start.total);
}

/** Stores what a person stated as control totals. */
export async function updateControl(tx: TenantTx, id: string, control: StatedControl): Promise<void> {
  await tx.client.query('UPDATE imports SET control = $2, updated_at = now() WHERE id = $1', [
    id,
    JSON.stringify(control),
  ]);
}

/** Stores how an import ended other than by its commit. */
export async function updateEnded(
  tx: TenantTx,
  id: string,
  { status, error }: { readonly status: string; readonly error: string | null },
): Promise<void> {
  await tx.client.query('UPDATE imports SET status = $2, error = $3, updated_at = now() WHERE id = $1', [
    id,
    status,
    error,
  ]);
}

/** One page of a dry run's problems by line, one row more than asked; `after` is the number of the last one before. */
export async function selectProblems(
  tx: TenantTx,
  query: { id: string; after: number; limit: number },
): Promise<(Omit<ImportProblem, 'rule'> & { seq: number })[]> {
  const result = await tx.client.query<Omit<ImportProblem, 'rule'> & { seq: number }>(
    `SELECT seq, line, "column", field, value, severity, reason, fix FROM import_problems
      WHERE import_id = $1 AND seq > $2 ORDER BY seq LIMIT $3`,
    [query.id, query.after, query.limit + 1],
  );
  return result.rows;
}

/** One page of the rows that are skipped, by line, one row more than asked. */
export async function selectSkips(
  tx: TenantTx,
  query: { id: string; after: number; limit: number },
): Promise<ImportSkip[]> {
  const result = await tx.client.query<ImportSkip>(
    `SELECT s.line, s.reason, left(s.source, 2000) AS source, s.is_error AS "isError" FROM import_skips s JOIN imports i ON i.id = s.import_id
      WHERE s.import_id = $1 AND s.line > $2 AND (i.skip_bad_rows OR NOT s.is_error) ORDER BY s.line LIMIT $3`,
    [query.id, query.after, query.limit + 1],
  );
  return result.rows;
}

/** A row with errors: its text, empty if it was too long to be kept, and every error with its fix. */
export interface StoredBadRow {
  readonly line: number;
  readonly source: string;
  readonly problems: string;
}

/** One page of the rows with errors, by line. */
export async function selectBadRows(
  tx: TenantTx,
  query: { id: string; after: number; limit: number },
): Promise<StoredBadRow[]> {
  const result = await tx.client.query<StoredBadRow>(
    `WITH page AS (
       SELECT line, source, reason FROM import_skips WHERE import_id = $1 AND is_error AND line > $2 ORDER BY line LIMIT $3
     )
     SELECT s.line, s.source, coalesce(p.problems, s.reason) AS problems FROM page s
       LEFT JOIN (SELECT line, string_agg(concat_ws(': ', "column", reason || ' ' || fix), ' ' ORDER BY seq) AS problems
                    FROM import_problems WHERE import_id = $1 AND severity = 'error' AND line > $2 AND line <= (SELECT max(line) FROM page)
                   GROUP BY line) p USING (line)
      ORDER BY s.line`,
    [query.id, query.after, query.limit],
  );
  return result.rows;
}

/** One page of what a commit would change, by line, one row more than asked. */
export async function selectChanges(
  tx: TenantTx,
  query: { id: string; after: number; limit: number },
): Promise<(ImportChange & { line: number })[]> {
  const result = await tx.client.query<ImportChange & { line: number }>(
    'SELECT key, line, changes FROM import_changes WHERE import_id = $1 AND line > $2 ORDER BY line LIMIT $3',
    [query.id, query.after, query.limit + 1],
  );
  return result.rows;
}

/** The workspace's own currency, ISO 4217. */
export async function selectCurrency(tx: TenantTx): Promise<string> {
  const result = await tx.client.query<{ currency: string }>('SELECT currency FROM tenants');
  return result.rows[0]?.currency ?? 'USD';
}

/** What approval of an import is decided by. */
export interface Asked {
  readonly createdBy: string;
  readonly editors: readonly string[];
  /** Accounts of those whose pay it can change; where that was not worked out, of everyone who is paid. */
  readonly benefits: readonly string[];
  /** SHA-256 of the second files, in order. */
  readonly lookups: readonly string[];
}

/** The people and files behind an import, or null. */
export async function selectAsked(tx: TenantTx, id: string): Promise<Asked | null> {
  const result = await tx.client.query<Asked>(
    `SELECT created_by AS "createdBy", editors,
            coalesce(benefits, ARRAY(SELECT user_id FROM memberships WHERE participant_id IS NOT NULL)) AS benefits,
            ARRAY(SELECT content_hash FROM import_lookups l WHERE l.import_id = i.id ORDER BY l.position) AS lookups
       FROM imports i WHERE id = $1`,
    [id],
  );
  return result.rows[0] ?? null;
}

/** What these people imported or undid without approval in the last 24 hours, but for this import; an undo counts as what it undoes. */
export async function selectDaySizes(
  tx: TenantTx,
  of: { id: string | null; by: readonly string[]; among: 'started' | 'committed' },
): Promise<ImportCounts[]> {
  const result = await tx.client.query<ImportCounts>(
    `SELECT (c.summary->>'added')::int AS added, (c.summary->>'changed')::int AS changed, c.summary->'removal' AS removal, c.summary->'totals' AS totals
       FROM imports i JOIN imports c ON c.id = coalesce(i.undoes, i.id)
      WHERE i.id IS DISTINCT FROM $1::uuid AND (i.created_by = ANY ($2::uuid[]) OR i.editors && $2::uuid[]) AND i.approval_id IS NULL AND c.summary IS NOT NULL
        AND i.kind NOT IN ('plan-components', 'adjustments') AND (i.committed_at > now() - interval '24 hours' OR $3 AND i.status = 'committing')`,
    [of.id, of.by, of.among === 'started'],
  );
  return result.rows;
}

/** Stores the request that an import waits for; null: none. */
export async function updateApproval(tx: TenantTx, id: string, approvalId: string | null): Promise<void> {
  await tx.client.query('UPDATE imports SET approval_id = $2, updated_at = now() WHERE id = $1', [
    id,
    approvalId,
  ]);
}

/** Stores who chose how an import is read. */
export async function updateChecker(tx: TenantTx, id: string, userId: string): Promise<void> {
  await tx.client.query('UPDATE imports SET checked_by = $2 WHERE id = $1', [id, userId]);
  await addEditor(tx, id, userId);
}

/** Stores that a person had a part in what an import stores, however others change it later. */
export async function addEditor(tx: TenantTx, id: string, userId: string): Promise<void> {
  await tx.client.query(
    'UPDATE imports SET editors = editors || $2::uuid WHERE id = $1 AND NOT $2 = ANY (editors)',
    [id, userId],
  );
}
