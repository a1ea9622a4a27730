import type { Mapping } from '@attain/contract/imports';
import type { TenantTx } from '../../../db/database.ts';
import {
  noteMovedTeams,
  noteTeamsOfDeals,
  noteTouched,
  pairOf,
  type Reach,
} from '../../records/record-reach.ts';
import { touchedByAbsent } from './absent-rows.ts';
import { STAGED } from './staging.ts';
import {
  differs,
  LINK_FROM,
  linkNow,
  type MergedKind,
  mappedColumns,
  mappedLinks,
  sameKey,
  type Target,
} from './targets.ts';

/** Rows up to which it is worked out who is touched; beyond, every calculation that reads the days is out of date. */
const MAX_ROWS = 200_000;

/** Columns of a participant that decide pay. */
const payColumns = ['hired_on', 'left_on', 'target_variable_annual', 'commission_rate_percent'];

interface Staged {
  readonly importId: string;
  readonly kind: MergedKind;
  readonly target: Target;
  readonly mapping: Mapping;
  /** Rows that are new, change or go. */
  readonly rows: number;
  /** A snapshot removes the rows found absent. */
  readonly removes: boolean;
}

/** Stores the people affected by the staged rows; call before merging. */
export async function noteReach(tx: TenantTx, staged: Staged): Promise<Reach> {
  const { importId: sourceId, target, mapping, rows } = staged;
  // before the first calculation nothing is out of date, and deals are many
  const first = staged.kind === 'deals' && !(await wasEverCalculated(tx));
  if (rows > MAX_ROWS || first) return { known: false, ratePairs: [] };
  const key = target.keys[0]?.column ?? '';
  const changed = `${STAGED} s LEFT JOIN ${target.table} t ON ${sameKey(target)} WHERE (t.${key} IS NULL OR ${differs(target, mapping)})`;
  const ratePairs = staged.kind === 'exchange-rates' ? await selectPairs(tx, changed) : [];
  await tx.client.query('DELETE FROM record_reach WHERE source_id = $1', [sourceId]);
  const sql = touchedSql(staged, changed);
  if (sql !== null) await noteTouched(tx, { sourceId, sql });
  const absent = staged.removes ? touchedByAbsent(staged.kind) : null;
  if (absent !== null) await noteTouched(tx, { sourceId, sql: absent });
  if (staged.kind === 'deals') await noteTeamsOfDeals(tx, sourceId);
  const movedSql = movedLines(staged);
  if (movedSql !== null) await noteMovedTeams(tx, { sourceId, movedSql });
  return { known: true, ratePairs };
}

async function wasEverCalculated(tx: TenantTx): Promise<boolean> {
  return (await tx.client.query('SELECT 1 FROM calculation_runs LIMIT 1')).rowCount !== 0;
}

async function selectPairs(tx: TenantTx, changed: string): Promise<string[]> {
  const result = await tx.client.query<{ pair: string }>(
    `SELECT DISTINCT ${pairOf('s."from"', 's."to"')} AS pair FROM ${changed}`,
  );
  return result.rows.map(({ pair }) => pair);
}

const always = `'1900-01-01'::date AS from_date, 'infinity'::date AS to_date`;

/** People affected by rows of the kind; null: no one directly. */
function touchedSql({ kind, target, mapping }: Staged, changed: string): string | null {
  switch (kind) {
    case 'deals':
      return dealsSql(changed);
    case 'quotas':
      return `SELECT s.participant AS participant_id, coalesce(s.component, '') AS component_id, false AS of_deals, s."from" AS from_date, s."to" AS to_date FROM ${changed}`;
    case 'leaves':
    case 'ramps':
      return `SELECT s.participant AS participant_id, '' AS component_id, false AS of_deals, s."from" AS from_date, greatest(s."to", t.to_date) AS to_date FROM ${changed}`;
    case 'pay-terms':
      return `SELECT s.participant AS participant_id, '' AS component_id, false AS of_deals, s."from" AS from_date, 'infinity'::date AS to_date FROM ${changed}`;
    case 'participants': {
      const columns = mappedColumns(target, mapping).filter(({ column }) => payColumns.includes(column));
      const other = differs({ ...target, columns, links: [] }, mapping);
      return `SELECT t.id AS participant_id, '' AS component_id, false AS of_deals, ${always} FROM ${STAGED} s JOIN participants t ON ${sameKey(target)} WHERE ${other}`;
    }
    default:
      return null;
  }
}

/** People a deal credits or credited, with the days of each month. */
function dealsSql(changed: string): string {
  return `WITH deal AS (
      SELECT coalesce(s.date, t.date) AS day, coalesce(s.participant, t.participant_id) AS owner, coalesce(s.splits, t.splits) AS splits, coalesce(s.overlays, t.overlays) AS overlays FROM ${changed}
      UNION ALL SELECT t.date, t.participant_id, t.splits, t.overlays FROM ${changed} AND t.id IS NOT NULL
    ), credited AS (
      SELECT day, owner AS participant_id FROM deal
      UNION ALL SELECT day, x->>'participantId' FROM deal, jsonb_array_elements(splits) x
      UNION ALL SELECT day, x->>'participantId' FROM deal, jsonb_array_elements(overlays) x
    ) SELECT participant_id, '' AS component_id, true AS of_deals, min(day) AS from_date, max(day) AS to_date FROM credited
       WHERE participant_id IS NOT NULL GROUP BY participant_id, date_trunc('month', day)`;
}

/** People whose reporting line changes; null: no one. */
function movedLines({ kind, target, mapping }: Staged): string | null {
  if (kind === 'reporting-lines')
    return `SELECT s.participant AS participant_id, m.manager_id, s."from" AS from_date FROM ${STAGED} s LEFT JOIN ${target.table} t ON ${sameKey(target)}
      CROSS JOIN LATERAL (VALUES (s.manager), (t.manager_id)) AS m (manager_id) WHERE t.participant_id IS NULL OR ${differs(target, mapping)}`;
  const link = mappedLinks(target, mapping).find(({ field }) => field === 'manager');
  if (link === undefined) return null;
  return `SELECT s.id AS participant_id, m.manager_id, ${LINK_FROM} AS from_date FROM ${STAGED} s LEFT JOIN participants t ON ${sameKey(target)}
    CROSS JOIN LATERAL (VALUES (s.manager), (${linkNow(link)})) AS m (manager_id)
    WHERE s.manager IS NOT NULL AND (t.id IS NULL OR ${linkNow(link)} IS DISTINCT FROM s.manager)`;
}
