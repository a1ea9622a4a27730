import type { History } from '@attain/domain/findings/pay-history';
import { asDesigned } from '@attain/domain/suggestions/designed';
import { SEED_PLAN } from './plans.ts';
import { sampleWorkspace } from './workspace.ts';

/** The year the cohort's figures are stated for. */
export const cohortSpan = { key: '2025', from: '2025-01-01', to: '2025-12-31' };

/** The seed plan with its draft component counted as active. */
export const designedSeedPlan = asDesigned(SEED_PLAN.plan);

/** The 48 payees of the mid-market segment with their year. */
export function cohortHistories(): readonly History[] {
  const [company] = sampleWorkspace().tenants;
  const { assignments, participants, quotas, deals, results } = company!;
  const payees = assignments.filter(({ planKey }) => planKey === 'fy25-mid-market-ae');
  return payees.map(({ participantId }): History => {
    const own = (one: { readonly participantId: string }) => one.participantId === participantId;
    return {
      span: cohortSpan,
      participants: participants.filter(({ id }) => id === participantId),
      payeeIds: [participantId],
      quotas: quotas.filter(own),
      deals: [...deals, ...results].filter(own).map(({ returnOf: _, ...deal }) => deal),
      exchangeRates: [],
    };
  });
}
