import { expect, test } from 'vitest';
import { permissions, roles } from './permissions.ts';
import { needsPerson, servicePermissions, serviceRoleProblems } from './service-accounts.ts';

test('[ACCESS-35] no role lets a service account approve, decide or manage access', () => {
  expect(permissions.filter(needsPerson)).toEqual([
    'manage:people',
    'approve:results',
    'activate:plans',
    'resolve:disputes',
    'decide:suggestions',
    'attest:overrides',
    'set:autonomy',
    'approve:payments',
    'decide:tasks',
    'reassign:tasks',
    'approve:policies',
    'approve:agents',
  ]);
  for (const role of roles) expect(servicePermissions([role]).filter(needsPerson)).toEqual([]);
  expect(servicePermissions(['finance'])).toContain('make:payments');
  expect(servicePermissions(['read:audit=tenant'])).toEqual(['read:audit']);
});

test('[ACCESS-35] a service account is no administrator', () => {
  expect(serviceRoleProblems([{ role: 'viewer' }, { role: 'administrator' }])).toHaveLength(1);
  expect(serviceRoleProblems([{ role: 'finance' }])).toEqual([]);
});
