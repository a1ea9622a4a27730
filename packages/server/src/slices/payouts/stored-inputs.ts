import type { Period } from '@attain/domain/base/period';
import type { CalculationInput } from '@attain/domain/payouts/payout';
import type { Plan } from '@attain/domain/plans/plan';
import type { TenantTx } from '../../db/database.ts';
import { type KeptInputs, partnersOf } from '../calculations/payee-inputs.ts';
import { readStoredDeals, type StoredDeals, storedDealsColumns } from '../calculations/stored-deals.ts';

/** Stored inputs of a participant's pay in a run. */
export interface StoredInputs extends KeptInputs {
  readonly period: Period;
  readonly engineVersion: string;
  readonly plan: Plan;
  readonly documentHash: string;
}

/** The inputs of one participant's pay in a stored run; null when there is no such pay. */
export async function selectInputs(
  tx: TenantTx,
  runId: string,
  participantId: string,
): Promise<StoredInputs | null> {
  const { rows } = await tx.client.query<Omit<StoredInputs, 'deals'> & StoredDeals>(
    `SELECT ${storedDealsColumns}, i.participant, i.quotas, i.exchange_rates AS "exchangeRates", i.further, i.input_hash AS "inputHash",
            json_build_object('key', r.period_key, 'from', r.period_from, 'to', r.period_to) AS period, r.engine_version AS "engineVersion",
            v.document AS plan, v.document_hash AS "documentHash"
       FROM payout_inputs i JOIN calculation_runs r ON r.id = i.run_id
       JOIN plan_versions v ON v.plan_id = r.plan_id AND v.version = r.plan_version
      WHERE i.run_id = $1 AND i.participant_id = $2`,
    [runId, participantId],
  );
  const [row] = rows;
  if (row === undefined) return null;
  const [deals = []] = await readStoredDeals(tx, [row]);
  return { ...row, deals };
}

/** The stored inputs as the calculation was given them. */
export function inputOf(stored: StoredInputs): CalculationInput {
  const { plan, period, participant, quotas, deals, exchangeRates, further } = stored;
  return {
    plan,
    period,
    participants: [participant, ...partnersOf(participant.id, deals)],
    payeeIds: [participant.id],
    quotas,
    deals,
    exchangeRates,
    ...further,
  };
}
