import { expect, test } from 'vitest';
import { type GroupRoles, groupRolesProblems, rolesByGroups } from './group-roles.ts';

const always = { from: null, to: null };
type Member = Parameters<typeof rolesByGroups>[0];
const rolesOf = (
  member: Member,
  groups: readonly string[],
  mapping: readonly GroupRoles[],
  today = '2026-01-31',
) => rolesByGroups(member, { groups, mapping, today });

test('[ACCESS-33] mapped roles follow the groups, others stay', () => {
  const mapping = [
    { group: 'Sales', roles: ['sales-rep'] as const },
    { group: 'Leads', roles: ['manager', 'sales-rep'] as const },
  ];
  const held = [
    { role: 'viewer', ...always } as const,
    { role: 'manager', from: '2026-01-01', to: null } as const,
  ];
  expect(rolesOf({ roles: held }, ['Sales', 'Unknown'], mapping)).toEqual([
    { role: 'viewer', ...always },
    { role: 'sales-rep', ...always },
  ]);
  expect(rolesOf({ roles: held }, ['Leads'], mapping).map(({ role }) => role)).toEqual([
    'viewer',
    'manager',
    'sales-rep',
  ]);
  expect(rolesOf({ roles: held }, ['Leads'], [])).toEqual(held);
});

test('[ACCESS-33] [ACCESS-43] a role that ends with an exception keeps its end while the groups give it', () => {
  const until = '2026-03-31';
  const roles = [
    { role: 'plan-designer', ...always },
    { role: 'finance', from: null, to: until },
  ] as const;
  const mapping = [
    { group: 'Pay', roles: ['finance'] as const },
    { group: 'Plans', roles: ['plan-designer'] as const },
  ];
  const excepted = { roles: ['plan-designer', 'finance'], duty: 'plans-and-pay', until } as const;
  const exceptions = [excepted];
  const both = ['Pay', 'Plans'];
  const byGroups = (member: Member, groups = both, today = until) => rolesOf(member, groups, mapping, today);
  expect(byGroups({ roles, exceptions })).toEqual(roles.toReversed());
  expect(byGroups({ roles, exceptions }, ['Plans'])).toEqual(roles.slice(0, 1));
  const earlier = [roles[0], { role: 'finance', from: null, to: '2026-02-28' }] as const;
  expect(byGroups({ roles: earlier, exceptions }, both, '2026-02-01')).toEqual(earlier.toReversed());
  // of the team that it is for
  const team = [roles[0], { ...roles[1], teamOf: 'P-7' }] as const;
  const ofTeam = [{ ...excepted, roles: ['plan-designer', '@finance P-7'] }] as const;
  expect(byGroups({ roles: team, exceptions: ofTeam })).toEqual(team.toReversed());
  // with a custom role, which no group gives
  const withCustom = [{ ...excepted, roles: ['designs', 'finance'] }] as const;
  const customRoles = [{ id: 'designs', ...always }];
  const member = { roles: roles.slice(1), customRoles, exceptions: withCustom };
  expect(byGroups(member, ['Pay'])).toEqual(roles.slice(1));
  // after the last day, and without the other role, the groups decide
  const finance = { role: 'finance', ...always };
  expect(byGroups({ roles, exceptions }, both, '2026-04-01')).toContainEqual(finance);
  expect(byGroups({ roles, exceptions }, ['Pay'])).toEqual([finance]);
  expect(byGroups({ roles, exceptions: ofTeam })).toContainEqual(finance);
  expect(byGroups({ roles })).toContainEqual(finance);
});

test('[ACCESS-33] [ACCESS-14] a mapping names each group once, with roles that go together', () => {
  const rules = (mapping: Parameters<typeof groupRolesProblems>[0]) =>
    groupRolesProblems(mapping).map(({ rule, path }) => `${rule} ${path}`);
  expect(rules([{ group: 'Sales', roles: ['sales-rep', 'manager'] }])).toEqual([]);
  expect(rules([{ group: 'Sales', roles: [] }])).toEqual(['ACCESS-16 groups.0']);
  expect(
    rules([
      { group: 'Pay', roles: ['finance'] },
      { group: 'Pay', roles: ['finance', 'plan-designer'] },
    ]),
  ).toEqual(['ACCESS-33 groups.1', 'ACCESS-14 groups.1']);
});
