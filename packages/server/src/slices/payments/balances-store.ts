import type { ExchangeRate } from '@attain/domain/crediting/deal';
import type {
  Adjustment,
  Clawback,
  Draw,
  Opening,
  PaymentLimits,
  Release,
} from '@attain/domain/payments/payment';
import type { TenantTx } from '../../db/database.ts';

/** A payee and the currency they earned in: what balances and payments are kept by. */
export interface AccountName {
  readonly participantId: string;
  readonly currency: string;
}

/** Balances after posted payments, by account. */
export interface OpenBalances {
  readonly carried: (AccountName & Pick<Opening, 'carried' | 'carriedFrom'>)[];
  readonly draws: (AccountName & Opening['draws'][number])[];
  readonly held: (AccountName & Opening['held'][number])[];
}

const posted = 'JOIN payment_runs r ON r.id = l.payment_run_id AND r.posted_at IS NOT NULL';
const account = 'l.participant_id AS "participantId", l.currency';

/** All balances, read from the ledgers of posted payments. */
export async function selectBalances(tx: TenantTx): Promise<OpenBalances> {
  const carried = await tx.client.query<OpenBalances['carried'][number]>(
    `SELECT * FROM (SELECT DISTINCT ON (l.participant_id, l.currency) ${account}, l.closing->>'carried' AS carried,
           json_build_object('paymentRunId', r.id, 'periodKey', r.period_key) AS "carriedFrom"
       FROM payments l ${posted} ORDER BY l.participant_id, l.currency, r.period_to DESC) c WHERE c.carried::numeric > 0`,
  );
  const draws = await tx.client.query<AccountName & Opening['draws'][number]>(
    `SELECT ${account}, l.refers_to->>'drawId' AS "drawId", coalesce(sum(l.amount) FILTER (WHERE l.kind = 'draw-advanced'), 0)::text AS advanced,
            coalesce(-sum(l.amount) FILTER (WHERE l.kind = 'draw-recovered'), 0)::text AS recovered
       FROM payment_lines l ${posted} WHERE l.kind IN ('draw-advanced', 'draw-recovered') GROUP BY 1, 2, 3 ORDER BY 3`,
  );
  const held = await tx.client.query<AccountName & Opening['held'][number]>(
    `SELECT ${account}, l.refers_to->>'holdId' AS "holdId", l.refers_to->>'componentId' AS "componentId", (-sum(l.amount))::text AS amount
       FROM payment_lines l ${posted} WHERE l.kind IN ('held', 'released') AND l.refers_to ? 'holdId' GROUP BY 1, 2, 3, 4 HAVING sum(l.amount) <> 0 ORDER BY 3, 4`,
  );
  return { carried: carried.rows, draws: draws.rows, held: held.rows };
}

/** Draws that run in the period or before it; ended ones may have something left to recover. Who left draws no longer. */
export async function selectDraws(tx: TenantTx, lastDay: string): Promise<(AccountName & Draw)[]> {
  const result = await tx.client.query<AccountName & Draw>(
    `SELECT d.id, d.participant_id AS "participantId", d.currency, d.kind, d.amount::text, d.per, d.from_date AS "from",
            least(d.to_date, p.left_on) AS "to", d.component_ids AS "componentIds", d.recovery
       FROM draws d JOIN participants p ON p.id = d.participant_id
      WHERE d.from_date <= $1 AND (p.left_on IS NULL OR p.left_on >= d.from_date) ORDER BY d.from_date, d.id`,
    [lastDay],
  );
  return result.rows;
}

/** The limits that hold on the last day of a period, by account; of several the one that began last. Who left has none. */
export async function selectLimits(tx: TenantTx, lastDay: string): Promise<(AccountName & PaymentLimits)[]> {
  const result = await tx.client.query<AccountName & PaymentLimits>(
    `SELECT DISTINCT ON (l.participant_id, l.currency) l.participant_id AS "participantId", l.currency, l.from_date AS "from", l.minimum::text, l.maximum::text
       FROM payment_limits l JOIN participants p ON p.id = l.participant_id
      WHERE l.from_date <= $1 AND (l.to_date IS NULL OR l.to_date >= $1) AND (p.left_on IS NULL OR p.left_on >= $1)
      ORDER BY l.participant_id, l.currency, l.from_date DESC`,
    [lastDay],
  );
  return result.rows;
}

/** Takes in every release that no run has taken yet. */
export async function takeReleases(tx: TenantTx, runId: string): Promise<Release[]> {
  const result = await tx.client.query<Release>(
    `UPDATE hold_releases SET payment_run_id = $1 WHERE payment_run_id IS NULL RETURNING id, hold_id AS "holdId", percent::text, reason, event`,
    [runId],
  );
  return result.rows;
}

/** Takes in every clawback that no run has taken yet. */
export async function takeClawbacks(tx: TenantTx, runId: string): Promise<(AccountName & Clawback)[]> {
  const result = await tx.client.query<AccountName & Clawback>(
    `UPDATE clawbacks k SET payment_run_id = $1
       FROM calculation_runs o, payout_lines l
      WHERE k.payment_run_id IS NULL AND o.id = k.calculation_id
        AND l.run_id = k.calculation_id AND l.participant_id = k.participant_id AND l.component_id = k.component_id
     RETURNING k.id, k.participant_id AS "participantId", k.currency, k.amount::text, k.floor, k.reason, k.formula,
       json_build_object('runId', k.calculation_id, 'componentId', k.component_id, 'componentName', l.component_name,
                         'planId', o.plan_id, 'periodKey', o.period_key, 'days', o.period_from || '..' || o.period_to, 'dealId', k.deal_id) AS original`,
    [runId],
  );
  return result.rows;
}

/** Takes in every approved adjustment that no run has taken yet and whose day has come. */
export async function takeAdjustments(
  tx: TenantTx,
  { runId, lastDay }: { runId: string; lastDay: string },
): Promise<(AccountName & Adjustment)[]> {
  const result = await tx.client.query<AccountName & Adjustment>(
    `UPDATE adjustments a SET payment_run_id = $1
      WHERE a.status = 'approved' AND a.payment_run_id IS NULL AND (a.pay_from IS NULL OR a.pay_from <= $2)
     RETURNING a.id, a.participant_id AS "participantId", a.currency, a.amount::text, a.kind, a.counts_as AS "countsAs", a.deal_id AS "dealId", a.reason,
       (SELECT jsonb_build_object('runId', c.id, 'planId', c.plan_id, 'componentId', l.component_id, 'componentName', l.component_name,
                 'periodKey', c.period_key, 'days', c.period_from || '..' || c.period_to, 'pays', a.line_pays::text)
          FROM calculation_runs c JOIN payout_lines l ON l.run_id = c.id
         WHERE c.id = a.calculation_id AND l.participant_id = a.participant_id AND l.component_id = a.component_id) AS line`,
    [runId, lastDay],
  );
  return result.rows.map(({ line, ...one }) => ({ ...one, ...(line == null ? {} : { line }) }));
}

/** Name and payment currency of people, by id. */
export async function selectPayTo(tx: TenantTx, ids: readonly string[]) {
  const result = await tx.client.query<{ id: string; name: string; currency: string | null }>(
    'SELECT id, name, currency FROM participants WHERE id = ANY($1)',
    [ids],
  );
  return new Map(result.rows.map((row) => [row.id, row]));
}

/** Rates that were known on the day. */
export async function selectRatesUpTo(tx: TenantTx, day: string): Promise<ExchangeRate[]> {
  const result = await tx.client.query<ExchangeRate>(
    `SELECT from_currency AS "from", to_currency AS "to", date, rate::text, source FROM exchange_rates WHERE date <= $1`,
    [day],
  );
  return result.rows;
}
