import { expect, test } from 'vitest';
import { groupRolesProblems, rolesByGroups } from './group-roles.ts';

const always = { from: null, to: null };

test('[ACCESS-33] mapped roles follow the groups, others stay', () => {
  const mapping = [
    { group: 'Sales', roles: ['sales-rep'] as const },
    { group: 'Leads', roles: ['manager', 'sales-rep'] as const },
  ];
  const held = [
    { role: 'viewer', ...always } as const,
    { role: 'manager', from: '2026-01-01', to: null } as const,
  ];
  expect(rolesByGroups({ roles: held }, ['Sales', 'Unknown'], mapping)).toEqual([
    { role: 'viewer', ...always },
    { role: 'sales-rep', ...always },
  ]);
  expect(rolesByGroups({ roles: held }, ['Leads'], mapping).map(({ role }) => role)).toEqual([
    'viewer',
    'manager',
    'sales-rep',
  ]);
  expect(rolesByGroups({ roles: held }, ['Leads'], [])).toEqual(held);
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
  const exceptions = [{ roles: ['plan-designer', 'finance'], duty: 'plans-and-pay', until } as const];
  expect(rolesByGroups({ roles, exceptions }, ['Pay', 'Plans'], mapping)).toEqual(roles.toReversed());
  expect(rolesByGroups({ roles, exceptions }, ['Plans'], mapping)).toEqual(roles.slice(0, 1));
  const earlier = [{ role: 'finance', from: null, to: '2026-02-28' }] as const;
  expect(rolesByGroups({ roles: earlier, exceptions }, ['Pay'], mapping)).toEqual(earlier);
  // without an exception the groups decide
  expect(rolesByGroups({ roles }, ['Pay'], mapping)).toEqual([{ role: 'finance', ...always }]);
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
