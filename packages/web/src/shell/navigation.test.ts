import { grants, type Role, roles, scopeOf } from '@attain/domain/access/permissions';
import { expect, test } from 'vitest';
import { builderSections } from '../builder/builder-sections.ts';
import { maySee, navAfter, navBefore, navCompensation, navSoon } from './navigation.ts';
import { builderScreens } from './palette/builder-screens.ts';

const allEntries = [...navBefore, ...navCompensation.pages, ...navAfter, ...navSoon.entries];

const links = (entries: readonly { to: string; label: string }[]) =>
  entries.map(({ to, label }) => [to, label]);

test.each([
  ['[SHELL-NAV-01] Agent Builder', '/agent-builder'],
  ['[SHELL-NAV-02] Revenue Dashboard', '/dashboard'],
  ['[SHELL-NAV-03] Action Center', '/action-center'],
  ['[SHELL-NAV-04] Planning', '/planning'],
  ['[SHELL-NAV-05] Forecasting', '/forecast'],
  ['[SHELL-NAV-06] Deal Desk', '/deal-desk'],
  ['[SHELL-NAV-07] Calendar', '/calendar'],
  ['[SHELL-NAV-08] Rhythm of Business', '/rhythm'],
  ['[SHELL-NAV-09] [CONF-SHELL-03] My Customers', '/customers'],
  ['[SHELL-NAV-10] Tell Me', '/tell-me'],
  ['[SHELL-PROD-06] Proof', '/proof'],
])('%s leads to %s', (name, to) => {
  const label = name.replaceAll(/\[[^\]]*\] /g, '');
  expect(links([...navBefore, ...navAfter, ...navSoon.entries])).toContainEqual([to, label]);
});

test('[SHELL-NAV-11] [SHELL-NAV-13] the group has 13 sub-pages', () => {
  expect(navCompensation.label).toBe('Incentive Compensation');
  expect(navCompensation.pages).toHaveLength(13);
});

test.each([
  ['[SHELL-NAV-14] Plan Design', '/compensation/plan-design'],
  ['[SHELL-NAV-15] Eligibility & Enrollment', '/compensation/eligibility'],
  ['[SHELL-NAV-16] Quotas & Targets', '/compensation/quotas'],
  ['[SHELL-NAV-17] Rates Tiers & Curves', '/compensation/rates'],
  ['[SHELL-NAV-18] Crediting & Territories', '/compensation/crediting'],
  ['[SHELL-NAV-19] Attainment Tracking', '/compensation/tracking'],
  ['[SHELL-NAV-20] Payout Calculation', '/compensation/payout'],
  ['[SHELL-NAV-21] Adjustments & Overrides', '/compensation/adjustments'],
  ['[SHELL-NAV-22] Disputes & Reviews', '/compensation/disputes'],
  ['[SHELL-NAV-23] Statements', '/compensation/statements'],
  ['[SHELL-NAV-24] Approvals & Workflows', '/compensation/approvals'],
  ['[SHELL-NAV-25] Audit & Compliance', '/compensation/audit'],
  ['[SHELL-NAV-26] Reports & Analytics', '/compensation/reports'],
])('%s leads to %s', (name, to) => {
  const label = name.replace(/^\[[^\]]*\] /, '');
  expect(links(navCompensation.pages)).toContainEqual([to, label]);
});

test('[CONF-SHELL-02] Pipeline and Meetings stand in no navigation', () => {
  const shown = allEntries.map(({ to }) => String(to));
  expect(shown).not.toContain('/pipeline');
  expect(shown).not.toContain('/meetings');
});

test('the palette knows every screen of the builder', () => {
  expect(links(builderScreens)).toEqual(links(builderSections.slice(1)));
});

/** The permissions of a user with only this role. */
const heldBy = (role: Role) =>
  (Object.keys(grants) as (keyof typeof grants)[]).flatMap((permission) => {
    const scope = scopeOf([role], permission);
    return scope === null ? [] : [{ permission, scope }];
  });
const seenBy = (role: Role) =>
  allEntries.filter((entry) => maySee(entry, heldBy(role))).map(({ label }) => label);

test('the way to a screen is shown to those who may open it', () => {
  const held = [{ permission: 'read:plans', scope: 'tenant' as const }];
  expect(maySee({ needs: 'read:plans' }, held)).toBe(true);
  expect(maySee({ needs: 'read:audit' }, held)).toBe(false);
  expect(maySee({}, undefined)).toBe(true);
  expect(maySee({ needs: 'read:plans' }, undefined)).toBe(false);
});

test('an administrator sees every entry; a rep only those that work for a rep', () => {
  expect(seenBy('administrator')).toHaveLength(allEntries.length);
  expect(seenBy('sales-rep')).toEqual([
    'Action Center',
    'Eligibility & Enrollment',
    'Quotas & Targets',
    'Crediting & Territories',
    'Attainment Tracking',
    'Disputes & Reviews',
    'Statements',
    'Approvals & Workflows',
    'Tell Me',
    'Proof',
    'Forecasting',
    'Deal Desk',
    'Calendar',
    'My Customers',
  ]);
});

test('users who see adjustments see more than their own payments; anyone may be a delegate and see approvals', () => {
  for (const role of roles) {
    const reaches = scopeOf([role], 'read:payments');
    const seen = seenBy(role);
    expect(seen.includes('Adjustments & Overrides'), role).toBe(reaches !== null && reaches !== 'own');
    expect(seen.includes('Approvals & Workflows'), role).toBe(true);
  }
});
