import type { Simulation, SimulationPayee } from '@attain/contract/simulations/simulations';
import type { Problem } from '@attain/domain/base/result';
import type { Plan } from '@attain/domain/plans/plan';
import { isoMoment } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';
import { jobProgress, joinJob } from '../../jobs/job-store.ts';

const columns = `s.id, s.kind,
  json_build_object('planId', s.plan_id, 'name', s.document->>'name', 'version', s.plan_version, 'documentHash', s.document_hash) AS draft,
  CASE WHEN s.baseline_plan_id IS NULL THEN NULL ELSE json_build_object('planId', s.baseline_plan_id,
    'name', s.baseline->>'name', 'version', s.baseline_version, 'documentHash', s.baseline_hash) END AS baseline,
  json_build_object('key', s.span_key, 'from', s.span_from, 'to', s.span_to) AS span, s.seed, s.scenarios, s.status,
  ${jobProgress} AS progress, coalesce(s.problems, '[]'::jsonb) AS problems,
  s.error, s.input_hash AS "inputHash", s.result_hash AS "resultHash", s.engine_version AS "engineVersion",
  CASE WHEN s.kind = 'lint' THEN s.result END AS lint, CASE WHEN s.kind = 'replay' THEN s.result END AS replay,
  CASE WHEN s.kind = 'monte-carlo' THEN s.result END AS "monteCarlo",
  coalesce(u.display_name, 'Attain') AS "createdBy", ${isoMoment('s.created_at')} AS "createdAt", ${isoMoment('s.finished_at')} AS "finishedAt"`;

const source = `simulations s LEFT JOIN users u ON u.id = s.created_by
  ${joinJob('simulation', 's')}`;

/** One simulation with its progress, or null. */
export async function selectSimulation(tx: TenantTx, id: string): Promise<Simulation | null> {
  const result = await tx.client.query<Simulation>(`SELECT ${columns} FROM ${source} WHERE s.id = $1`, [id]);
  return result.rows[0] ?? null;
}

/** One page of simulations, newest first, one row more than asked. */
export async function selectSimulations(
  tx: TenantTx,
  query: { planId: string | null; kind: string | null; after: readonly string[] | null; limit: number },
): Promise<Simulation[]> {
  const result = await tx.client.query<Simulation>(
    `SELECT ${columns} FROM ${source}
      WHERE ($1::uuid IS NULL OR s.plan_id = $1) AND ($2::text IS NULL OR s.kind = $2)
        AND ($3::timestamptz IS NULL OR (s.created_at, s.id) < ($3, $4::uuid))
      ORDER BY s.created_at DESC, s.id DESC LIMIT $5`,
    [query.planId, query.kind, query.after?.[0] ?? null, query.after?.[1] ?? null, query.limit + 1],
  );
  return result.rows;
}

/** A plan as a simulation is pinned to it. */
export interface PinnedPlan {
  readonly planId: string;
  readonly version: number | null;
  readonly document: Plan;
  readonly documentHash: string;
}

export interface SimulationTerms {
  readonly id: string;
  readonly kind: Simulation['kind'];
  readonly draft: PinnedPlan;
  readonly baseline: PinnedPlan | null;
  readonly span: { readonly key: string; readonly from: string; readonly to: string };
  readonly seed: string | null;
  readonly scenarios: number | null;
  readonly createdBy: string;
}

/** Stores an ordered simulation. */
export async function insertSimulation(
  tx: TenantTx,
  terms: SimulationTerms,
  engineVersion: string,
): Promise<void> {
  const { draft, baseline, span } = terms;
  await tx.client.query(
    `INSERT INTO simulations (tenant_id, id, kind, plan_id, plan_version, document, document_hash, baseline_plan_id, baseline_version,
       baseline, baseline_hash, span_key, span_from, span_to, seed, scenarios, status, engine_version, created_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, 'queued', $17, $18)`,
    [
      ...[tx.tenantId, terms.id, terms.kind, draft.planId, draft.version],
      ...[JSON.stringify(draft.document), draft.documentHash],
      ...[baseline?.planId ?? null, baseline?.version ?? null],
      ...[baseline === null ? null : JSON.stringify(baseline.document), baseline?.documentHash ?? null],
      ...[span.key, span.from, span.to, terms.seed, terms.scenarios, engineVersion, terms.createdBy],
    ],
  );
}

/** Marks a simulation as running and reads its terms; null: it was removed with its plan. */
export async function takeSimulation(tx: TenantTx, id: string): Promise<SimulationTerms | null> {
  const result = await tx.client.query<SimulationTerms>(
    `UPDATE simulations SET status = 'running', started_at = now() WHERE id = $1
     RETURNING id, kind, seed, scenarios, created_by AS "createdBy",
       json_build_object('planId', plan_id, 'version', plan_version, 'document', document, 'documentHash', document_hash) AS draft,
       CASE WHEN baseline_plan_id IS NULL THEN NULL ELSE json_build_object('planId', baseline_plan_id, 'version', baseline_version,
         'document', baseline, 'documentHash', baseline_hash) END AS baseline,
       json_build_object('key', span_key, 'from', span_from, 'to', span_to) AS span`,
    [id],
  );
  return result.rows[0] ?? null;
}

/** How a simulation ended, with its result when it did what it was ordered to. */
export interface SimulationEnd {
  readonly status: 'completed' | 'cancelled' | 'failed';
  readonly error: string | null;
  readonly problems: readonly Problem[];
  readonly inputHash: string | null;
  readonly resultHash: string | null;
  readonly result: object | null;
}

/** Writes the end of a simulation. */
export async function updateEnded(tx: TenantTx, id: string, end: SimulationEnd): Promise<void> {
  await tx.client.query(
    `UPDATE simulations SET status = $2, error = $3, problems = $4, input_hash = $5, result_hash = $6, result = $7, finished_at = now()
      WHERE id = $1`,
    [
      ...[id, end.status, end.error, JSON.stringify(end.problems), end.inputHash, end.resultHash],
      end.result === null ? null : JSON.stringify(end.result),
    ],
  );
}

export type PayeeRow = Omit<SimulationPayee, 'problems'> & { readonly problems: readonly Problem[] };

/** Stores payees of a simulation. */
export async function insertPayees(
  tx: TenantTx,
  simulationId: string,
  rows: readonly PayeeRow[],
): Promise<void> {
  await tx.client.query(
    `INSERT INTO simulation_payees (tenant_id, simulation_id, participant_id, participant_name, outcome, before, after, delta,
       loses_in_percent, point_before, point_after, problems)
     SELECT $1, $2, r."participantId", r."participantName", r.outcome, r.before, r.after, r.delta, r."losesInPercent",
       nullif(r."pointBefore", 'null'), nullif(r."pointAfter", 'null'), r.problems
       FROM jsonb_to_recordset($3::jsonb) AS r("participantId" text, "participantName" text, outcome text, before numeric, after numeric,
         delta numeric, "losesInPercent" numeric, "pointBefore" jsonb, "pointAfter" jsonb, problems jsonb)`,
    [tx.tenantId, simulationId, JSON.stringify(rows)],
  );
}

const payeeColumns = `participant_id AS "participantId", participant_name AS "participantName", outcome, before::text, after::text,
  delta::text, loses_in_percent::text AS "losesInPercent", point_before AS "pointBefore", point_after AS "pointAfter", problems`;

/** How payees can be sorted: the SQL of the value, and the direction. */
const payeeOrders = {
  participant: { value: `participant_id COLLATE "C"`, cast: 'text', direction: '' },
  delta: { value: 'coalesce(delta, 0)', cast: 'numeric', direction: '' },
  '-delta': { value: 'coalesce(delta, 0)', cast: 'numeric', direction: 'DESC' },
} as const;
export type PayeeOrder = keyof typeof payeeOrders;

/** One page of a simulation's payees, one row more than asked; ties by id. */
export async function selectPayees(
  tx: TenantTx,
  query: {
    simulationId: string;
    search: string | null;
    outcome: string | null;
    sort: PayeeOrder;
    after: readonly string[] | null;
    limit: number;
  },
): Promise<SimulationPayee[]> {
  const { value, cast, direction } = payeeOrders[query.sort];
  const beyond = direction === '' ? '>' : '<';
  const result = await tx.client.query<SimulationPayee>(
    `SELECT ${payeeColumns} FROM simulation_payees
      WHERE simulation_id = $1 AND ($2::text IS NULL OR participant_name ILIKE $2 OR participant_id ILIKE $2)
        AND ($3::text IS NULL OR outcome = $3)
        AND ($4::text IS NULL OR (${value}, participant_id COLLATE "C") ${beyond} ($4::${cast}, $5::text COLLATE "C"))
      ORDER BY ${value} ${direction}, participant_id COLLATE "C" ${direction} LIMIT $6`,
    [
      ...[query.simulationId, query.search, query.outcome],
      ...[query.after?.[0] ?? null, query.after?.[1] ?? null, query.limit + 1],
    ],
  );
  return result.rows;
}
