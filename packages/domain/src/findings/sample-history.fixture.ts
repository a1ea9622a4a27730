import { SAMPLE_PERIOD, sampleParticipant } from '../quotas/sample-quota.fixture.ts';
import type { History } from './pay-history.ts';

/** Ann's sample quarter with nothing in it, with anything else as wanted. */
export function sampleHistory(wanted: Partial<History> = {}): History {
  return {
    span: SAMPLE_PERIOD,
    participants: [sampleParticipant('ann')],
    quotas: [],
    deals: [],
    exchangeRates: [],
    ...wanted,
  };
}
