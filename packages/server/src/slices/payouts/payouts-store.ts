import type { PayoutLine } from '@attain/contract/payouts';
import type { LineWindow } from '@attain/domain/payouts/payout';
import type { Unit } from '@attain/domain/plans/plan';
import type { TenantTx } from '../../db/database.ts';
import type { StoredCarried } from '../../db/schema/calculations.ts';

/** A line as stored, without the run it was asked under and the unit, which the plan says. */
export type StoredLine = Omit<PayoutLine, 'runId' | 'unit'>;

/** A line with what else is stored of it. */
export interface WholeLine extends StoredLine {
  /** Set if more than the period is measured. */
  readonly window: LineWindow | null;
  /** Set if a limit carries its excess. */
  readonly carried: StoredCarried | null;
  /** Deals and what each earned, in the order they earned. */
  readonly dealIds: readonly string[];
  readonly earned: readonly string[];
}

/** The order of a list: its key, and whether the greatest comes first. Lines without the figure come last. */
export interface LineOrder {
  readonly key: 'participant' | 'amount' | 'attainment';
  readonly descending: boolean;
}

/** Filter of the lines of a run. */
export interface LineFilter {
  readonly runId: string;
  readonly visible: string[] | null;
  readonly search: string | null;
  readonly componentId: string | null;
}

const columns = `l.participant_id AS "participantId", l.participant_name AS "participantName", l.component_id AS "componentId",
  l.component_name AS "componentName", l.currency, l.credited::text, l.quota::text,
  l.attainment_percent::text AS "attainmentPercent", l.target::text, l.amount::text, l.credit_count AS "creditCount"`;

const further = `l.measured AS "window", l.carried, l.deal_ids AS "dealIds", l.earned::text[] AS earned`;

const condition = `l.run_id = $1 AND ($2::text[] IS NULL OR l.participant_id = ANY($2))
  AND ($3::text IS NULL OR l.participant_name ILIKE $3 OR l.participant_id ILIKE $3)
  AND ($4::text IS NULL OR l.component_id = $4)`;

function keyOf(order: LineOrder): { readonly sql: string; readonly type: string } {
  if (order.key === 'participant') return { sql: 'l.participant_name', type: 'text' };
  if (order.key === 'amount') return { sql: 'l.amount', type: 'numeric' };
  const last = order.descending ? '-Infinity' : 'Infinity';
  return { sql: `coalesce(l.attainment_percent, '${last}'::numeric)`, type: 'numeric' };
}

/** One page of lines, one more than asked; `place` is the position in the order, for the cursor. */
export async function selectLines(
  tx: TenantTx,
  query: LineFilter & { order: LineOrder; after: readonly string[] | null; limit: number },
): Promise<(StoredLine & { key: string; seq: number })[]> {
  const key = keyOf(query.order);
  const [beyond, direction] = query.order.descending ? ['<', 'DESC'] : ['>', 'ASC'];
  const result = await tx.client.query<StoredLine & { key: string; seq: number }>(
    `SELECT ${columns}, l.seq, ${key.sql}::text AS key FROM payout_lines l
      WHERE ${condition} AND ($5::text IS NULL OR (${key.sql}, l.seq) ${beyond} ($5::${key.type}, $6::int))
      ORDER BY ${key.sql} ${direction}, l.seq ${direction} LIMIT $7`,
    [
      query.runId,
      query.visible,
      query.search,
      query.componentId,
      query.after?.[0] ?? null,
      query.after?.[1] ?? null,
      query.limit + 1,
    ],
  );
  return result.rows;
}

/** The unit that each component of a run's plan is measured in, by component id. */
export async function selectUnits(tx: TenantTx, runId: string): Promise<ReadonlyMap<string, Unit>> {
  const result = await tx.client.query<{ id: string; unit: Unit }>(
    `SELECT c->>'id' AS id, CASE WHEN c->'measure'->>'of' = 'deals' THEN 'Count' ELSE c->'measure'->>'unit' END AS unit
       FROM calculation_runs r JOIN plan_versions v ON v.plan_id = r.plan_id AND v.version = r.plan_version
      CROSS JOIN LATERAL jsonb_array_elements(v.document->'components') c
      WHERE r.tenant_id = $1 AND v.tenant_id = $1 AND r.id = $2`,
    [tx.tenantId, runId],
  );
  return new Map(result.rows.map(({ id, unit }) => [id, unit]));
}

/** How many lines there are and what they sum to, by component in the plan's order; whatever component is chosen. */
export async function selectTotals(tx: TenantTx, filter: Omit<LineFilter, 'componentId'>) {
  const result = await tx.client.query<{ id: string; name: string; lines: number; total: string }>(
    `SELECT l.component_id AS id, min(l.component_name) AS name, count(*)::int AS lines, sum(l.amount)::text AS total
       FROM payout_lines l WHERE ${condition} GROUP BY l.component_id ORDER BY min(l.seq)`,
    [filter.runId, filter.visible, filter.search, null],
  );
  return result.rows;
}

/** Every line of these participants, each one's in the plan's order. */
export async function selectWholeLines(
  tx: TenantTx,
  runId: string,
  participantIds: readonly string[],
): Promise<WholeLine[]> {
  const result = await tx.client.query<WholeLine>(
    `SELECT ${columns}, ${further} FROM payout_lines l
      WHERE l.tenant_id = $1 AND l.run_id = $2 AND l.participant_id = ANY($3) ORDER BY l.seq`,
    [tx.tenantId, runId, participantIds],
  );
  return result.rows;
}

/** Every line of one participant in the plan's order. */
export async function selectLinesOf(
  tx: TenantTx,
  runId: string,
  participantId: string,
): Promise<WholeLine[]> {
  const result = await tx.client.query<WholeLine>(
    `SELECT ${columns}, ${further} FROM payout_lines l WHERE l.run_id = $1 AND l.participant_id = $2 ORDER BY l.seq`,
    [runId, participantId],
  );
  return result.rows;
}

/** Names one line of a run. */
export interface LineName {
  readonly runId: string;
  readonly participantId: string;
  readonly componentId: string;
}

/** The sums of a line's credits, and whether they are what the line says; computed by the database. */
export interface LineProof {
  readonly creditCount: number;
  readonly creditedSum: string;
  readonly earnedSum: string;
  readonly adds: boolean;
}

/** The proof of a line's sums; null when there is no such line. */
export async function selectLineProof(tx: TenantTx, line: LineName): Promise<LineProof | null> {
  const result = await tx.client.query<LineProof>(
    `SELECT l.credit_count AS "creditCount", trim_scale(s.credited)::text AS "creditedSum", s.earned::text AS "earnedSum",
            s.credited = l.credited AND s.credits = l.credit_count AND l.amount = s.earned
              + coalesce((l.measured->>'trueUp')::numeric, 0) + coalesce((l.carried->>'carriedPaid')::numeric, 0) AS adds
       FROM payout_lines l
       CROSS JOIN LATERAL (
         SELECT coalesce(sum(c.credited), 0) AS credited, coalesce(sum(c.earned), 0 * l.amount) AS earned, count(*) AS credits
           FROM payout_credits c
          WHERE c.run_id = l.run_id AND c.participant_id = l.participant_id AND c.component_id = l.component_id
       ) s
      WHERE l.run_id = $1 AND l.participant_id = $2 AND l.component_id = $3`,
    [line.runId, line.participantId, line.componentId],
  );
  return result.rows[0] ?? null;
}
