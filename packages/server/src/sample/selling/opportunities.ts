import { dayNumber, isoDay, weekdayOnOrBefore } from '../days.ts';
import type { PlanAssignment } from '../hierarchy.ts';
import { lognormal, ONE, stream } from '../prng.ts';
import type { SampleDeal } from './market.ts';

/** What a sample company may still sell, by the columns of the table. */
export interface SampleOpportunity {
  readonly id: string;
  readonly name: string;
  readonly participantId: string;
  readonly stage: string;
  readonly status: 'open' | 'won' | 'lost';
  readonly amount: string | null;
  readonly expectedOn: string | null;
  readonly chancePercent: string | null;
  readonly product: string;
  readonly territory: string | null;
  readonly customer: string;
}

/** Open stages, the early ones more often, with the chance that the CRM states. */
const STAGES = [
  ['Discovery', '10'],
  ['Discovery', '10'],
  ['Proposal', '35'],
  ['Proposal', null],
  ['Negotiation', '60'],
] as const;

const OPEN_FROM = dayNumber('2026-01-05');
const OPEN_DAYS = 120;
const TYPICAL_CENTS = 2_400_000;

/** The pipeline of the plans' sellers, plan by plan, at the end of the sample year: the fourth quarter's deals as won ones, lost ones, open ones. */
export function opportunitiesOf(
  company: {
    readonly key: string;
    readonly deals: readonly SampleDeal[];
    readonly assignments: readonly PlanAssignment[];
  },
  planKeys: readonly string[],
): readonly SampleOpportunity[] {
  const prng = stream(`${company.key}/opportunities`);
  const sold = planKeys.flatMap((planKey) => {
    const sellers = new Set(
      company.assignments.filter((one) => one.planKey === planKey).map(({ participantId }) => participantId),
    );
    return company.deals.filter(
      ({ participantId, date, kind, product, customer }) =>
        sellers.has(participantId) &&
        date >= '2025-10-01' &&
        kind === 'sale' &&
        product !== null &&
        customer !== null,
    );
  });
  let next = 1;
  const id = () => `TC-O26-${String(next++).padStart(4, '0')}`;
  return sold.flatMap((deal, at): SampleOpportunity[] => {
    const { participantId, territory } = deal;
    const [product, customer] = [deal.product ?? '', deal.customer ?? ''];
    const of = { participantId, product, customer, territory, name: `${customer}, ${product}` };
    const won: SampleOpportunity = {
      ...of,
      id: deal.id,
      stage: 'Closed Won',
      status: 'won',
      amount: deal.amount,
      expectedOn: deal.date,
      chancePercent: '100',
    };
    const amount = `${Math.round((TYPICAL_CENTS * lognormal(prng, 450)) / ONE / 5_000) * 50}.00`;
    const [stage, chance] = STAGES[prng.below(STAGES.length)]!;
    const day = isoDay(weekdayOnOrBefore(OPEN_FROM + prng.below(OPEN_DAYS)));
    const open: SampleOpportunity = {
      ...of,
      id: id(),
      stage,
      status: 'open',
      amount: prng.below(25) === 0 ? null : amount,
      expectedOn: prng.below(20) === 0 ? null : day,
      chancePercent: chance,
    };
    const lost: SampleOpportunity = {
      ...of,
      id: id(),
      stage: 'Closed Lost',
      status: 'lost',
      amount,
      expectedOn: deal.date,
      chancePercent: '0',
    };
    return [won, ...(at % 3 === 0 ? [open] : []), ...(at % 4 === 0 ? [] : [lost])];
  });
}
