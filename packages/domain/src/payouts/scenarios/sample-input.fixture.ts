import { samplePlan } from '../../plans/sample-plan.fixture.ts';
import { SAMPLE_PERIOD, sampleParticipant } from '../../quotas/sample-quota.fixture.ts';
import type { CalculationInput } from '../payout.ts';

/** Ann, the sample plan and nothing else, with anything else as wanted. */
export function sampleInput(wanted: Partial<CalculationInput> = {}): CalculationInput {
  return {
    plan: samplePlan(),
    period: SAMPLE_PERIOD,
    participants: [sampleParticipant('ann')],
    quotas: [],
    deals: [],
    exchangeRates: [],
    ...wanted,
  };
}
