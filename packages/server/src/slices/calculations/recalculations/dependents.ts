import type { StatedChange } from '@attain/contract/recalculations';
import { creditedBy } from '@attain/domain/crediting/credited-by';
import type { Deal } from '@attain/domain/crediting/deal';
import { fundedComponents } from '@attain/domain/payouts/limits/fund';
import type { Plan } from '@attain/domain/plans/plan';
import { remembers } from '@attain/domain/simulations/reading-components';
import { ApiError } from '../../../base/api-error.ts';
import type { TenantTx } from '../../../db/database.ts';
import { selectReached } from '../../records/record-reach.ts';
import { type PaidRun, selectAbove } from './recalculation-store.ts';

/** Imports and manual record changes that a run has not read. */
export interface LateRecords {
  readonly importIds: readonly string[];
  readonly changeIds: readonly string[];
}

/** Maximum number of deals of a run for which everyone is recalculated while the user waits. */
const MAX_DEALS = 100_000;

/** Payees whose inputs one change can affect (DEP-1 to DEP-4); null: everyone, because they share a SPIFF fund. */
export async function dependentsOf(
  tx: TenantTx,
  run: PaidRun,
  change: StatedChange,
): Promise<readonly string[] | null> {
  if (fundedComponents(run.plan).length > 0) return everybody(tx, run);
  if (change.of !== 'exchange-rate') return 'participantId' in change ? [change.participantId] : null;
  const { currency } = run.plan;
  if (change.from !== currency && change.to !== currency) return [];
  return selectPaidIn(tx, run.id, [change.from === currency ? change.to : change.from]);
}

/**
 * Payees whose inputs late imports and changes can affect; null: everyone, if earlier pay, a fund or the plan itself
 * may differ.
 */
export async function dependentsOfLate(
  tx: TenantTx,
  run: PaidRun,
  late: LateRecords & { readonly samePlan: boolean; readonly earlierPaidAgain: boolean },
): Promise<readonly string[] | null> {
  const { plan, id, planId } = run;
  if (fundedComponents(plan).length > 0 || !late.samePlan) return everybody(tx, run);
  if (late.earlierPaidAgain && plan.components.some(remembers)) return everybody(tx, run);
  const reached = await selectReached(tx, { ...late, team: ofTeam(plan) });
  if (reached === null) return everybody(tx, run);
  const foreign = await tx.client.query<{ currency: string }>(
    `SELECT DISTINCT CASE WHEN from_currency = $2 THEN to_currency ELSE from_currency END AS currency FROM exchange_rates
      WHERE import_id = ANY($1) AND $2 IN (from_currency, to_currency)
     UNION SELECT CASE WHEN currencies[1] = $2 THEN currencies[2] ELSE currencies[1] END FROM record_changes WHERE id = ANY($3) AND $2 = ANY(currencies)`,
    [late.importIds, plan.currency, late.changeIds],
  );
  const currencies = foreign.rows.map(({ currency }) => currency);
  const rated = currencies.length === 0 ? [] : await selectPaidIn(tx, id, currencies);
  const unassigned = await tx.client.query<{ id: string }>(
    `SELECT participant_id AS id FROM payout_inputs i WHERE run_id = $1
        AND NOT EXISTS (SELECT 1 FROM plan_assignments a WHERE a.plan_id = $2 AND a.participant_id = i.participant_id)`,
    [id, planId],
  );
  return [...new Set([...rated, ...reached, ...unassigned.rows.map((row) => row.id)])].sort();
}

/**
 * Payees whose inputs may include the deal before or after the change; those the run does not pay are filtered later.
 */
export function dependentsOfDeal(
  tx: TenantTx,
  run: PaidRun,
  sides: readonly (Pick<Deal, 'participantId' | 'splits' | 'overlays'> | null)[],
): Promise<string[]> {
  const named = sides.flatMap((side) => (side === null ? [] : creditedBy(side)));
  const people = [...new Set([...run.credited, ...named])];
  // A longer window reaches back: an earlier manager may still have the deal.
  return ofTeam(run.plan)
    ? selectAbove(tx, people, { from: '1900-01-01', to: run.period.to })
    : Promise.resolve(people);
}

/** True if credit rolls up, so that deals are also in the inputs of managers. */
function ofTeam(plan: Plan): boolean {
  return plan.components.some(({ credit }) => (credit?.of ?? 'own') !== 'own');
}

async function everybody(tx: TenantTx, run: PaidRun): Promise<null> {
  const result = await tx.client.query<{ deals: number }>(
    'SELECT coalesce(deal_count, 0) AS deals FROM calculation_runs WHERE id = $1',
    [run.id],
  );
  const deals = result.rows[0]?.deals ?? 0;
  if (deals > MAX_DEALS) {
    const message = `This affects all payees of the plan, over ${deals} deals, which is too much for a preview. Save the records, recalculate ${run.period.key} and compare the two versions.`;
    throw new ApiError('NOT_CALCULABLE', message);
  }
  return null;
}

/** Payees with deals or quotas in one of the currencies. */
async function selectPaidIn(tx: TenantTx, runId: string, currencies: readonly string[]): Promise<string[]> {
  const result = await tx.client.query<{ id: string }>(
    `SELECT participant_id AS id FROM payout_inputs i WHERE run_id = $1
        AND (currencies && $2 OR currencies IS NULL AND EXISTS (SELECT 1 FROM unnest($2::text[]) c
               WHERE jsonb_build_array(jsonb_build_object('currency', c)) <@ ANY(ARRAY[i.deals::jsonb, i.quotas]))) ORDER BY 1`,
    [runId, currencies],
  );
  return result.rows.map(({ id }) => id);
}
