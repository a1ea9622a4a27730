import { expect, test } from 'vitest';
import { rolesHolding, scopeOf } from '../access/permissions.ts';
import { approvalKinds, approvalRules } from './approval-kinds.ts';

test('[APR-8] every kind can be decided by some role, and whoever decides it can read it', () => {
  for (const kind of approvalKinds) {
    const { decide, read, requiredApprovals, daysOpen } = approvalRules[kind];
    const deciders = rolesHolding([decide]);
    expect(deciders.length, kind).toBeGreaterThan(0);
    expect(deciders.every((role) => scopeOf([role], read) === 'tenant')).toBe(true);
    expect([requiredApprovals >= 1, daysOpen >= 1]).toEqual([true, true]);
  }
});
