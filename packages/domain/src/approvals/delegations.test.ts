import { expect, test } from 'vitest';
import type { Role } from '../access/permissions.ts';
import { delegationProblems, mayDelegateKind } from './delegations.ts';

const wrong = (more: Partial<Parameters<typeof delegationProblems>[0]> = {}) =>
  delegationProblems({
    from: '2026-03-01',
    to: '2026-03-14',
    today: '2026-02-20',
    roles: ['finance'],
    delegateRoles: ['viewer'],
    isSelf: false,
    ...more,
  }).map(({ path }) => path);

test('[APR-9] a delegation has another person, days that are not over, and at most 90 of them', () => {
  expect(wrong()).toEqual([]);
  expect(wrong({ isSelf: true })).toEqual(['delegateId']);
  expect(wrong({ to: '2026-02-28' })).toEqual(['to']);
  expect(wrong({ today: '2026-03-15' })).toEqual(['to']);
  expect(wrong({ to: '2026-05-29' })).toEqual([]);
  expect(wrong({ to: '2026-05-30' })).toEqual(['to']);
  expect(wrong({ roles: ['viewer'] })).toEqual(['delegateId']);
});

test('[APR-9] [ACCESS-14] what one person could not hold together is not delegated to them', () => {
  const conflicts: readonly [Role, Role][] = [
    ['finance', 'sales-rep'],
    ['finance', 'plan-designer'],
    ['administrator', 'auditor'],
  ];
  for (const [by, to] of conflicts)
    expect([by, to, wrong({ roles: [by], delegateRoles: [to] })]).toEqual([by, to, ['delegateId']]);
});

test('[APR-9] the role Administrator is decided in person', () => {
  for (const kind of ['administrator-grant', 'duty-exception'] as const)
    expect(mayDelegateKind(['administrator'], kind)).toBe(false);
  expect(mayDelegateKind(['administrator'], 'role-grant')).toBe(true);
});
