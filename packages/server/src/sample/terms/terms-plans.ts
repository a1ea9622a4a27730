import { active, component, type SamplePlan } from '../plans.ts';

/** Products of new business; services and the launch pay by components of their own. */
const MACHINES = ['Assembly Cell', 'Robot Arm'];

/**
 * The plan of the key accounts team, paid by the month: new business by the year to date with what was paid deducted and an
 * accelerator from the first dollar, services under a cap that carries, and a SPIFF with a fund.
 */
const KEY_ACCOUNTS: SamplePlan = withTerms(
  active('fy25-key-accounts', {
    name: 'FY25 Key accounts plan',
    type: 'quota-mbo-spiff',
    period: 'month',
    components: [
      component({
        id: 'new-business',
        name: 'New business',
        weight: 70,
        accelerator: '>100% @ 1.2x',
        window: { kind: 'year-to-date', settle: 'deduct' },
        filter: [{ field: 'product', in: MACHINES }],
      }),
      component({
        id: 'services',
        name: 'Services',
        weight: 30,
        rate: { kind: 'flat', ratePercent: '4' },
        limits: [{ kind: 'amount', atMost: '1500', excess: 'carried' }],
        filter: [{ field: 'product', in: ['Service Contract'] }],
      }),
      component({
        id: 'vision-launch',
        name: 'Vision Kit launch',
        weight: 0,
        rate: { kind: 'flat', ratePercent: '5' },
        spiff: { from: '2025-02-01', to: '2025-03-31', fund: '3000' },
        filter: [{ field: 'product', in: ['Vision Kit'] }],
      }),
    ],
  }),
);

/** The override of whoever leads the team: a percent of what everybody below sells; services count half. */
const TEAM_LEAD: SamplePlan = active('fy25-team-lead', {
  name: 'FY25 Team lead plan',
  type: 'sales-commission',
  period: 'month',
  components: [
    component({
      id: 'override',
      name: 'Team override',
      weight: 100,
      rate: { kind: 'flat', ratePercent: '1.5' },
      credit: { of: 'team', levels: null, factorPercents: [] },
      creditFactors: [{ where: [{ field: 'product', in: ['Service Contract'] }], percent: '50' }],
    }),
  ],
});

/** The two plans of the key accounts team. */
export const TERMS_PLANS: readonly SamplePlan[] = [KEY_ACCOUNTS, TEAM_LEAD];

/** Read from the first dollar, and capped last, so that what is carried is money that would have been paid. */
function withTerms(sample: SamplePlan): SamplePlan {
  const { plan } = sample;
  return {
    ...sample,
    plan: { ...plan, acceleratorReading: 'first-dollar', order: ['gate', 'weight', 'cap'] },
  };
}
