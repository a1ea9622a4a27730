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
  expect(rolesByGroups(held, ['Sales', 'Unknown'], mapping)).toEqual([
    { role: 'viewer', ...always },
    { role: 'sales-rep', ...always },
  ]);
  expect(rolesByGroups(held, ['Leads'], mapping).map(({ role }) => role)).toEqual([
    'viewer',
    'manager',
    'sales-rep',
  ]);
  expect(rolesByGroups(held, ['Leads'], [])).toEqual(held);
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
