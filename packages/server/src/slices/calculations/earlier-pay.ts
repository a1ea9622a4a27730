import { earlierDay } from '@attain/domain/base/day';
import { daysOf, type Period } from '@attain/domain/base/period';
import type { Problem } from '@attain/domain/base/result';
import type { EarlierPay, PayoutLine } from '@attain/domain/payouts/payout';
import type { Plan } from '@attain/domain/plans/plan';
import { ApiError, must } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { type EarlierNeed, type NeededRecords, neededRecords } from './needed-records.ts';

/**
 * Records beyond the period that a plan's terms need, with pay of earlier runs. Throws NOT_CALCULABLE with all reasons
 * if an earlier period must be calculated first or the period is not one of the plan's.
 */
export async function recordsNeeded(
  tx: TenantTx,
  scope: Scope,
  ahead: PaidAhead = new Map(),
): Promise<{
  needed: NeededRecords;
  earlier: readonly EarlierPay[];
  read: Omit<EarlierRecords, 'pay' | 'missing'>;
}> {
  const { needed, earlier, read, missing } = await recordsKnown(tx, scope, ahead);
  const problems = missing.map(problemOf);
  if (problems[0]) throw new ApiError('NOT_CALCULABLE', problems[0].message, { problems });
  return { needed, earlier, read };
}

/** The same, with the earlier periods that are not calculated: their pay is not known. */
export async function recordsKnown(tx: TenantTx, scope: Scope, ahead: PaidAhead = new Map()) {
  const carried = await selectCarriedBefore(tx, scope.planId);
  const message = 'This period can’t be calculated yet.';
  const needed = must(neededRecords(scope.plan, scope.period, carried), 'NOT_CALCULABLE', message);
  const { pay, missing, ...read } = await selectEarlier(tx, { ...scope, ahead }, needed.earlier);
  return { needed, earlier: pay, read, missing };
}

/** For a plan: from which day on earlier periods decide a period's pay, and must be calculated first; null: none does. */
export async function findEarlierFrom(
  tx: TenantTx,
  { planId, plan }: Pick<Scope, 'planId' | 'plan'>,
): Promise<(period: Period) => string | null> {
  const carried = await selectCarriedBefore(tx, planId);
  return (period) => {
    const needed = neededRecords(plan, period, carried);
    const needs = needed.ok ? needed.value.earlier.filter(({ periods }) => periods.length > 0) : [];
    return needs.length === 0 ? null : needs.map(({ from }) => from).reduce(earlierDay);
  };
}

interface Scope {
  readonly planId: string;
  readonly plan: Plan;
  readonly period: Period;
}

/** Components whose limit carried pay in any version that was ever active; their carried pay goes to later versions. */
async function selectCarriedBefore(tx: TenantTx, planId: string): Promise<ReadonlySet<string>> {
  const result = await tx.client.query<{ id: string }>(
    `SELECT DISTINCT c->>'id' AS id FROM plan_versions v, jsonb_array_elements(v.document->'components') c
      WHERE v.plan_id = $1 AND v.activated_at IS NOT NULL AND jsonb_path_exists(c, '$.limits[*] ? (@.excess == "carried")')`,
    [planId],
  );
  return new Set(result.rows.map(({ id }) => id));
}

/** For stored runs, by ID, the new pay of payees whose pay changes; it replaces their stored pay. */
export type PaidAhead = ReadonlyMap<
  string,
  readonly {
    readonly participantId: string;
    readonly lines: readonly Pick<PayoutLine, 'componentId' | 'amount' | 'carriedOut'>[];
  }[]
>;

/** Pay and carried amounts of earlier runs that this period's pay depends on. */
interface EarlierRecords {
  readonly pay: readonly EarlierPay[];
  /** The runs that were read, and from which day on there could be others. */
  readonly runIds: readonly string[];
  readonly from: string | null;
  readonly missing: readonly MissingPeriod[];
}

/** An earlier period that a component needs and that is not calculated. */
interface MissingPeriod {
  readonly component: EarlierNeed['component'];
  readonly why: EarlierNeed['why'];
  readonly period: Period;
}

interface EarlierRun {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

/** Reads the newest completed run of each earlier period that a plan's terms look back on. */
async function selectEarlier(
  tx: TenantTx,
  scope: { planId: string; period: Period; ahead: PaidAhead },
  needs: readonly EarlierNeed[],
): Promise<EarlierRecords> {
  if (needs.length === 0) return { pay: [], runIds: [], from: null, missing: [] };
  const from = needs.reduce((first, need) => earlierDay(first, need.from), scope.period.from);
  const runs = await selectRuns(tx, scope, from);
  const missing = await selectMissing(tx, { ...scope, runs }, needs);
  const pay = missing.length > 0 ? [] : await selectPay(tx, { runs, ahead: scope.ahead }, needs);
  return { pay, runIds: runs.map(({ id }) => id), from, missing };
}

/** Only runs of the same kind of period: a quarter calculated besides its months settles nothing for them. */
async function selectRuns(
  tx: TenantTx,
  { planId, period }: { planId: string; period: Period },
  from: string,
): Promise<EarlierRun[]> {
  const result = await tx.client.query<EarlierRun>(
    `SELECT DISTINCT ON (period_from, period_to) id, period_from AS "from", period_to AS "to" FROM calculation_runs
      WHERE plan_id = $1 AND status = 'completed' AND period_to < $2 AND period_from >= $3
        AND regexp_replace(period_key, '\\d', '', 'g') = regexp_replace($4, '\\d', '', 'g')
      ORDER BY period_from, period_to, version DESC`,
    [planId, period.from, from, period.key],
  );
  return result.rows;
}

async function selectMissing(
  tx: TenantTx,
  { planId, runs }: { planId: string; runs: readonly EarlierRun[] },
  needs: readonly EarlierNeed[],
): Promise<MissingPeriod[]> {
  const known = new Set(runs.map(daysOf));
  const missing: MissingPeriod[] = [];
  for (const { component, why, periods } of needs) {
    if (why === 'carried' && runs.length === 0) continue;
    for (const period of periods) {
      if (known.has(daysOf(period))) continue;
      const { from, to } = period;
      const assigned = await tx.client.query(
        'SELECT 1 FROM plan_assignments WHERE plan_id = $1 AND from_date <= $3 AND (to_date IS NULL OR to_date >= $2) LIMIT 1',
        [planId, from, to],
      );
      if (assigned.rowCount !== 0) missing.push({ component, why, period });
    }
  }
  return missing;
}

function problemOf({ component, why, period: { key, from } }: MissingPeriod): Problem {
  const message = `“${component.name}” ${reasons[why]} ${key}, which has not been calculated. Calculate ${key} first.`;
  return { rule: rules[why], path: `earlier[${component.id}, ${from}]`, message };
}

const reasons = {
  deducted: 'deducts pay for',
  fund: 'uses the rest of its fund after',
  carried: 'pays the amount carried out of',
};
const rules = { deducted: 'MEASURE-5', fund: 'PAY-36', carried: 'PAY-33' };

/** Of what is deducted or was spent every line, of what was carried only the newest of each payee. */
async function selectPay(
  tx: TenantTx,
  { runs, ahead }: { runs: readonly EarlierRun[]; ahead: PaidAhead },
  needs: readonly EarlierNeed[],
): Promise<EarlierPay[]> {
  const again = runs.flatMap(({ id }) => (ahead.get(id) ?? []).map((payee) => ({ id, ...payee })));
  const lines = again.flatMap(({ id, participantId, lines: own }) =>
    own.map((line) => ({ id, participantId, ...line })),
  );
  const result = await tx.client.query<EarlierPay>(
    `WITH need AS (SELECT * FROM unnest($2::text[], $3::date[], $4::boolean[]) n(component_id, from_date, newest)
     ), again AS (SELECT * FROM unnest($5::uuid[], $6::text[]) a(run_id, participant_id)
     ), line AS (
       SELECT run_id, participant_id, component_id, amount, carried->>'carriedOut' AS carried FROM payout_lines l
        WHERE run_id = ANY($1) AND component_id = ANY($2) AND (run_id, participant_id) NOT IN (SELECT run_id, participant_id FROM again)
       UNION ALL
       SELECT * FROM unnest($7::uuid[], $8::text[], $9::text[], $10::numeric[], $11::text[]) n(run_id, participant_id, component_id, amount, carried) WHERE component_id = ANY($2)
     ), paid AS (
       SELECT l.participant_id, l.component_id, r.period_from, r.period_to, l.amount, l.carried,
              row_number() OVER (PARTITION BY l.participant_id, l.component_id ORDER BY r.period_to DESC) AS age
         FROM calculation_runs r JOIN line l ON l.run_id = r.id
        WHERE r.id = ANY($1)
     )
     SELECT p.participant_id AS "participantId", p.component_id AS "componentId", p.period_from AS "from", p.period_to AS "to",
            p.amount::text, coalesce(p.carried, '0') AS carried
       FROM paid p
      WHERE EXISTS (SELECT 1 FROM need n WHERE n.component_id = p.component_id AND p.period_from >= n.from_date AND (NOT n.newest OR p.age = 1))
      ORDER BY p.participant_id COLLATE "C", p.period_from, p.component_id COLLATE "C"`,
    [
      runs.map(({ id }) => id),
      needs.map(({ component }) => component.id),
      needs.map(({ from }) => from),
      needs.map(({ why }) => why === 'carried'),
      ...[again.map(({ id }) => id), again.map(({ participantId }) => participantId)],
      ...[lines.map(({ id }) => id), lines.map(({ participantId }) => participantId)],
      ...[lines.map(({ componentId }) => componentId), lines.map(({ amount }) => amount)],
      lines.map(({ carriedOut }) => carriedOut ?? null),
    ],
  );
  return result.rows;
}
