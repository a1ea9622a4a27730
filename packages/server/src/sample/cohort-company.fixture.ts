import { INSTRUMENT_COMPANY } from './companies/instrument-company.ts';
import type { SampleTenant } from './sample-tenant.ts';
import { sampleWorkspace } from './workspace.ts';

/** The software company with its mid-market segment alone: the seed plan and the plan that it follows. */
export function cohortCompany(): SampleTenant {
  const company = sampleWorkspace().tenants.find(({ key }) => key !== INSTRUMENT_COMPANY.key)!;
  const plans = company.plans.filter(({ key }) => key === 'seed-plan' || key === 'fy25-mid-market-ae');
  const assignments = company.assignments.filter(({ planKey }) => planKey === 'fy25-mid-market-ae');
  const ids = new Set(assignments.map(({ participantId }) => participantId));
  const own = ({ participantId }: { readonly participantId: string }) => ids.has(participantId);
  return {
    ...company,
    participants: company.participants.filter(({ id }) => ids.has(id)),
    reportingLines: [],
    territoryAssignments: company.territoryAssignments.filter(own),
    quotas: company.quotas.filter(own),
    deals: company.deals.filter(own),
    results: company.results.filter(own),
    opportunities: company.opportunities?.filter(own) ?? [],
    exchangeRates: [],
    plans,
    assignments,
    accounts: company.accounts.filter(({ participantId }) => participantId === null),
  };
}
