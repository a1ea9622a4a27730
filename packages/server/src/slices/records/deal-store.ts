import type { Deal } from '@attain/contract/records';
import type { TextField } from '@attain/domain/plans/condition';
import { type OwnField, ownNameOf } from '@attain/domain/plans/own-fields';
import type { Plan } from '@attain/domain/plans/plan';
import { isoMoment } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';
import { type Reach, reachParameter, withinReach } from '../participants/visible-participants.ts';

export type DealSort = 'date' | '-date' | 'amount' | '-amount';

export interface DealFilters {
  /** Whose deals of which days are visible. */
  readonly reach: Reach;
  /** ILIKE pattern over id, customer, product and the participant's id and name. */
  readonly search: string | null;
  readonly participantId: string | null;
  readonly kind: string | null;
  readonly from: string | null;
  readonly to: string | null;
}

/** Deals of one kind, currency and unit together. */
export interface DealTotal {
  readonly kind: string;
  readonly currency: string | null;
  readonly unit: Deal['unit'];
  readonly deals: number;
  readonly amount: string;
}

const columns = `d.id, d.date, d.amount, d.unit, d.currency, d.participant_id AS "participantId",
  p.name AS "participantName", coalesce(d.splits, '[]') AS splits, coalesce(d.overlays, '[]') AS overlays, d.kind, d.product, d.territory, d.customer, d.own_fields AS "ownFields"`;

// A deal belongs to everyone with a split or an overlay; the following reads only the few deals that have any.
const among = (shares: 'splits' | 'overlays', isMeant: (id: string) => string) => `(d.${shares} IS NOT NULL
  AND EXISTS (SELECT 1 FROM jsonb_array_elements(d.${shares}) s WHERE ${isMeant("(s->>'participantId')")}))`;
const belongsTo = (isMeant: (id: string) => string) =>
  `(${isMeant('d.participant_id')} OR ${among('splits', isMeant)} OR ${among('overlays', isMeant)})`;
const isVisible = (id: string) => withinReach('$1', id, { from: 'd.date', to: 'd.date' });
/** SQL: the deal `d` is within reach `$1`. */
export const isVisibleDeal = `($1::jsonb IS NULL OR ${belongsTo(isVisible)})`;
const isAsked = (id: string) => `${id} = ANY($2)`;

const conditions = `${isVisibleDeal}
  AND ($2::text[] IS NULL OR ${belongsTo(isAsked)})
  AND ($3::date IS NULL OR d.date >= $3) AND ($4::date IS NULL OR d.date <= $4)
  AND ($5::text IS NULL OR d.id ILIKE $5 OR d.customer ILIKE $5 OR d.product ILIKE $5 OR d.participant_id ILIKE $5
       OR d.participant_id IN (SELECT n.id FROM participants n WHERE n.name ILIKE $5))
  AND ($6::text IS NULL OR d.kind = $6)`;

const values = (filters: DealFilters) => [
  reachParameter(filters.reach),
  filters.participantId === null ? null : [filters.participantId],
  filters.from,
  filters.to,
  filters.search,
  filters.kind,
];

/** One page of deals, one row more than asked. `after` is the sorted value and the id of the last row before. */
export async function selectDeals(
  tx: TenantTx,
  query: DealFilters & {
    readonly sort: DealSort;
    readonly after: readonly string[] | null;
    readonly limit: number;
  },
): Promise<Deal[]> {
  const [key, type] = query.sort.endsWith('date') ? ['d.date', 'date'] : ['d.amount', 'numeric'];
  const [direction, beyond] = query.sort.startsWith('-') ? ['DESC', '<'] : ['ASC', '>'];
  const result = await tx.client.query<Deal>(
    `SELECT ${columns} FROM deals d JOIN participants p ON p.id = d.participant_id
      WHERE ${conditions} AND ($7::text IS NULL OR (${key}, d.id) ${beyond} ($7::text::${type}, $8::text))
      ORDER BY ${key} ${direction}, d.id ${direction} LIMIT $9`,
    [...values(query), query.after?.[0] ?? null, query.after?.[1] ?? null, query.limit + 1],
  );
  return result.rows;
}

/** How many deals the filters let through. */
export async function countDeals(tx: TenantTx, filters: DealFilters): Promise<number> {
  const result = await tx.client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM deals d WHERE ${conditions}`,
    values(filters),
  );
  return result.rows[0]?.count ?? 0;
}

/** Count and sum of the deals the filters let through, by kind, currency and unit; most deals first. */
export async function selectDealTotals(tx: TenantTx, filters: DealFilters): Promise<DealTotal[]> {
  const result = await tx.client.query<DealTotal>(
    `SELECT d.kind, d.currency, d.unit, count(*)::int AS deals, sum(d.amount)::text AS amount
       FROM deals d WHERE ${conditions}
      GROUP BY d.kind, d.currency, d.unit ORDER BY count(*) DESC, d.kind, d.currency, d.unit`,
    values(filters),
  );
  return result.rows;
}

/** The most frequent values of a field, of the deals within reach. */
export async function selectDealValues(
  tx: TenantTx,
  reach: Reach,
  field: TextField | OwnField,
): Promise<{ value: string; deals: number }[]> {
  const name = ownNameOf(field);
  const [value, narrowed] =
    name === null ? [`d.${field}`, 'true'] : ['(d.own_fields->>$3)', "d.own_fields <> '{}'"];
  const result = await tx.client.query<{ value: string; deals: number }>(
    `SELECT ${value} AS value, count(*)::int AS deals FROM deals d
      WHERE d.tenant_id = $2 AND ${narrowed} AND ${value} IS NOT NULL AND ${isVisibleDeal}
      GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 200`,
    [reachParameter(reach), tx.tenantId, ...(name === null ? [] : [name])],
  );
  return result.rows;
}

/** The own fields that deals within reach have, most frequent first. */
export async function selectOwnFields(
  tx: TenantTx,
  reach: Reach,
): Promise<{ name: string; deals: number }[]> {
  const result = await tx.client.query<{ name: string; deals: number }>(
    `SELECT o.name, count(*)::int AS deals FROM deals d, jsonb_object_keys(d.own_fields) o (name)
      WHERE d.tenant_id = $2 AND d.own_fields <> '{}' AND ${isVisibleDeal}
      GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 200`,
    [reachParameter(reach), tx.tenantId],
  );
  return result.rows;
}

// The last approval in Attain, if the deal is still approved as of that day.
const approval = `(SELECT json_build_object('by', coalesce(u.display_name, 'Attain'), 'at', ${isoMoment('c.created_at')}, 'reason', coalesce(c.reason, ''))
   FROM record_changes c LEFT JOIN users u ON u.id = c.created_by
  WHERE d.approved_on IS NOT NULL AND c.deal_id = d.id AND c.before->>'approvedOn' IS NULL
    AND c.after->>'approvedOn' = d.approved_on::text AND (c.after->>'amount')::numeric = d.amount
  ORDER BY c.seq DESC LIMIT 1)`;

/** Active plans that require approval and pay someone on the day; `own`: a credited person is among them. */
export async function selectPlansThatAskApproval(
  tx: TenantTx,
  of: { date: string; credited: readonly string[] },
) {
  const result = await tx.client.query<{ document: Plan; own: boolean }>(
    `SELECT v.document, bool_or(s.participant_id = ANY($2)) AS own
       FROM plan_versions v JOIN plan_assignments s ON s.plan_id = v.plan_id
      WHERE v.status = 'Active' AND v.document @> '{"components": [{"approval": "required"}]}'
        AND s.from_date <= $1 AND (s.to_date IS NULL OR s.to_date >= $1)
      GROUP BY v.plan_id, v.version, v.document ORDER BY v.document->>'name', v.plan_id`,
    [of.date, of.credited],
  );
  return result.rows;
}

const people = `(SELECT coalesce(json_agg(json_build_object('participantId', n.id, 'name', n.name) ORDER BY n.id), '[]'::json)
   FROM participants n WHERE n.id IN (
     SELECT s->>'participantId' FROM jsonb_array_elements(coalesce(d.splits, '[]') || coalesce(d.overlays, '[]')) s))`;

/** One deal with the line it was imported from and that file's name, or null. */
export async function selectDeal(tx: TenantTx, id: string) {
  const result = await tx.client.query<
    Deal & {
      approvedOn: string | null;
      approval: { by: string; at: string; reason: string } | null;
      people: { participantId: string; name: string }[];
      termMonths: number | null;
      reversesId: string | null;
      importId: string | null;
      importLine: number | null;
      sourceText: string | null;
      importFileName: string | null;
    }
  >(
    `SELECT ${columns}, d.approved_on AS "approvedOn", ${approval} AS approval, ${people} AS people, d.term_months AS "termMonths", d.reverses_id AS "reversesId", d.import_id AS "importId", d.import_line AS "importLine", d.source_text AS "sourceText",
            i.file_name AS "importFileName"
       FROM deals d JOIN participants p ON p.id = d.participant_id LEFT JOIN imports i ON i.id = d.import_id
      WHERE d.id = $1`,
    [id],
  );
  return result.rows[0] ?? null;
}

/** Values of the deal before each import that changed it, latest first. */
export async function selectDealHistory(tx: TenantTx, id: string) {
  const result = await tx.client.query<{
    replacedAt: string;
    importId: string | null;
    before: Record<string, unknown>;
  }>(
    `SELECT ${isoMoment('replaced_at')} AS "replacedAt", import_id AS "importId", before
       FROM deal_history WHERE deal_id = $1 ORDER BY replaced_at DESC, replaced_by DESC`,
    [id],
  );
  return result.rows;
}
