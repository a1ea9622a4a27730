import type { Mapping } from '@attain/contract/imports';
import pg from 'pg';
import type { TenantTx } from '../../../db/database.ts';
import { canChangePay, newestVersion } from '../../records/record-reach.ts';
import { allKinds } from '../kinds/all-kinds.ts';
import { type KindName, OWN_FIELDS } from '../kinds/kind.ts';
import { absentDays, type Removal } from './absent-rows.ts';
import { STAGED } from './staging.ts';
import {
  columnOf,
  differs,
  keyText,
  linkNow,
  mappedColumns,
  mappedLinks,
  newValue,
  sameKey,
  type Target,
} from './targets.ts';

/** Effect of the staged rows on the stored ones. */
export interface Effect {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  /** Rows that a snapshot no longer has. */
  readonly removed: number;
  /** Days that the added and changed rows touch, before and after; `to` null: open. Both null when nothing changes or no day matters. */
  readonly touchedFrom: string | null;
  readonly touchedTo: string | null;
}

/** Counts what is new, what changes and what stays, and finds the days that are touched. */
export async function countEffect(
  tx: TenantTx,
  kindName: KindName,
  target: Target,
  { mapping, removal }: { mapping: Mapping; removal: Removal | null },
): Promise<Effect> {
  const { days } = allKinds[kindName];
  const from =
    days === null ? 'NULL::date' : `least(min(s."${days.from}"), min(t.${columnOf(target, days.from)}))`;
  const to =
    days === null || target.openEnded
      ? 'NULL::date'
      : `greatest(max(s."${days.to}"), max(t.${columnOf(target, days.to)}))`;
  const first = target.keys[0]?.column ?? '';
  const touched = `WHERE t.${first} IS NULL OR (${differs(target, mapping)})`;
  const result = await tx.client.query<{
    staged: number;
    added: number;
    changed: number;
    from: string | null;
    to: string | null;
  }>(
    `SELECT (SELECT count(*)::int FROM ${STAGED}) AS staged,
            count(*) FILTER (WHERE t.${first} IS NULL)::int AS added,
            count(*) FILTER (WHERE t.${first} IS NOT NULL)::int AS changed, ${from} AS "from", ${to} AS "to"
       FROM ${STAGED} s LEFT JOIN ${target.table} t ON ${sameKey(target)} ${touched}`,
  );
  const row = result.rows[0] ?? { staged: 0, added: 0, changed: 0, from: null, to: null };
  const removed = removal?.rows ?? 0;
  const gone = removed === 0 || days === null ? { from: null, to: null } : await absentDays(tx, target);
  return {
    added: row.added,
    changed: row.changed,
    unchanged: row.staged - row.added - row.changed,
    removed,
    touchedFrom: earlierOf(row.from, gone.from),
    touchedTo: laterOf(row.to, gone.to),
  };
}

function earlierOf(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

function laterOf(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}

/** How many stored rows an import adds, changes and removes. */
export function touchedRows({ added, changed, removed }: Effect): number {
  return added + changed + removed;
}

/** Writes down every stored row that would change, field by field, before and after. */
export async function storeChanges(
  tx: TenantTx,
  importId: string,
  target: Target,
  mapping: Mapping,
): Promise<void> {
  const pairs = [
    ...mappedColumns(target, mapping).flatMap((column) =>
      column.field === OWN_FIELDS
        ? ownPairs(mapping)
        : [[column.field, `t.${column.column}`, newValue(column)] as const],
    ),
    ...mappedLinks(target, mapping).map(
      (link) => [link.field, linkNow(link), `coalesce(s."${link.field}", ${linkNow(link)})`] as const,
    ),
  ];
  if (pairs.length === 0) return;
  const values = pairs.map(
    ([field, before, after]) =>
      `(${pg.escapeLiteral(field)}, (${before})::text, (${after})::text, (${before}) IS DISTINCT FROM (${after}))`,
  );
  await tx.client.query(
    `INSERT INTO import_changes (tenant_id, import_id, line, key, changes)
     SELECT $1, $2, s.row_line, ${keyText(target)}, (SELECT jsonb_agg(jsonb_build_object('field', c.field, 'before', c.before, 'after', c.after))
              FROM (VALUES ${values.join(', ')}) AS c (field, before, after, differs) WHERE c.differs)
       FROM ${STAGED} s JOIN ${target.table} t ON ${sameKey(target)} WHERE ${differs(target, mapping)}`,
    [tx.tenantId, importId],
  );
}

/** Each own field of the file separately. */
function ownPairs({ ownFields = [] }: Mapping) {
  return ownFields.map(({ name }) => {
    const key = pg.escapeLiteral(name);
    return [name, `t.own_fields->>${key}`, `s."${OWN_FIELDS}"->>${key}`] as const;
  });
}

/** A calculation whose figures the import would make stale. */
export interface StaleRun {
  readonly runId: string;
  readonly planName: string;
  readonly periodKey: string;
  readonly version: number;
}

/**
 * The newest calculation of every plan and period that the staged rows can make pay otherwise, and those that build on one of
 * them, by plan and in order; `plans` null: all that read the days.
 */
export async function findStaleRuns(
  tx: TenantTx,
  effect: Effect,
  source: {
    readonly id: string;
    readonly plans: readonly string[] | null;
    readonly ratePairs: readonly string[];
  },
): Promise<StaleRun[]> {
  if (touchedRows(effect) === 0) return [];
  const result = await tx.client.query<StaleRun>(
    `WITH RECURSIVE reached AS (
       SELECT c.id, c.plan_id, c.period_from FROM calculation_runs c JOIN plan_versions v ON v.plan_id = c.plan_id AND v.version = c.plan_version
         CROSS JOIN (SELECT $3::uuid AS id, $4::uuid[] AS reached_plans, $5::text[] AS rate_pairs) i
        WHERE c.status = 'completed' AND c.version = ${newestVersion('c')}
          AND coalesce($1::date, c.period_from) <= coalesce(c.read_to, c.period_to)
          AND coalesce($2::date, c.period_to) >= coalesce(c.read_from, c.period_from) AND ${canChangePay('i')}
       UNION
       SELECT c.id, c.plan_id, c.period_from FROM reached r JOIN calculation_runs c ON c.plan_id = r.plan_id AND r.id = ANY (c.earlier_runs)
        WHERE c.status = 'completed' AND c.version = ${newestVersion('c')}
     )
     SELECT c.id AS "runId", v.document->>'name' AS "planName", c.period_key AS "periodKey", c.version
       FROM reached JOIN calculation_runs c USING (id) JOIN plan_versions v ON v.plan_id = c.plan_id AND v.version = c.plan_version
      ORDER BY c.plan_id, c.period_from, c.period_to`,
    [effect.touchedFrom, effect.touchedTo, source.id, source.plans, source.ratePairs],
  );
  return result.rows;
}
