import type { CalculationInput } from '@attain/domain/payouts/payout';
import type { Plan } from '@attain/domain/plans/plan';
import type { Participant } from '@attain/domain/quotas/participant';
import type { TenantTx } from '../../db/database.ts';
import type { FurtherInput } from '../../db/schema/calculations.ts';
import { readStoredDeals, type StoredDeals, storedDealsColumns } from '../calculations/stored-deals.ts';

/** One payee of a run: what was paid, and what it was computed from. */
export interface RecomputedPayee {
  readonly participantId: string;
  readonly stored: readonly {
    readonly componentId: string;
    readonly amount: string;
    readonly attainmentPercent: string | null;
  }[];
  readonly inputs: Pick<CalculationInput, 'quotas' | 'deals' | 'exchangeRates'> & {
    readonly participant: Participant;
    readonly further: FurtherInput;
  };
}

/** The plan document a run was calculated by, or null. */
export async function selectRunPlan(tx: TenantTx, runId: string): Promise<Plan | null> {
  const result = await tx.client.query<{ plan: Plan }>(
    `SELECT v.document AS plan FROM calculation_runs r
       JOIN plan_versions v ON v.plan_id = r.plan_id AND v.version = r.plan_version WHERE r.id = $1`,
    [runId],
  );
  return result.rows[0]?.plan ?? null;
}

/** Payees of a run by ID, starting from one; `people` null: everyone. */
export async function selectPayeesToRecompute(
  tx: TenantTx,
  query: { runId: string; people: readonly string[] | null; after: string; limit: number },
): Promise<RecomputedPayee[]> {
  const { rows } = await tx.client.query<
    StoredDeals & Pick<RecomputedPayee, 'stored'> & { inputs: Omit<RecomputedPayee['inputs'], 'deals'> }
  >(
    `SELECT ${storedDealsColumns},
            json_build_object('participant', i.participant, 'quotas', i.quotas, 'exchangeRates', i.exchange_rates,
              'further', coalesce(i.further, '{}'::jsonb)) AS inputs,
            (SELECT coalesce(json_agg(json_build_object('componentId', l.component_id, 'amount', l.amount::text,
                'attainmentPercent', l.attainment_percent::text)), '[]'::json)
               FROM payout_lines l WHERE l.run_id = i.run_id AND l.participant_id = i.participant_id) AS stored
       FROM payout_inputs i JOIN calculation_runs r ON r.id = i.run_id
      WHERE i.run_id = $1 AND ($2::text[] IS NULL OR i.participant_id = ANY($2)) AND i.participant_id COLLATE "C" > $3
      ORDER BY i.participant_id COLLATE "C" LIMIT $4`,
    [query.runId, query.people, query.after, query.limit],
  );
  const deals = await readStoredDeals(tx, rows);
  return rows.map(({ participantId, stored, inputs }, at) => ({
    participantId,
    stored,
    inputs: { ...inputs, deals: deals[at]! },
  }));
}
