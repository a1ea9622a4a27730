import { expect, test } from 'vitest';
import { conflictProblems } from './duty-conflicts.ts';
import { roles } from './permissions.ts';
import { checkRoleGrants, newPrivileges, type RoleGrant } from './role-grants.ts';

const grant = (role: RoleGrant['role'], from: string | null = null, to: string | null = null): RoleGrant => ({
  role,
  from,
  to,
});
const rulesOf = (wanted: readonly RoleGrant[], by: readonly RoleGrant['role'][] = ['administrator']) =>
  [...checkRoleGrants(wanted, by), ...conflictProblems({ roles: wanted, custom: [] })].map(
    ({ rule }) => rule,
  );

const oversees = 'An auditor only reads.';
const builds = 'One person would build agents and approve their deployment.';

/** Every pair of roles that one person can't hold, with the beginning of the reason. */
const conflicts: Partial<Record<RoleGrant['role'], Partial<Record<RoleGrant['role'], string>>>> = {
  finance: {
    'plan-designer': 'One person would design a plan',
    'tenant-admin': 'One person would grant access and prepare',
    'sales-rep': 'One person would prepare or approve their own pay.',
  },
  'comp-admin': {
    'plan-designer': 'One person would design a plan',
    'tenant-admin': 'One person would grant access and prepare',
    'sales-rep': 'One person would prepare or approve their own pay.',
  },
  'compliance-officer': {
    'agent-administrator': 'One person would build agents and oversee them.',
    'agent-developer': 'One person would build agents and oversee them.',
    administrator: 'One person would set the policies and oversee them.',
  },
  manager: { 'agent-administrator': builds, 'agent-developer': builds },
  auditor: Object.fromEntries(
    roles.filter((role) => role !== 'auditor' && role !== 'viewer').map((role) => [role, oversees]),
  ),
};

test('[ACCESS-14] [AUTH-25] every pair of conflicting roles is refused with its reason, whichever comes first', () => {
  for (const one of roles)
    for (const other of roles.filter((role) => role !== one)) {
      const reason = conflicts[one]?.[other] ?? conflicts[other]?.[one];
      const problems = conflictProblems({ roles: [grant(one), grant(other)], custom: [] });
      // some pairs separate more than one duty
      expect([one, other, problems.slice(0, 1)]).toEqual([
        one,
        other,
        reason === undefined
          ? []
          : [{ rule: 'ACCESS-14', path: 'roles', message: expect.stringContaining(reason) }],
      ]);
    }
  expect(rulesOf([grant('manager'), grant('sales-rep')])).toEqual([]);
  expect(rulesOf([grant('auditor'), grant('viewer')])).toEqual([]);
});

test('[ACCESS-14] conflicting roles on days that do not meet are fine', () => {
  const designer = grant('plan-designer', null, '2026-06-30');
  expect(rulesOf([designer, grant('finance', '2026-07-01')])).toEqual([]);
  expect(rulesOf([designer, grant('finance', '2026-06-30')])).toEqual(['ACCESS-14']);
});

test('[ACCESS-15] only an administrator makes an administrator', () => {
  expect(rulesOf([grant('administrator')], ['tenant-admin'])).toEqual(['ACCESS-15']);
  expect(rulesOf([grant('administrator')], ['tenant-admin', 'administrator'])).toEqual([]);
  expect(rulesOf([grant('finance')], ['tenant-admin'])).toEqual([]);
});

test('[ACCESS-16] no roles, a role twice and an end before its start are refused', () => {
  expect(rulesOf([])).toEqual(['ACCESS-16']);
  expect(rulesOf([grant('viewer'), grant('viewer', '2026-01-01')])).toEqual(['ACCESS-16']);
  expect(rulesOf([grant('viewer', '2026-02-01', '2026-01-31')])).toEqual(['ACCESS-16']);
});

test('[ACCESS-42] a role that reaches teams can be limited to one, and a wider reach needs a second administrator', () => {
  const limited = (role: RoleGrant['role'], teamOf = 'P-7') => ({ ...grant(role), teamOf });
  expect(roles.filter((role) => rulesOf([limited(role)]).length === 0)).toEqual([
    'plan-designer',
    'finance',
    'comp-admin',
    'manager',
    'compliance-officer',
    'auditor',
  ]);
  const gains = (wanted: RoleGrant) => newPrivileges([limited('finance')], [wanted]).length;
  expect([limited('finance'), limited('finance', 'P-8'), grant('finance')].map(gains)).toEqual([0, 1, 1]);
  expect(newPrivileges([grant('finance')], [limited('finance')])).toEqual([]);
  // it makes no payments, so it separates no duties
  expect(rulesOf([grant('plan-designer'), limited('finance')])).toEqual([]);
  expect(rulesOf([grant('agent-developer'), limited('auditor')])).toEqual(['ACCESS-14']);
});

test('[ACCESS-20] a role that approves or manages needs a second administrator on days it is not held yet', () => {
  const fresh = roles.filter((role) => newPrivileges([], [grant(role)]).length > 0);
  expect(fresh).toEqual(['administrator', 'tenant-admin', 'finance', 'manager', 'compliance-officer']);
  // and what the workspace itself has approved (ACCESS-41)
  expect(newPrivileges([], [grant('viewer')], ['viewer'])).toHaveLength(1);
  const held = [grant('finance', '2026-01-01', '2026-06-30'), grant('manager')];
  const gains = (wanted: RoleGrant) => newPrivileges(held, [wanted]).length > 0;
  for (const [from, to, gained] of [
    ['2026-01-01', '2026-06-30', false],
    ['2026-02-01', '2026-03-31', false],
    ['2025-12-31', '2026-06-30', true],
    ['2026-01-01', '2026-07-01', true],
    ['2026-01-01', null, true],
    [null, '2026-06-30', true],
  ] as const)
    expect([from, to, gains(grant('finance', from, to))]).toEqual([from, to, gained]);
  expect(gains(grant('manager', '2026-01-01'))).toBe(false);
  expect(newPrivileges(held, [])).toEqual([]);
});
