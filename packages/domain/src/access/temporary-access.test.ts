import { expect, test } from 'vitest';
import {
  accessKey,
  cellsOf,
  narrowedRoles,
  type Permission,
  permissions,
  type Role,
  roles,
  scopeOf,
  widenedRoles,
} from './permissions.ts';
import { separationProblem } from './separations.ts';
import { accessEnd, askablePermissions, temporaryAccessProblem } from './temporary-access.ts';

const askable = (role: Role) => askablePermissions((permission) => scopeOf([role], permission));
const cell = (permission: Permission) => ({ permission, scope: 'tenant' }) as const;

test('[ACCESS-26] temporary access adds one permission for the workspace and nothing else', () => {
  for (const role of roles)
    for (const permission of permissions) {
      const wide = widenedRoles([role], [cell(permission)]);
      for (const other of permissions)
        expect(scopeOf(wide, other)).toBe(other === permission ? 'tenant' : scopeOf([role], other));
    }
});

test('[ACCESS-26] an API token keeps its limits whatever its owner gained, and streams see the difference', () => {
  const wide = widenedRoles(['viewer'], [cell('read:payouts'), { permission: 'read:deals', scope: 'own' }]);
  expect(scopeOf(narrowedRoles(wide, ['read:payouts']), 'read:payouts')).toBe('tenant');
  expect(scopeOf(narrowedRoles(wide, ['read:payouts']), 'read:deals')).toBeNull();
  expect(
    scopeOf(widenedRoles(narrowedRoles(['viewer'], ['read:plans']), [cell('read:deals')]), 'read:deals'),
  ).toBeNull();
  expect(accessKey(wide)).not.toBe(accessKey(['viewer']));
  expect(accessKey(wide)).toBe(
    accessKey(widenedRoles(['viewer'], [{ permission: 'read:deals', scope: 'own' }, cell('read:payouts')])),
  );
});

test('[ACCESS-26] what is held already and granting access cannot be asked for', () => {
  expect(askable('administrator')).toEqual([]);
  for (const role of roles) {
    const asked = askable(role);
    expect(asked).not.toContain('manage:people');
    for (const permission of permissions)
      if (!asked.includes(permission))
        expect(temporaryAccessProblem([role], permission)?.rule).toBe('ACCESS-26');
  }
  expect(askable('manager')).toContain('read:payouts');
  expect(accessEnd('2026-11-23T22:30:00.000Z', 2)).toBe('2026-11-24T00:30:00.000Z');
});

test('[ACCESS-27] temporary access that separation of duties forbids is rejected with the reason', () => {
  for (const [role, permission] of [
    ['plan-designer', 'approve:payments'],
    ['plan-designer', 'activate:plans'],
    ['finance', 'edit:plans'],
    ['tenant-admin', 'make:payments'],
    ['sales-rep', 'approve:payments'],
    ['agent-developer', 'set:autonomy'],
    ['agent-developer', 'approve:agents'],
    ['auditor', 'edit:plans'],
  ] as const)
    expect([role, permission, temporaryAccessProblem([role], permission)?.rule]).toEqual([
      role,
      permission,
      'ACCESS-27',
    ]);
  expect(temporaryAccessProblem(['finance'], 'read:audit')).toBeNull();
  expect(temporaryAccessProblem(['auditor'], 'read:people')?.rule ?? null).toBe('ACCESS-26');
  expect(
    temporaryAccessProblem(widenedRoles(['viewer'], [cell('edit:plans')]), 'approve:payments')?.rule,
  ).toBe('ACCESS-27');
});

test('[ACCESS-27] no role conflicts with itself', () => {
  for (const role of roles)
    if (role !== 'administrator') expect([role, separationProblem(cellsOf([role]))]).toEqual([role, null]);
});
