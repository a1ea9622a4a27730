import {
  type CellText,
  type Held,
  isAdministrator,
  type Permission,
  type Role,
  rolesHolding,
  scopeOf,
} from '../access/permissions.ts';

interface ApprovalRule {
  /** Held by those who may decide. */
  readonly decide: Permission;
  /** Held, for the whole workspace, by those who see every request of the kind. */
  readonly read: Permission;
  readonly requiredApprovals: number;
  readonly daysOpen: number;
  /** Only administrators decide, whoever else holds the permission. */
  readonly byAdministrator?: boolean;
  /** Why people are excluded besides the one who asked: they edited the content (default), or benefit from it. */
  readonly excludes?: 'edited' | 'benefits';
}

/** What needs a second person, and who that may be (APR-5, APR-8). A new kind also needs a line in `bind-approvals.ts`. */
export const approvalRules = {
  'payment-run': {
    decide: 'approve:payments',
    read: 'read:payments',
    requiredApprovals: 1,
    daysOpen: 7,
  },
  adjustment: {
    decide: 'approve:payments',
    read: 'read:payments',
    requiredApprovals: 1,
    daysOpen: 7,
    excludes: 'benefits',
  },
  'plan-activation': {
    decide: 'activate:plans',
    read: 'read:plans',
    requiredApprovals: 1,
    daysOpen: 7,
  },
  'role-grant': {
    decide: 'manage:people',
    read: 'read:people',
    requiredApprovals: 1,
    daysOpen: 7,
    excludes: 'benefits',
  },
  'administrator-grant': {
    decide: 'manage:people',
    read: 'read:people',
    requiredApprovals: 1,
    daysOpen: 7,
    byAdministrator: true,
    excludes: 'benefits',
  },
  // conflicting duties (ACCESS-43)
  'duty-exception': {
    decide: 'manage:people',
    read: 'read:people',
    requiredApprovals: 1,
    daysOpen: 7,
    byAdministrator: true,
    excludes: 'benefits',
  },
  'access-grant': {
    decide: 'manage:people',
    read: 'read:people',
    requiredApprovals: 1,
    daysOpen: 1,
    excludes: 'benefits',
  },
  'suggestion-override': {
    decide: 'attest:overrides',
    read: 'read:suggestions',
    requiredApprovals: 1,
    daysOpen: 7,
  },
  'suggestion-apply': {
    decide: 'decide:suggestions',
    read: 'read:suggestions',
    requiredApprovals: 1,
    daysOpen: 30,
  },
  'autonomous-act': {
    decide: 'attest:overrides',
    read: 'read:suggestions',
    requiredApprovals: 1,
    daysOpen: 7,
  },
  'autonomy-level': {
    decide: 'set:autonomy',
    read: 'set:autonomy',
    requiredApprovals: 1,
    daysOpen: 7,
  },
  'agent-version': {
    decide: 'approve:agents',
    read: 'read:agents',
    requiredApprovals: 1,
    daysOpen: 7,
  },
  'policy-activation': {
    decide: 'approve:policies',
    read: 'read:policies',
    requiredApprovals: 1,
    daysOpen: 7,
  },
  deployment: {
    decide: 'approve:agents',
    read: 'read:deployments',
    requiredApprovals: 1,
    daysOpen: 7,
  },
  'production-secret': {
    decide: 'manage:people',
    read: 'read:connections',
    requiredApprovals: 1,
    daysOpen: 7,
  },
  import: {
    decide: 'approve:results',
    read: 'read:imports',
    requiredApprovals: 1,
    daysOpen: 7,
  },
  'release-gate': {
    decide: 'approve:agents',
    read: 'read:deployments',
    requiredApprovals: 1,
    daysOpen: 30,
  },
} as const satisfies Record<string, ApprovalRule>;

export type ApprovalKind = keyof typeof approvalRules;

/** The rule of a kind. */
export const approvalRule = (kind: ApprovalKind): ApprovalRule => approvalRules[kind];

/** Every kind, in the order of the table. */
export const approvalKinds = Object.keys(approvalRules) as ApprovalKind[];

/** Whether people with these roles may decide requests of a kind, as long as nothing excludes them. */
export function mayDecideKind(held: readonly Held[], kind: ApprovalKind): boolean {
  const { decide, byAdministrator = false } = approvalRule(kind);
  return scopeOf(held, decide) === 'tenant' && (!byAdministrator || isAdministrator(held));
}

/** Whether people with these roles may decide a request that only some roles decide; none named: all that may decide its kind (APR-12). */
export function mayDecideRequest(
  held: readonly Held[],
  { kind, approverRoles }: { readonly kind: ApprovalKind; readonly approverRoles: readonly Role[] },
): boolean {
  const isNamed = approverRoles.length === 0 || approverRoles.some((role) => held.includes(role));
  return isNamed && mayDecideKind(held, kind);
}

/** Whether people with these roles see every request of a kind. */
export function mayReadKind(held: readonly Held[], kind: ApprovalKind): boolean {
  return mayDecideKind(held, kind) || scopeOf(held, approvalRules[kind].read) === 'tenant';
}

/** The roles whose members may decide a kind. */
export function decidingRoles(kind: ApprovalKind): readonly Role[] {
  return rolesHolding([approvalRules[kind].decide]).filter((role) => mayDecideKind([role], kind));
}

/** What gives the same right besides these roles: the cell of a custom role. */
export function decidingCells(kind: ApprovalKind): readonly CellText[] {
  const { decide, byAdministrator = false } = approvalRule(kind);
  return byAdministrator ? [] : [`${decide}=tenant`];
}
