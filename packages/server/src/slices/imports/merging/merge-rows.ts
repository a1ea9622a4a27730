import type { Mapping } from '@attain/contract/imports';
import type { TenantTx } from '../../../db/database.ts';
import { dealBefore } from '../../records/deal-before.ts';
import { removeAbsent } from './absent-rows.ts';
import { STAGED } from './staging.ts';
import {
  type DatedLink,
  differs,
  LINK_FROM,
  linkNow,
  mappedColumns,
  mappedLinks,
  newValue,
  sameKey,
  type Target,
} from './targets.ts';

/** Portions in which new rows are inserted, so that progress is seen and a cancel is heard between two of them. */
const PORTIONS = 20;

/**
 * Merges the staged rows into the table: changed rows are updated, new ones inserted, the rest is untouched. Every
 * written row gets the import, its line and its text. `report` receives the share of work done (0–1).
 */
export async function mergeRows(
  tx: TenantTx,
  job: {
    importId: string;
    target: Target;
    mapping: Mapping;
    /** A snapshot removes the rows found absent. */
    removes: boolean;
    report: (done: number) => void;
  },
): Promise<void> {
  const { importId, target, mapping } = job;
  if (job.removes) await removeAbsent(tx, importId, target);
  if (target.table === 'deals') await keepHistory(tx, job);
  await keepImages(tx, importId, {
    table: target.table,
    from: `${STAGED} s JOIN ${target.table} t ON ${sameKey(target)} WHERE ${differs(target, mapping)}`,
  });
  // links are compared with what is stored, so they are found before the rows change
  for (const link of mappedLinks(target, mapping)) await findMoves(tx, link, sameKey(target));
  await updateKnown(tx, job);
  await tx.client.query(`DELETE FROM ${STAGED} s USING ${target.table} t WHERE ${sameKey(target)}`);
  await insertNew(tx, job);
  for (const link of mappedLinks(target, mapping)) {
    const moved = `${movesOf(link)} m ON t.participant_id = m.id AND t.from_date <= m.from_date`;
    const from = `${link.table} t JOIN ${moved} AND (t.from_date = m.from_date OR t.to_date IS NULL OR t.to_date >= m.from_date)`;
    await keepImages(tx, importId, { table: link.table, from });
  }
  for (const link of mappedLinks(target, mapping)) await moveLinks(tx, link, importId);
}

/** Keeps the rows `t` as they are now, so that the import can be undone. */
async function keepImages(
  tx: TenantTx,
  importId: string,
  { table, from }: { table: string; from: string },
): Promise<void> {
  await tx.client.query(
    `INSERT INTO import_images (tenant_id, import_id, "of", before)
     SELECT DISTINCT $1::uuid, $2::uuid, $3, to_jsonb(t) FROM ${from}`,
    [tx.tenantId, importId, table],
  );
}

async function updateKnown(
  tx: TenantTx,
  job: { importId: string; target: Target; mapping: Mapping },
): Promise<void> {
  const { target, mapping } = job;
  const values = mappedColumns(target, mapping).map((column) => `${column.column} = ${newValue(column)}`);
  const provenance = ['import_id = $1', 'import_line = s.row_line', 'source_text = s.row_text'];
  const updated = target.hasUpdatedAt ? ['updated_at = now()'] : [];
  await tx.client.query(
    `UPDATE ${target.table} t SET ${[...values, ...provenance, ...updated].join(', ')} FROM ${STAGED} s
      WHERE ${sameKey(target)} AND (${differs(target, mapping)})`,
    [job.importId],
  );
}

/** Inserts what is left in the staging table, by ranges of its pages. */
async function insertNew(
  tx: TenantTx,
  job: { importId: string; target: Target; report: (done: number) => void },
): Promise<void> {
  const { importId, target } = job;
  const names = [...target.keys, ...target.columns].map(({ column }) => column);
  const staged = [
    ...target.keys.map((key) => key.staged ?? `s."${key.field}"`),
    ...target.columns.map((column) => column.whenNew ?? `s."${column.field}"`),
  ];
  const size = await tx.client.query<{ pages: number }>(
    `SELECT (pg_relation_size('${STAGED}') / current_setting('block_size')::int)::int AS pages`,
  );
  const pages = size.rows[0]?.pages ?? 0;
  const step = Math.max(1, Math.ceil(pages / PORTIONS));
  for (let page = 0; page < pages; page += step) {
    await tx.client.query(
      `INSERT INTO ${target.table} (tenant_id, ${names.join(', ')}, import_id, import_line, source_text)
       SELECT $1, ${staged.join(', ')}, $2, s.row_line, s.row_text FROM ${STAGED} s
        WHERE s.ctid >= '(${page},0)'::tid AND s.ctid < '(${page + step},0)'::tid`,
      [tx.tenantId, importId],
    );
    job.report(Math.min(1, (page + step) / pages));
  }
}

/** Stores the previous values of replaced deals. */
async function keepHistory(
  tx: TenantTx,
  job: { importId: string; target: Target; mapping: Mapping },
): Promise<void> {
  await tx.client.query(
    `INSERT INTO deal_history (tenant_id, deal_id, replaced_by, before, import_id)
     SELECT t.tenant_id, t.id, $1, ${dealBefore}, t.import_id
       FROM ${STAGED} s JOIN deals t ON ${sameKey(job.target)} WHERE ${differs(job.target, job.mapping)}`,
    [job.importId],
  );
}

const movesOf = (link: DatedLink) => `moved_${link.field}`;

/** People with another manager or territory, and from which day. New participants have no stored row yet. */
async function findMoves(tx: TenantTx, link: DatedLink, same: string): Promise<void> {
  await tx.client.query(
    `CREATE TEMPORARY TABLE ${movesOf(link)} ON COMMIT DROP AS
     SELECT s.id, s."${link.field}" AS value, ${LINK_FROM} AS from_date, s.row_line, s.row_text
       FROM ${STAGED} s LEFT JOIN participants t ON ${same}
      WHERE s."${link.field}" IS NOT NULL AND (t.id IS NULL OR ${linkNow(link)} IS DISTINCT FROM s."${link.field}")`,
  );
}

/** Ends the link that held until the day before and begins the new one, up to the next that is known already. */
async function moveLinks(tx: TenantTx, link: DatedLink, importId: string): Promise<void> {
  await tx.client.query(
    `UPDATE ${link.table} l SET to_date = m.from_date - 1 FROM ${movesOf(link)} m
      WHERE l.participant_id = m.id AND l.from_date < m.from_date AND (l.to_date IS NULL OR l.to_date >= m.from_date)`,
  );
  await tx.client.query(
    `DELETE FROM ${link.table} l USING ${movesOf(link)} m WHERE l.participant_id = m.id AND l.from_date = m.from_date`,
  );
  await tx.client.query(
    `INSERT INTO ${link.table} (tenant_id, participant_id, ${link.column}, from_date, to_date, import_id, import_line, source_text)
     SELECT $1, m.id, m.value, m.from_date,
            (SELECT min(n.from_date) - 1 FROM ${link.table} n WHERE n.participant_id = m.id AND n.from_date > m.from_date),
            $2, m.row_line, m.row_text
       FROM ${movesOf(link)} m`,
    [tx.tenantId, importId],
  );
}
