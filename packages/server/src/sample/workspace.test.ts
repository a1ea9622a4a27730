import { createHash } from 'node:crypto';
import { statedRoles } from '@attain/domain/access/stated-permissions';
import { isDecimal } from '@attain/domain/base/decimal';
import { checkPlan } from '@attain/domain/plans/plan-checks';
import { canonicalText } from '@attain/domain/proofs/canonical';
import { expect, test } from 'vitest';
import { sampleColleagues } from './colleagues.ts';
import { SEED_PLAN } from './plans.ts';
import { sampleWorkspace } from './workspace.ts';

const workspace = sampleWorkspace();
const [software, instruments, terms] = workspace.tenants;

function sha256(value: unknown): string {
  return createHash('sha256').update(canonicalText(value)).digest('hex');
}

// A new hash here means that everybody's sample workspace changes: change it on purpose, and say so in the changelog.
test('the sample is the same bytes everywhere and every time', () => {
  expect(sha256(sampleWorkspace())).toBe(sha256(workspace));
  expect(sha256(software)).toBe('1183c0801196d6d84d6573c74ac87778a463b1e04b0c8931798641f501e4e41d');
  expect(sha256(instruments)).toBe('b53561b996e8ccb86bfdc62a395056ba9d780f3b2d24b782137abb7a7f122e39');
});

test('the mid-market segment, the compensation admin, the year that has begun and the holidays changed no other row of the company', () => {
  const added = (id: string) => id.startsWith('TC-M25-') || Number(id.slice(-4)) > 1200;
  const begun = ({ date, from }: { readonly date?: string; readonly from?: string }) =>
    (date ?? from ?? '') >= '2026-01-01';
  const own = (row: { readonly participantId: string; readonly date?: string; readonly from?: string }) =>
    !added(row.participantId) && !begun(row);
  const { analysed: _, opportunities: __, fixedDay: ____, holidays: _____, ...kept } = software!;
  const without = {
    ...kept,
    accounts: software!.accounts.filter(({ role }) => !['comp-admin', 'agent-administrator'].includes(role)),
    participants: software!.participants.filter(({ id }) => !added(id)),
    reportingLines: software!.reportingLines.filter(({ participantId }) => !added(participantId)),
    territories: software!.territories.filter(({ segment }) => segment !== 'mid-market'),
    territoryAssignments: software!.territoryAssignments.filter(({ participantId }) => !added(participantId)),
    customers: software!.customers.filter(({ territory }) => !territory.startsWith('Mid-Market')),
    quotas: software!.quotas.filter(own),
    deals: software!.deals.filter(own),
    results: software!.results.filter(own),
    exchangeRates: software!.exchangeRates.filter((rate) => !begun(rate)),
    assignments: software!.assignments.filter(({ participantId }) => !added(participantId)),
    plans: software!.plans.flatMap(({ follows: ___, ...one }) =>
      one.key === 'fy25-mid-market-ae'
        ? []
        : [
            one.key === SEED_PLAN.key
              ? { ...one, plan: { ...one.plan, acceleratorReading: 'incremental' } }
              : one,
          ],
    ),
  };
  expect(sha256(without)).toBe('e03b0ae5dc3c69506788c3e7186aadb08991e531951c479a7f00312df6d3333a');
});

test('the software company has 252 participants and 23,717 deals, the second tenant 12 and 321, the third 4 and 18', () => {
  expect(software).toMatchObject({ industry: 'SaaS', currency: 'USD' });
  expect(software!.participants).toHaveLength(252);
  expect(software!.deals).toHaveLength(23_717);
  expect(instruments!.participants).toHaveLength(12);
  expect(instruments!.deals).toHaveLength(321);
  expect([terms!.participants.length, terms!.deals.length, workspace.tenants.length]).toEqual([4, 18, 3]);
});

test('nothing of one tenant is named in the other', () => {
  const namesOf = (tenant: (typeof workspace.tenants)[number]) => [
    ...tenant.participants.flatMap(({ id, email }) => [id, email]),
    ...[...tenant.deals, ...tenant.results].map(({ id }) => id),
    ...tenant.accounts.map(({ username }) => username),
  ];
  const [ours, theirs] = [namesOf(software!), namesOf(instruments!)];
  expect(new Set([...ours, ...theirs]).size).toBe(ours.length + theirs.length);
});

test('the administrator of the one company belongs to the other too, which was made before them', () => {
  expect(workspace.guests).toEqual([
    { username: 'admin', tenantKey: instruments!.key, role: 'administrator' },
  ]);
  expect(software!.accounts.map(({ username }) => username)).toContain('admin');
});

test.each(workspace.tenants)('every reference in $name leads somewhere', (tenant) => {
  const people = new Set(tenant.participants.map(({ id }) => id));
  const places = new Set(tenant.territories.map(({ name }) => name));
  const plans = new Set(tenant.plans.map(({ key }) => key));
  const buyers = new Set(tenant.customers.map(({ name }) => name));
  for (const { participantId, managerId } of tenant.reportingLines) {
    expect(people.has(participantId) && people.has(managerId)).toBe(true);
  }
  for (const { participantId, planKey } of tenant.assignments) {
    expect(people.has(participantId) && plans.has(planKey)).toBe(true);
  }
  for (const each of tenant.territoryAssignments) {
    expect(people.has(each.participantId) && places.has(each.territory)).toBe(true);
  }
  for (const { territory, customer } of tenant.deals) {
    expect(places.has(territory!) && buyers.has(customer!)).toBe(true);
  }
  for (const { participantId } of [...tenant.quotas, ...tenant.results])
    expect(people.has(participantId)).toBe(true);
  for (const { participantId } of tenant.accounts)
    expect(participantId === null || people.has(participantId)).toBe(true);
});

test.each(workspace.tenants)('every amount and rate of $name is a plain decimal text', (tenant) => {
  for (const { amount } of [...tenant.deals, ...tenant.results, ...tenant.quotas])
    expect(amount).toSatisfy(isDecimal);
  for (const { rate } of tenant.exchangeRates) expect(rate).toSatisfy(isDecimal);
  for (const each of tenant.participants) {
    expect(each.targetVariableAnnual ?? '0').toSatisfy(isDecimal);
    expect(each.commissionRatePercent ?? '0').toSatisfy(isDecimal);
  }
});

test('there is a sample account for each role, and manager and rep are participants who stay the whole year', () => {
  expect(software!.accounts.map(({ username }) => username).sort()).toEqual(
    'admin agentadmin auditor compadmin compliance designer developer finance manager operator rep viewer'.split(
      ' ',
    ),
  );
  const idOf = (role: string) => software!.accounts.find((account) => account.role === role)!.participantId;
  const lines = software!.reportingLines.filter((line) => line.participantId === idOf('sales-rep'));
  expect(lines).toEqual([expect.objectContaining({ managerId: idOf('manager'), to: null })]);
  expect(software!.participants.find(({ id }) => id === idOf('sales-rep'))).toMatchObject({ leftOn: null });
});

test('[POLICY-37] colleagues without a password complete the stated numbers of members: 3, 12, 45, 23 and 5', () => {
  const all = [...software!.accounts, ...sampleColleagues(software!)];
  const members = statedRoles.map(({ role }) => all.filter((one) => one.role === role).length);
  expect(members).toEqual([3, 12, 45, 23, 5]);
  expect(new Set(all.map(({ username }) => username)).size).toBe(all.length);
  expect(sampleColleagues(instruments!)).toEqual([]);
});

test('[PLAN-08] [PLAN-09] [PLAN-10] the seed plan has the three stated components', () => {
  expect(SEED_PLAN.status).toBe('Draft');
  const rows = SEED_PLAN.plan.components.map(({ name, measure, weight, cap, accelerator, status }) => {
    return [name, measure.unit, weight, cap, accelerator, status];
  });
  expect(rows).toEqual([
    ['ACV Bookings', '$', 60, '2x', '>120% @ 1.2x', 'Active'],
    ['Pipeline Hygiene', 'Score', 10, null, null, 'Active'],
    ['MBO - Strategic Wins', 'Count', 30, null, null, 'Draft'],
  ]);
});

test('every active plan is sound; the draft is not until its last component is active too', () => {
  for (const { plan, status } of workspace.tenants.flatMap((tenant) => tenant.plans)) {
    if (status === 'Active') expect(checkPlan(plan)).toEqual([]);
  }
  expect(checkPlan(SEED_PLAN.plan).map(({ path }) => path)).toEqual(['components']);
  const components = SEED_PLAN.plan.components.map((each) => ({ ...each, status: 'Active' as const }));
  expect(checkPlan({ ...SEED_PLAN.plan, components })).toEqual([]);
});
