import { expect, test } from 'vitest';
import type { Component, Plan } from '../../plans/plan.ts';
import {
  analyseYear,
  companyPlan,
  companySpan,
  companyYear,
  ordinaryYears,
} from '../analysers/company.fixture.ts';
import { industries } from '../configurations/configuration.ts';
import { industryConfigurations } from '../configurations/industries.ts';
import { industryOverlays } from './industry-overlays.ts';
import { overlayCourse } from './overlay-course.ts';
import type { OverlayTerms } from './overlay-terms.ts';

const terms: OverlayTerms = { industry: 'SaaS', checkers: 1, retentionYears: 5 };
const pay = (total: number) => ({ total: BigInt(total), cells: new Map<string, bigint>() });

/** Twenty payees of whom the first ten lose so much; customers are named, and hires are as told. */
function checked(
  wanted: {
    terms?: Partial<OverlayTerms>;
    plan?: Plan;
    customer?: string | null;
    losers?: number;
    hiredOn?: (i: number) => string;
  } = {},
) {
  const { plan = companyPlan(), customer = 'Acme', losers = 0, hiredOn = () => '2020-01-01' } = wanted;
  const course = overlayCourse({ ...terms, ...wanted.terms }, companySpan);
  const histories = companyYear(ordinaryYears(20)).map((one, i) => ({
    ...one,
    deals: one.deals.map((deal) => ({ ...deal, customer })),
    participants: one.participants.map((payee) => ({ ...payee, hiredOn: hiredOn(i) })),
  }));
  for (const history of histories) course.take(history);
  const changes = histories.map(({ payeeIds }, i) => ({
    participantId: payeeIds![0]!,
    before: pay(1000),
    after: pay(i < losers ? 900 : 1000),
  }));
  return course.results(plan, changes);
}

const statuses = (of: ReturnType<typeof checked>) => of.map(({ id, status }) => `${id} ${status}`);
const withMoney = (change: Partial<Component>): Plan =>
  companyPlan({
    components: companyPlan().components.map((one, i) => (i === 0 ? { ...one, ...change } : one)),
  });

test('[SGR-11] [ASSIST-ENT-20] a rule without its data warns and says why; it is never OK', () => {
  const found = checked({ customer: null, terms: { checkers: 0 } });
  expect(found.map(({ status }) => status)).toEqual(Array(4).fill('Warning'));
  expect(found.map(({ description }) => description)).toEqual([
    '240 sales of 240 name no customer to capitalize commissions by.',
    'Signed receipts of the plan (Cal. Labor Code 2751) are not stored.',
    'No one who did not edit the draft may activate it.',
    'No two groups of 5 payees can be compared by territory, target pay or tenure.',
  ]);
  const noSales = overlayCourse(terms, companySpan).results(companyPlan(), []);
  expect(noSales[0]).toMatchObject({ status: 'Warning', industry: 'SaaS', name: 'ASC 340-40' });
});

test('[SGR-11] even-handedness compares groups of five payees or more', () => {
  const hiredOn = (i: number) => (i < 10 ? '2023-06-01' : '2019-06-01');
  expect(statuses(checked({ hiredOn }))).toEqual([
    'asc-340-40 OK',
    'ca-2751 Warning',
    'maker-checker OK',
    'even-handedness OK',
  ]);
  // 8 of 10 against 10 of 10 is the smallest ratio that is even-handed
  expect(checked({ hiredOn, losers: 2 })[3]?.status).toBe('OK');
  expect(checked({ hiredOn, losers: 3 })[3]).toMatchObject({
    status: 'Warning',
    description:
      'By tenure, 70% of 10 payees in “below 2 years” keep their pay, against 100% of 10 payees in “5 years or longer”.',
  });
  const four = (i: number) => (i < 4 ? '2023-06-01' : '2019-06-01');
  expect(checked({ hiredOn: four, losers: 3 })[3]?.description).toContain('No two groups');
});

test.each<[OverlayTerms['industry'], string, Plan, string]>([
  [
    'Healthcare',
    'no-referral-pay',
    withMoney({ filter: [{ field: 'kind', in: ['Referral'] }] }),
    'Violation',
  ],
  ['Healthcare', 'no-referral-pay', companyPlan(), 'Warning'],
  [
    'Manufacturing',
    'returns-reversed',
    withMoney({ filter: [{ field: 'kind', in: ['sale'] }] }),
    'Violation',
  ],
  ['Manufacturing', 'returns-reversed', companyPlan(), 'OK'],
  [
    'Insurance',
    'idd',
    withMoney({ creditFactors: [{ where: [{ field: 'product', in: ['A'] }], percent: '150' }] }),
    'Warning',
  ],
  ['Financial Services', 'conflicts-of-interest', companyPlan(), 'OK'],
  ['Financial Services', 'finra-records', companyPlan(), 'Warning'],
  ['Banking', 'risk-adjustment', companyPlan(), 'Warning'],
  ['Banking', 'crd-94', companyPlan(), 'Warning'],
])('[SGR-11] %s checks %s', (industry, id, plan, status) => {
  expect(checked({ plan, terms: { industry } }).find((one) => one.id === id)?.status).toBe(status);
});

test('[SGR-11] the badges of an industry are the names of its rules', () => {
  for (const industry of industries) {
    expect(industryOverlays[industry].map(({ name }) => name)).toEqual(
      industryConfigurations[industry].complianceBadges,
    );
  }
});

test('[SGR-8] [SGR-11] a suggestion has its rules as step 4 of its confidence', () => {
  const years = ordinaryYears(30).map((year, i) => (i % 2 === 0 ? { ...year, $: [45, 48, 40, 46] } : year));
  const { claim } = analyseYear(companyPlan(), companyYear(years), { overlays: terms }).found.find(
    (one) => one.claim.key === 'decelerate-money',
  )!;
  expect(claim.overlays.map(({ status }) => status)).toEqual(['Warning', 'Warning', 'OK', 'Warning']);
  // (1 + 3 × ½) ÷ 4
  expect(claim.figures?.steps.at(-1)).toMatchObject({ key: 'policy-check', percent: 63 });
});
