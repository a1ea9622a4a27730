import { holidaysIn } from '../holidays.ts';
import type { SampleParticipant } from '../people.ts';
import type { SampleTenant } from '../sample-tenant.ts';
import type { SampleCourse } from './sample-course.ts';
import { TERMS_PLANS } from './terms-plans.ts';
import { CUSTOMERS, TEAM, TERMS_DEALS } from './terms-records.ts';

const KEY = 'halden';
const START = '2025-01-01';
/** Each month’s last day and the new business an account manager is asked for: half of it in March, more in April. */
const MONTHS = [
  ['2025-01-31', 100_000],
  ['2025-02-28', 100_000],
  ['2025-03-31', 50_000],
  ['2025-04-30', 150_000],
] as const;

const PARTICIPANTS: readonly SampleParticipant[] = [
  participant(TEAM.lead, 'Ingrid Solheim', {
    title: 'Head of Key Accounts',
    target: null,
    hiredOn: '2021-03-01',
  }),
  participant(TEAM.rep, 'Mateo Rivas', { title: 'Key Account Manager', target: '60000.00', hiredOn: START }),
  participant(TEAM.colleague, 'Priya Nair', {
    title: 'Key Account Manager',
    target: '60000.00',
    hiredOn: '2022-05-02',
  }),
  participant(TEAM.specialist, 'Jonas Falk', {
    title: 'Automation Specialist',
    target: '36000.00',
    hiredOn: '2023-09-04',
  }),
];

/**
 * Halden Robotics: four people and four months in round figures, paid by what a plan can say beyond rate and quota, and by what
 * can happen between pay and payment. Its rep’s statements have a sentence for each.
 */
export const TERMS_COMPANY: SampleTenant = {
  key: KEY,
  name: 'Halden Robotics',
  industry: 'Manufacturing',
  currency: 'USD',
  region: 'eu',
  holidays: holidaysIn('Norway'),
  participants: PARTICIPANTS,
  reportingLines: PARTICIPANTS.slice(1).map(({ id }) => ({
    participantId: id,
    managerId: TEAM.lead,
    from: START,
    to: null,
  })),
  territories: ['Nordics', 'Iberia'].map((name) => ({
    name,
    region: 'Key accounts',
    segment: 'key-accounts',
  })),
  territoryAssignments: [
    { participantId: TEAM.rep, territory: 'Nordics', from: START, to: null },
    { participantId: TEAM.colleague, territory: 'Iberia', from: START, to: null },
  ],
  customers: CUSTOMERS,
  quotas: [TEAM.rep, TEAM.colleague, TEAM.specialist].flatMap((participantId) =>
    MONTHS.map(([to, asked]) => ({
      participantId,
      componentId: 'new-business',
      unit: '$' as const,
      from: `${to.slice(0, 8)}01`,
      to,
      amount: `${participantId === TEAM.specialist ? asked / 2 : asked}.00`,
    })),
  ),
  deals: TERMS_DEALS,
  results: [],
  exchangeRates: [
    {
      from: 'EUR',
      to: 'USD',
      date: '2025-03-03',
      rate: '1.05000000',
      source: 'Sample daily reference rate',
    },
  ],
  plans: TERMS_PLANS,
  assignments: PARTICIPANTS.map(({ id }) => ({
    participantId: id,
    planKey: id === TEAM.lead ? 'fy25-team-lead' : 'fy25-key-accounts',
    from: START,
    to: null,
  })),
  accounts: [
    account('admin', 'administrator', 'Sigrid Aasen'),
    account('finance', 'finance', 'Tomás Ferreira'),
    account('manager', 'manager', 'Ingrid Solheim', TEAM.lead),
    account('rep', 'sales-rep', 'Mateo Rivas', TEAM.rep),
  ],
  course: course(),
  analysed: ['fy25-key-accounts'],
};

/**
 * What happened to the rep’s pay: an advance in the first month, a hold, its release, a contract that was cancelled. The specialist
 * has a draw above what he earns.
 */
function course(): SampleCourse {
  return {
    maker: `${KEY}-admin`,
    approver: `${KEY}-finance`,
    months: [
      {
        period: '2025-01',
        isPaid: true,
        acts: [
          {
            act: 'draw',
            participantId: TEAM.rep,
            kind: 'recoverable',
            amount: '4000',
            per: 'month',
            from: START,
            to: '2025-02-28',
            componentIds: null,
            reason: 'New in the job',
            recovery: { from: null, to: null, earningsPercent: '5', atMost: null },
          },
          {
            act: 'draw',
            participantId: TEAM.specialist,
            kind: 'recoverable',
            amount: '4500',
            per: 'month',
            from: START,
            to: '2025-12-31',
            componentIds: null,
            reason: 'Until the assembly lines are sold',
            recovery: { from: null, to: null, earningsPercent: '20', atMost: null },
          },
        ],
      },
      {
        period: '2025-02',
        isPaid: true,
        acts: [{ act: 'hold', dealId: 'HR-D25-05', percent: '50', reason: 'Nordvik Verft has not paid yet' }],
      },
      {
        period: '2025-03',
        isPaid: true,
        acts: [
          { act: 'release', dealId: 'HR-D25-05', percent: '100', reason: 'Nordvik Verft paid on 12 March' },
          {
            act: 'clawback',
            participantId: TEAM.rep,
            planKey: 'fy25-key-accounts',
            period: '2025-01',
            componentId: 'services',
            dealId: 'HR-D25-02',
            decidedOn: '2025-03-24',
            kind: 'pro-rata',
            termMonths: 12,
            windowDays: 365,
            reason: 'Fjordlaks cancelled its contract',
          },
        ],
      },
      { period: '2025-04', isPaid: false, acts: [] },
    ],
  };
}

function participant(
  id: string,
  name: string,
  job: { readonly title: string; readonly target: string | null; readonly hiredOn: string },
): SampleParticipant {
  const email = `${name.toLowerCase().replace(' ', '.')}@halden.example`;
  const { title, target, hiredOn } = job;
  return {
    id,
    name,
    email,
    title,
    hiredOn,
    leftOn: null,
    currency: 'USD',
    targetVariableAnnual: target,
    commissionRatePercent: null,
  };
}

function account(
  username: string,
  role: SampleTenant['accounts'][number]['role'],
  displayName: string,
  participantId: string | null = null,
): SampleTenant['accounts'][number] {
  return { username: `${KEY}-${username}`, displayName, role, participantId };
}
