import { expect, test } from 'vitest';
import { narrowedRoles, permissions } from '../access/permissions.ts';
import { approvalKinds, approvalRules, decidingRoles, mayDecideKind, mayReadKind } from './approval-kinds.ts';

test('[APR-8] every kind can be decided by some role, and whoever decides it can read it', () => {
  for (const kind of approvalKinds) {
    const { requiredApprovals, daysOpen } = approvalRules[kind];
    const deciders = decidingRoles(kind);
    expect(deciders.length, kind).toBeGreaterThan(0);
    expect(deciders.every((role) => mayReadKind([role], kind))).toBe(true);
    expect([requiredApprovals >= 1, daysOpen >= 1]).toEqual([true, true]);
  }
});

test('[ACCESS-20] [APR-8] the role Administrator is decided by administrators in person', () => {
  expect(decidingRoles('role-grant')).toEqual(['administrator', 'tenant-admin']);
  expect(decidingRoles('administrator-grant')).toEqual(['administrator']);
  expect(mayReadKind(['auditor'], 'administrator-grant')).toBe(true);
  expect(mayDecideKind(narrowedRoles(['administrator'], permissions), 'administrator-grant')).toBe(false);
});
