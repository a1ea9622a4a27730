import type { Period } from '@attain/domain/base/period';
import type { Deal, ExchangeRate } from '@attain/domain/crediting/deal';
import type { CalculationInput } from '@attain/domain/payouts/payout';
import type { Plan } from '@attain/domain/plans/plan';
import type { Participant, Quota } from '@attain/domain/quotas/participant';
import type { TenantTx } from '../../db/database.ts';
import { refuseUnsupplied } from './unsupplied-terms.ts';

/** One payee with everything that decides the pay, and for each deal the row it came from. */
export interface PayeeInput {
  readonly input: CalculationInput;
  readonly participant: Participant;
  readonly sources: ReadonlyMap<string, { importId: string | null; importLine: number | null }>;
}

interface CreditRow {
  readonly payee: string;
  readonly id: string;
  readonly date: string;
  readonly amount: string;
  readonly unit: Deal['unit'];
  readonly currency: string | null;
  readonly participantId: string;
  readonly splits: Deal['splits'] | null;
  readonly kind: string;
  readonly product: string | null;
  readonly territory: string | null;
  readonly customer: string | null;
  readonly importId: string | null;
  readonly importLine: number | null;
}

const rowsPerFetch = 5_000;

/**
 * Walks over a plan's payees of a period in the order of their ids, reading deals through one sorted cursor so that memory
 * does not grow with the number of deals. Deals count from the day of the assignment to its end. Refuses NOT_CALCULABLE where
 * the plan needs what is not there.
 */
export async function* payeeInputs(
  tx: TenantTx,
  scope: { planId: string; plan: Plan; period: Period; participantId?: string },
): AsyncGenerator<PayeeInput> {
  const { plan, period } = scope;
  refuseUnsupplied(plan);
  const payees = await selectPayees(tx, scope);
  const quotas = Map.groupBy(await selectQuotas(tx, period), (quota) => quota.participantId);
  const rates = await selectRates(tx, plan.currency, lastRateDay(plan, period));
  await declareCredits(tx, scope);
  // the next rows are read while the last ones are calculated
  const fetch = () => {
    const coming = tx.client.query<CreditRow>(`FETCH ${rowsPerFetch} FROM credits`);
    coming.catch(() => {});
    return coming;
  };
  let coming = fetch();
  let rows: CreditRow[] = [];
  let at = 0;
  let more = true;
  try {
    for (const participant of payees) {
      const own: CreditRow[] = [];
      for (;;) {
        if (at === rows.length && more) {
          rows = (await coming).rows;
          at = 0;
          more = rows.length === rowsPerFetch;
          if (more) coming = fetch();
        }
        const row = rows[at];
        if (row?.payee !== participant.id) break;
        own.push(row);
        at += 1;
      }
      yield payeeInput(participant, own, { plan, period, quotas: quotas.get(participant.id) ?? [], rates });
    }
  } finally {
    await coming.catch(() => {});
  }
  await tx.client.query('CLOSE credits');
}

function payeeInput(
  participant: Participant,
  rows: readonly CreditRow[],
  terms: { plan: Plan; period: Period; quotas: readonly Quota[]; rates: ReadonlyMap<string, ExchangeRate[]> },
): PayeeInput {
  const deals: Deal[] = [];
  const sources = new Map<string, { importId: string | null; importLine: number | null }>();
  const partners = new Set<string>();
  const currencies = new Set<string>();
  for (const { payee: _payee, importId, importLine, splits, ...deal } of rows) {
    deals.push({ ...deal, splits: splits ?? [] });
    sources.set(deal.id, { importId, importLine });
    for (const split of splits ?? [])
      if (split.participantId !== participant.id) partners.add(split.participantId);
    if (deal.unit === '$' && deal.currency && deal.currency !== terms.plan.currency)
      currencies.add(deal.currency);
  }
  const exchangeRates = [...currencies].sort().flatMap((currency) => terms.rates.get(currency) ?? []);
  const input: CalculationInput = {
    plan: terms.plan,
    period: terms.period,
    participants: [participant, ...[...partners].sort().map(partner)],
    payeeIds: [participant.id],
    quotas: terms.quotas,
    deals,
    // other policies look at other days than the deals': they are given all rates of the deals' currencies
    exchangeRates: byDealDate(terms.plan) ? usedRates(exchangeRates, deals) : exchangeRates,
  };
  return { input, participant, sources };
}

/** Somebody who shares a deal: known, but not paid here, so that nothing of their own record is needed or kept. */
export function partner(id: string): Participant {
  return {
    id,
    name: id,
    hiredOn: null,
    leftOn: null,
    targetVariableAnnual: null,
    commissionRatePercent: null,
  };
}

function byDealDate({ exchange }: Plan): boolean {
  return exchange === undefined || exchange.on === 'deal-date';
}

/** The last day whose rates can matter: a locked one may lie after the period. */
function lastRateDay({ exchange }: Plan, period: Period): string {
  return exchange?.on === 'locked' && exchange.date > period.to ? exchange.date : period.to;
}

/** Only the rates that a deal's day can reach: the latest on or before it, of each pair. */
function usedRates(rates: readonly ExchangeRate[], deals: readonly Deal[]): ExchangeRate[] {
  const used = new Set<ExchangeRate>();
  const pairs = Map.groupBy(rates, (rate) => `${rate.from}/${rate.to}`);
  for (const deal of deals) {
    if (deal.currency === null) continue;
    for (const pair of pairs.values()) {
      if (pair[0]?.from !== deal.currency && pair[0]?.to !== deal.currency) continue;
      const rate = latestOn(pair, deal.date);
      if (rate) used.add(rate);
    }
  }
  return rates.filter((rate) => used.has(rate));
}

function latestOn(pair: readonly ExchangeRate[], day: string): ExchangeRate | undefined {
  let low = 0;
  let high = pair.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((pair[middle]?.date ?? '') <= day) low = middle + 1;
    else high = middle;
  }
  return pair[low - 1];
}

async function selectPayees(
  tx: TenantTx,
  scope: { planId: string; period: Period; participantId?: string },
): Promise<Participant[]> {
  const result = await tx.client.query<Participant>(
    `SELECT p.id, p.name, p.hired_on AS "hiredOn", p.left_on AS "leftOn",
            p.target_variable_annual::text AS "targetVariableAnnual", p.commission_rate_percent::text AS "commissionRatePercent"
       FROM participants p
      WHERE EXISTS (SELECT 1 FROM plan_assignments a WHERE a.plan_id = $1 AND a.participant_id = p.id
                       AND a.from_date <= $3 AND (a.to_date IS NULL OR a.to_date >= $2))
        AND ($4::text IS NULL OR p.id = $4)
      ORDER BY p.id COLLATE "C"`,
    [scope.planId, scope.period.from, scope.period.to, scope.participantId ?? null],
  );
  return result.rows;
}

async function selectQuotas(tx: TenantTx, period: Period): Promise<Quota[]> {
  const result = await tx.client.query<Quota>(
    `SELECT participant_id AS "participantId", nullif(component_id, '') AS "componentId", unit, from_date AS "from", to_date AS "to", amount::text
       FROM quotas WHERE from_date <= $2 AND to_date >= $1 ORDER BY participant_id, component_id, unit, from_date, to_date`,
    [period.from, period.to],
  );
  return result.rows;
}

/** Rates into or out of the plan's currency by the other currency, oldest first. */
async function selectRates(
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

/** A cursor over (payee, deal) pairs, sorted as the calculation credits them: by payee, date and deal id. */
async function declareCredits(
  tx: TenantTx,
  scope: { planId: string; period: Period; participantId?: string },
): Promise<void> {
  await tx.client.query("SET LOCAL work_mem = '64MB'");
  await tx.client.query(
    `DECLARE credits NO SCROLL CURSOR FOR
     WITH payee AS (
       SELECT DISTINCT participant_id, greatest(from_date, ${literal(scope.period.from)}::date) AS from_date, least(coalesce(to_date, ${literal(scope.period.to)}::date), ${literal(scope.period.to)}::date) AS to_date
         FROM plan_assignments WHERE plan_id = ${literal(scope.planId)}::uuid AND from_date <= ${literal(scope.period.to)}::date AND (to_date IS NULL OR to_date >= ${literal(scope.period.from)}::date)${onlyOne(scope)}
     ), credited AS (
       SELECT participant_id AS payee, id FROM deals WHERE splits IS NULL AND date BETWEEN ${literal(scope.period.from)} AND ${literal(scope.period.to)}
       UNION ALL
       SELECT s->>'participantId', d.id FROM deals d, jsonb_array_elements(d.splits) s WHERE d.splits IS NOT NULL AND d.date BETWEEN ${literal(scope.period.from)} AND ${literal(scope.period.to)}
     )
     SELECT c.payee, d.id, d.date, d.amount::text AS amount, d.unit, d.currency, d.participant_id AS "participantId", d.splits, d.kind, d.product, d.territory, d.customer,
            d.import_id AS "importId", d.import_line AS "importLine"
       FROM credited c JOIN deals d ON d.id = c.id
      WHERE EXISTS (SELECT 1 FROM payee p WHERE p.participant_id = c.payee AND d.date BETWEEN p.from_date AND p.to_date)
      ORDER BY c.payee COLLATE "C", d.date, d.id COLLATE "C"`,
  );
}

/** The condition that leaves a single payee, where one is asked for. */
function onlyOne(scope: { participantId?: string }): string {
  return scope.participantId === undefined ? '' : ` AND participant_id = ${literal(scope.participantId)}`;
}

/** DECLARE takes no parameters; what goes in was checked to be a day or an id, and is quoted all the same. */
function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
