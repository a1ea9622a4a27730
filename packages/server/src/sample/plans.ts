import type { Component, ComponentStatus, Plan, Rate } from '@attain/domain/plans/plan';
import type { PlanStatus } from '@attain/domain/plans/plan-statuses';

/** A plan of the sample with the state it is in. */
export interface SamplePlan {
  /** Assignments name the plan by it. */
  readonly key: string;
  readonly status: PlanStatus;
  /** First and last day on which it pays; null while it is a draft. */
  readonly effective: { readonly from: string; readonly to: string } | null;
  readonly plan: Plan;
  /** Key of the plan it replaces, on whose payees a draft without assignments is tried. */
  readonly follows?: string;
}

const YEAR = { from: '2025-01-01', to: '2025-12-31' } as const;

/** Products under a subscription: what the enterprise plans pay bookings for. */
const SUBSCRIPTIONS = ['Core Platform', 'Analytics', 'Integration Hub', 'Security Suite', 'Premium Support'];

/**
 * The specification's seed plan (document 1 §3.2), word for word, its accelerator read from the first dollar. It is a draft: its
 * weights sum to 100 only with the component that is still a draft itself, so it cannot be activated before that one is.
 */
export const SEED_PLAN: SamplePlan = {
  key: 'seed-plan',
  status: 'Draft',
  effective: null,
  plan: plan(executiveParts('FY26 Account Executive plan', 'Draft')),
  follows: 'fy25-mid-market-ae',
};

function executiveParts(name: string, statusOfWins: ComponentStatus): PlanParts {
  return {
    name,
    type: 'quota-mbo-spiff',
    undefinedAttainment: 'refuse',
    acceleratorReading: 'first-dollar',
    components: [
      component({
        id: 'acv-bookings',
        name: 'ACV Bookings',
        weight: 60,
        cap: '2x',
        accelerator: '>120% @ 1.2x',
      }),
      component({ id: 'pipeline-hygiene', name: 'Pipeline Hygiene', unit: 'Score', weight: 10 }),
      component({
        id: 'mbo-strategic-wins',
        name: 'MBO - Strategic Wins',
        unit: 'Count',
        weight: 30,
        status: statusOfWins,
      }),
    ],
  };
}

/** The plans of the software company: the draft of next year and the five that pay this one. */
export const PLANS: readonly SamplePlan[] = [
  SEED_PLAN,
  enterprisePlan('fy25-enterprise-ae', 'FY25 Enterprise AE plan', 'USD'),
  enterprisePlan('fy25-enterprise-ae-emea', 'FY25 Enterprise AE plan EMEA', 'EUR'),
  active('fy25-commercial-commission', {
    name: 'FY25 Commercial commission plan',
    type: 'sales-commission',
    components: [component({ id: 'bookings', name: 'Bookings', weight: 100, rate: commercialTiers() })],
  }),
  active('fy25-specialist-overlay', {
    name: 'FY25 Specialist overlay plan',
    type: 'sales-commission',
    period: 'month',
    components: [
      component({ id: 'overlay', name: 'Overlay credit', weight: 100, rate: { kind: 'individual' } }),
    ],
  }),
  active('fy25-mid-market-ae', executiveParts('FY25 Mid-Market AE plan', 'Active')),
];

function enterprisePlan(key: string, name: string, currency: string): SamplePlan {
  return active(key, {
    name,
    type: 'quota-mbo-spiff',
    currency,
    components: [
      component({
        id: 'acv-bookings',
        name: 'ACV Bookings',
        weight: 60,
        cap: '2x',
        accelerator: '>120% @ 1.2x',
        filter: [{ field: 'product', in: SUBSCRIPTIONS }],
      }),
      component({ id: 'pipeline-hygiene', name: 'Pipeline Hygiene', unit: 'Score', weight: 10, cap: '1.2x' }),
      component({
        id: 'mbo-strategic-wins',
        name: 'MBO - Strategic Wins',
        unit: 'Count',
        weight: 30,
        cap: '1.5x',
      }),
    ],
  });
}

/** Each band's rate on the bookings inside it, bands in percent of the quarter's quota. */
function commercialTiers(): Rate {
  return {
    kind: 'marginal',
    thresholds: 'percent-of-quota',
    per: 'period',
    tiers: [
      { from: '0', to: '50', ratePercent: '4' },
      { from: '50', to: '100', ratePercent: '7' },
      { from: '100', to: '125', ratePercent: '10' },
      { from: '125', to: null, ratePercent: '12' },
    ],
  };
}

type PlanParts = Pick<Plan, 'name' | 'type' | 'components'> &
  Partial<Pick<Plan, 'currency' | 'undefinedAttainment' | 'acceleratorReading'>> & {
    readonly period?: Plan['calendar']['period'];
  };

/** A plan that pays the whole sample year. */
export function active(key: string, parts: PlanParts): SamplePlan {
  return { key, status: 'Active', effective: YEAR, plan: plan(parts) };
}

/** A plan by quarters, HALF_UP, gate before cap before weight; unless told otherwise the accelerator is incremental and no quota pays zero. */
function plan(parts: PlanParts): Plan {
  return {
    name: parts.name,
    type: parts.type,
    currency: parts.currency ?? 'USD',
    calendar: { period: parts.period ?? 'quarter', fiscalYearStartMonth: 1 },
    rounding: { mode: 'HALF_UP' },
    order: ['gate', 'cap', 'weight'],
    acceleratorReading: parts.acceleratorReading ?? 'incremental',
    undefinedAttainment: parts.undefinedAttainment ?? 'pay-zero',
    components: parts.components,
  };
}

/** An active component that pays a share of the target on money, unless the parts say otherwise. */
export function component(
  parts: Pick<Component, 'id' | 'name' | 'weight'> &
    Partial<Omit<Component, 'measure'>> & { readonly unit?: Component['measure']['unit'] },
): Component {
  const { unit = '$', ...rest } = parts;
  return {
    status: 'Active',
    measure: { unit, of: 'amount' },
    filter: [],
    rate: { kind: 'target' },
    cap: null,
    accelerator: null,
    gate: null,
    ...rest,
  };
}
