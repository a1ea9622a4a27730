import type { Period } from '@attain/domain/base/period';
import type { ExchangeRate } from '@attain/domain/crediting/deal';
import type {
  Enrolment,
  Leave,
  Participant,
  PayTerm,
  Quota,
  Ramp,
  ReportingLine,
} from '@attain/domain/quotas/participant';
import type { TenantTx } from '../../db/database.ts';
import type { NeededRecords } from './needed-records.ts';

/**
 * IDs of the payees of a plan in a period: those assigned on any of its days, and `owed`, those with pay owed from an
 * earlier period.
 */
export async function selectPayees(
  tx: TenantTx,
  scope: { planId: string; period: Period; participantIds?: readonly string[] },
  owed: readonly string[],
): Promise<Participant[]> {
  const result = await tx.client.query<Participant>(
    `SELECT p.id, p.name, p.hired_on AS "hiredOn", p.left_on AS "leftOn",
            p.target_variable_annual::text AS "targetVariableAnnual", p.commission_rate_percent::text AS "commissionRatePercent"
       FROM participants p
      WHERE (p.id = ANY($5) OR EXISTS (SELECT 1 FROM plan_assignments a WHERE a.plan_id = $1 AND a.participant_id = p.id
                       AND a.from_date <= $3 AND (a.to_date IS NULL OR a.to_date >= $2)))
        AND ($4::text[] IS NULL OR p.id = ANY($4))
      ORDER BY p.id COLLATE "C"`,
    [scope.planId, scope.period.from, scope.period.to, scope.participantIds ?? null, owed],
  );
  return result.rows;
}

/** Quotas that overlap the days; a quota in the plan's currency has none stored. */
export async function selectQuotas(tx: TenantTx, days: NeededRecords['asked']): Promise<Quota[]> {
  const result = await tx.client.query<Quota & { currency: string | null }>(
    `SELECT participant_id AS "participantId", nullif(component_id, '') AS "componentId", unit, from_date AS "from", to_date AS "to", amount::text, currency
       FROM quotas WHERE from_date <= $2 AND to_date >= $1 ORDER BY participant_id, component_id, unit, from_date, to_date`,
    [days.from, days.to],
  );
  return result.rows.map(({ currency, ...quota }) => (currency === null ? quota : { ...quota, currency }));
}

/** Rates into or out of the plan's currency by the other currency, oldest first. */
export async function selectRates(
  tx: TenantTx,
  currency: string,
  until: string,
): Promise<Map<string, ExchangeRate[]>> {
  const result = await tx.client.query<ExchangeRate>(
    `SELECT from_currency AS "from", to_currency AS "to", date, rate::text, source FROM exchange_rates
      WHERE (from_currency = $1 OR to_currency = $1) AND date <= $2 ORDER BY from_currency, to_currency, date`,
    [currency, until],
  );
  return Map.groupBy(result.rows, (rate) => (rate.from === currency ? rate.to : rate.from));
}

/** From when to when each takes part in the plan, as far as it touches the days. */
export async function selectEnrolments(
  tx: TenantTx,
  planId: string,
  days: NeededRecords['asked'],
): Promise<Enrolment[]> {
  const result = await tx.client.query<Enrolment>(
    `SELECT participant_id AS "participantId", from_date AS "from", to_date AS "to" FROM plan_assignments
      WHERE plan_id = $1 AND from_date <= $3 AND (to_date IS NULL OR to_date >= $2) ORDER BY participant_id COLLATE "C", from_date`,
    [planId, days.from, days.to],
  );
  return result.rows;
}

/** Leaves and ramps that overlap the days. */
export async function selectAbsences(
  tx: TenantTx,
  days: NeededRecords['asked'],
): Promise<{ leaves: Leave[]; ramps: Ramp[] }> {
  const span = `participant_id AS "participantId", from_date AS "from", to_date AS "to"`;
  const touching = `WHERE from_date <= $2 AND to_date >= $1 ORDER BY participant_id COLLATE "C", from_date`;
  const leaves = await tx.client.query<Leave>(`SELECT ${span} FROM leaves ${touching}`, [days.from, days.to]);
  const ramps = await tx.client.query<Ramp>(
    `SELECT ${span}, quota_percent::text AS "quotaPercent", target_percent::text AS "targetPercent" FROM ramps ${touching}`,
    [days.from, days.to],
  );
  return { leaves: leaves.rows, ramps: ramps.rows };
}

/** Pay terms in force on the days: those that begin on one of them, and the latest before (QUOTA-21). */
export async function selectPayTerms(
  tx: TenantTx,
  days: NeededRecords['asked'],
  planCurrency: string,
): Promise<PayTerm[]> {
  const result = await tx.client.query<Omit<PayTerm, 'currency'> & { currency: string | null }>(
    `SELECT participant_id AS "participantId", from_date AS "from", to_date AS "to", target_variable_annual::text AS "targetVariableAnnual",
            commission_rate_percent::text AS "commissionRatePercent", currency
       FROM (SELECT *, lead(from_date) OVER (PARTITION BY participant_id ORDER BY from_date) AS next FROM pay_terms) t
      WHERE from_date <= $2 AND (next IS NULL OR next > $1) ORDER BY participant_id COLLATE "C", from_date`,
    [days.from, days.to],
  );
  return result.rows.map(({ currency, ...term }) =>
    currency === null || currency === planCurrency ? term : { ...term, currency },
  );
}

/** The hierarchy on the days. */
export async function selectReportingLines(
  tx: TenantTx,
  days: { readonly from: string; readonly to: string },
): Promise<ReportingLine[]> {
  const result = await tx.client.query<ReportingLine>(
    `SELECT participant_id AS "participantId", manager_id AS "managerId", from_date AS "from", to_date AS "to" FROM reporting_lines
      WHERE from_date <= $2 AND (to_date IS NULL OR to_date >= $1)`,
    [days.from, days.to],
  );
  return result.rows;
}
