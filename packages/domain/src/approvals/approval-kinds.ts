import type { Permission } from '../access/permissions.ts';

interface ApprovalRule {
  /** Held by those who may decide. */
  readonly decide: Permission;
  /** Held, for the whole workspace, by those who see every request of the kind. */
  readonly read: Permission;
  readonly requiredApprovals: number;
  readonly daysOpen: number;
}

/** What needs a second person, and who that may be (APR-5, APR-8). A new kind also needs a line in `bind-approvals.ts`. */
export const approvalRules = {
  'payment-run': {
    decide: 'approve:payments',
    read: 'read:payments',
    requiredApprovals: 1,
    daysOpen: 7,
  },
  'plan-activation': {
    decide: 'activate:plans',
    read: 'read:plans',
    requiredApprovals: 1,
    daysOpen: 7,
  },
} as const satisfies Record<string, ApprovalRule>;

export type ApprovalKind = keyof typeof approvalRules;

/** Every kind, in the order of the table. */
export const approvalKinds = Object.keys(approvalRules) as ApprovalKind[];
