import { expect, test } from 'vitest';
import {
  customGrantProblems,
  customRoleProblems,
  newCustomPrivileges,
  offeredScopes,
  readCells,
} from './custom-roles.ts';
import { conflictProblems } from './duty-conflicts.ts';
import { type Cell, cellsOf, cellText, permissions, roles, scopeOf } from './permissions.ts';
import type { RoleGrant } from './role-grants.ts';

const always = { from: null, to: null };
const custom = (id: string, ...cells: Cell[]) => ({ id, name: id, description: '', cells, ...always });
const may = (permission: Cell['permission'], scope: Cell['scope'] = 'tenant') => ({ permission, scope });
const rulesOf = (problems: readonly { rule: string }[]) => problems.map(({ rule }) => rule);

test('[ACCESS-30] a custom role holds its cells and nothing else', () => {
  // every cell that is offered, one role each, and all pairs of a spread of them
  const offered = permissions.flatMap((permission) =>
    offeredScopes(permission).map((scope) => may(permission, scope)),
  );
  expect(offered.length).toBeGreaterThan(permissions.length);
  for (const cell of offered) {
    const held = [cellText(cell)];
    for (const permission of permissions)
      expect(scopeOf(held, permission)).toBe(permission === cell.permission ? cell.scope : null);
  }
  const both = ['sales-rep', 'read:payouts=team', 'edit:plans=tenant'] as const;
  expect([
    scopeOf(both, 'read:payouts'),
    scopeOf(both, 'read:statements'),
    scopeOf(both, 'edit:plans'),
  ]).toEqual(['team', 'own', 'tenant']);
});

test('[ACCESS-30] only cells that a built-in role has are offered, and stored ones that no role has grant nothing', () => {
  expect(offeredScopes('read:payouts')).toEqual(['tenant', 'team', 'own']);
  expect(offeredScopes('manage:people')).toEqual(['tenant']);
  expect(readCells(['manage:people=own', 'gone:things=tenant', 'read:plans', 'read:plans=tenant'])).toEqual([
    may('read:plans'),
  ]);
  expect(rulesOf(customRoleProblems({ name: 'A', cells: [may('manage:people', 'own')] }, []))).toEqual([
    'ACCESS-30',
  ]);
  for (const role of roles)
    if (role !== 'administrator')
      expect(customRoleProblems({ name: 'Copy', cells: cellsOf([role]) }, [])).toEqual([]);
});

test('[ACCESS-30] a custom role has a name of its own and at least one permission, each once', () => {
  expect(rulesOf(customRoleProblems({ name: 'payroll', cells: [] }, ['Payroll']))).toEqual([
    'ACCESS-30',
    'ACCESS-30',
  ]);
  expect(
    customRoleProblems({ name: 'A', cells: [may('read:payouts', 'own'), may('read:payouts')] }, []).length,
  ).toBe(2);
});

test('[ACCESS-27] permissions that separate duties are combined neither in one role nor with others on the same days', () => {
  expect(
    rulesOf(customRoleProblems({ name: 'A', cells: [may('edit:plans'), may('approve:payments')] }, [])),
  ).toEqual(['ACCESS-27']);
  const pays = custom('pays', may('approve:payments'));
  const plans = custom('plans', may('edit:plans'));
  const designer = { role: 'plan-designer', ...always } as const;
  const of = (roles: readonly RoleGrant[], ...given: (typeof pays)[]) =>
    rulesOf(conflictProblems({ roles, custom: given }));
  expect(of([designer], pays)).toEqual(['ACCESS-27']);
  expect(of([], pays, plans)).toEqual(['ACCESS-27']);
  expect(of([{ ...designer, to: '2026-06-30' }], { ...pays, from: '2026-07-01' } as never)).toEqual([]);
  expect(of([{ role: 'auditor', ...always }], plans)).toEqual(['ACCESS-27']);
  expect(of([{ role: 'administrator', ...always }], pays, plans)).toEqual([]);
  expect(rulesOf(customGrantProblems([plans, { ...plans, from: '2026-02-01', to: '2026-01-01' }]))).toEqual([
    'ACCESS-16',
    'ACCESS-16',
  ]);
});

test('[ACCESS-20] a custom role that approves or manages needs a second administrator on days it is not held yet', () => {
  const pays = custom('pays', may('approve:payments'));
  expect(newCustomPrivileges([], [pays, custom('reads', may('read:plans'))])).toEqual([pays]);
  expect(newCustomPrivileges([{ id: 'pays', ...always }], [pays])).toEqual([]);
  expect(newCustomPrivileges([{ id: 'pays', from: null, to: '2026-01-31' }], [pays])).toEqual([pays]);
});
