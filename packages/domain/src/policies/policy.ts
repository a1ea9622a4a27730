import type { Role } from '../access/permissions.ts';

/** Hours of the week. A span that ends before it begins ends on the next day. */
export interface PolicyHours {
  /** False: it holds at all other times. */
  readonly within: boolean;
  /** 1 Monday … 7 Sunday: the days on which the span begins. */
  readonly days: readonly number[];
  /** `HH:MM`; the end is not part of it, and can be `24:00`. */
  readonly from: string;
  readonly until: string;
  readonly timeZone: string;
}

/** Addresses of clients, as addresses and networks. */
export interface PolicyAddresses {
  /** False: it holds for all other addresses. */
  readonly within: boolean;
  readonly networks: readonly string[];
}

/** When a policy holds, and for which clients, in addition to the conditions of its document. */
export interface PolicyLimits {
  /** Blank: every environment. */
  readonly environment: string;
  readonly hours: PolicyHours | null;
  readonly addresses: PolicyAddresses | null;
  /** The last day (UTC) on which it holds. */
  readonly expiresOn: string | null;
}

/** What a policy is about. */
export const policyTypes = ['security', 'compliance', 'access', 'data'] as const;
export type PolicyType = (typeof policyTypes)[number];

/** Only active policies are evaluated. */
export const policyStatuses = ['active', 'inactive', 'draft'] as const;
export type PolicyStatus = (typeof policyStatuses)[number];

export const policyPriorities = ['high', 'medium', 'low'] as const;
export type PolicyPriority = (typeof policyPriorities)[number];

/** A priority as `policy_bindings.priority` stores it. */
export const priorityNumbers: Readonly<Record<PolicyPriority, number>> = { low: 0, medium: 50, high: 100 };

/** The priority of a stored number. */
export function priorityOf(stored: number): PolicyPriority {
  if (stored >= priorityNumbers.high) return 'high';
  return stored >= priorityNumbers.medium ? 'medium' : 'low';
}

/** What policies govern: starting a run, changing an agent, deploying a version of it, calls of steps to external systems, and applying a suggestion to a plan. */
export const governedActions = ['run', 'edit', 'deploy', 'call', 'apply'] as const;
export type GovernedAction = (typeof governedActions)[number];

export const targetKinds = ['workspace', 'environment', 'agent', 'connection'] as const;

/** Where a policy applies; the id of `workspace` is blank. */
export interface PolicyTarget {
  readonly kind: (typeof targetKinds)[number];
  readonly id: string;
}

/** The facts that conditions of a form compare; each compares for equality, except labels, which are looked for. */
export const conditionFields = [
  'risk',
  'money',
  'trigger',
  'label',
  'region',
  'kind',
  'classification',
  'exposure',
] as const;
export type ConditionField = (typeof conditionFields)[number];

/** Actions that can wait for the approval of a version. */
export const approvedActions: readonly GovernedAction[] = ['run', 'deploy'];

/** Conditions that only calls have facts for. */
export const callFields: readonly ConditionField[] = [
  'label',
  'region',
  'kind',
  'classification',
  'exposure',
];

export interface PolicyCondition {
  readonly field: ConditionField;
  readonly is: boolean;
  /** `yes` for `money`. */
  readonly value: string;
}

export const policyEffects = ['deny', 'approve', 'limit', 'audit'] as const;
export type PolicyEffect = (typeof policyEffects)[number];

/** A policy as its form holds it: all conditions must hold, and the roles are excepted. */
export interface PolicyRule {
  readonly effect: PolicyEffect;
  readonly actions: readonly GovernedAction[];
  readonly conditions: readonly PolicyCondition[];
  readonly exceptRoles: readonly Role[];
  /** Calls per window, for `limit`. */
  readonly limit: number;
  readonly windowSeconds: number;
}

/** What a policy is, as it is edited. */
export interface PolicyValues {
  readonly name: string;
  readonly description: string;
  readonly type: PolicyType;
  readonly priority: PolicyPriority;
  readonly appliesTo: readonly PolicyTarget[];
  /** The form; null: `document` is used. */
  readonly rule: PolicyRule | null;
  readonly document: string;
  /** Omitted: none. */
  readonly limits?: PolicyLimits | undefined;
}

/** The status changes that people make; every other one is rejected (GOV-6). */
const policyMoves: Readonly<Record<PolicyStatus, readonly PolicyStatus[]>> = {
  draft: ['active'],
  active: ['inactive'],
  inactive: ['active'],
};

export function mayMovePolicy(from: PolicyStatus, to: PolicyStatus): boolean {
  return policyMoves[from].includes(to);
}

/** Data regions a connection or a workspace can be in; `local` is the workspace’s own. */
export const dataRegions = ['eu', 'us', 'apac'] as const;
export type DataRegion = (typeof dataRegions)[number];
