import type { Role } from '../access/permissions.ts';
import { roleNames } from '../access/role-names.ts';
import { decimal, isDecimal } from '../base/decimal.ts';
import type { Problem } from '../base/result.ts';
import { type ApprovalKind, approvalRules, decidingRoles } from './approval-kinds.ts';

/** How many people approve a kind, from an amount of the workspace's currency on; `0`: any amount, or none. */
export interface ApprovalRequirement {
  readonly kind: ApprovalKind;
  readonly fromAmount: string;
  readonly required: number;
  /** The roles that decide; none: all that may decide the kind (APR-12). */
  readonly roles: readonly Role[];
  /** After how many days a request is overdue; default: `defaultDueDays` (APR-16). */
  readonly dueDays?: number;
  /** The role that overdue requests go to as well; default: none (APR-16). */
  readonly escalateTo?: Role | null;
}

/** Without a rule, a request is overdue after so many days. */
export const defaultDueDays = 2;

/** The most days that a rule of a kind gives: half of those its requests are open, or the default (APR-16). */
export function longestDueDays(kind: ApprovalKind): number {
  return Math.max(defaultDueDays, Math.floor(approvalRules[kind].daysOpen / 2));
}

/** The longest time that any rule gives. */
export const maxDueDays = 30;

/** The kinds whose number of approvals a workspace sets (APR-10). */
export const adjustableKinds = [
  'payment-run',
  'adjustment',
  'plan-activation',
  'role-grant',
  'administrator-grant',
  'duty-exception',
  'access-grant',
  'import',
] as const satisfies readonly ApprovalKind[];

/** Those of them whose requests have an amount. */
export const kindsWithAmount: readonly ApprovalKind[] = ['payment-run', 'adjustment', 'import'];

/** The most approvals that one request can require. */
export const maxRequired = 5;

/**
 * How many approvals a request requires: those of the highest amount it reaches. An amount of another currency counts as higher
 * than all, because no rate is agreed for it (APR-10).
 */
export function requiredApprovals(
  requirements: readonly ApprovalRequirement[],
  request: { readonly kind: ApprovalKind; readonly amount: string | null; readonly currency: string | null },
  workspaceCurrency: string,
): {
  readonly required: number;
  readonly roles: readonly Role[];
  readonly dueDays: number;
  readonly escalateTo: Role | null;
} {
  const { kind, amount, currency } = request;
  const isForeign = currency !== null && currency !== workspaceCurrency;
  const size = amount === null ? null : decimal(amount).abs();
  const reached = requirements.filter((one) => {
    if (one.kind !== kind) return false;
    const from = decimal(one.fromAmount);
    return from.eq('0') || (kindsWithAmount.includes(kind) && (isForeign || size === null || size.gte(from)));
  });
  const highest = reached.toSorted((one, other) => decimal(other.fromAmount).cmp(one.fromAmount))[0];
  return {
    required: Math.max(1, ...reached.map(({ required }) => required)),
    roles: highest?.roles ?? [],
    dueDays: highest?.dueDays ?? defaultDueDays,
    escalateTo: highest?.escalateTo ?? null,
  };
}

/** From which change of the projected pay on a plan is activated by two people (APR-14). */
const largeChange = { percent: '5', amount: '50000' };

/** Whether a plan's projected pay changes enough to need two approvals; an amount of another currency counts by its share alone. */
export function isLargeChange(
  pay: { readonly before: string; readonly after: string; readonly currency: string },
  workspaceCurrency: string,
): boolean {
  const change = decimal(pay.after).minus(pay.before).abs();
  if (pay.currency === workspaceCurrency && change.gt(largeChange.amount)) return true;
  return change.times('100').gt(decimal(pay.before).abs().times(largeChange.percent));
}

/** Everything that is wrong with the requirements of a workspace; `deciders`: how many people could decide by each (APR-10, APR-12). */
export function requirementProblems(
  requirements: readonly ApprovalRequirement[],
  deciders: readonly number[],
): Problem[] {
  const problems: Problem[] = [];
  for (const [at, one] of requirements.entries()) {
    const add = (field: string, message: string) =>
      problems.push({ rule: 'APR-10', path: `rules.${at}.${field}`, message });
    const { kind, fromAmount, required } = one;
    const from = isDecimal(fromAmount) ? decimal(fromAmount) : null;
    if (!(adjustableKinds as readonly ApprovalKind[]).includes(kind))
      add('kind', 'The approvals of this kind can’t be changed.');
    if (from === null || from.lt('0')) add('fromAmount', 'Enter an amount of 0 or more.');
    else if (from.gt('0') && !kindsWithAmount.includes(kind))
      add('fromAmount', 'Requests of this kind have no amount.');
    else if (requirements.some((other, place) => place < at && isSame(other, one)))
      add('fromAmount', 'This amount is listed twice. Keep one.');
    else if (requirements.some((other) => isLower(other, one) && other.required > required))
      add('required', 'A larger amount can’t require fewer approvals.');
    const wrong = one.roles.find((role) => !decidingRoles(kind).includes(role));
    if (wrong !== undefined) add('roles', `The role ${roleNames[wrong]} can’t approve this.`);
    const wrongRole = escalationProblem(one);
    if (wrongRole !== null) add('escalateTo', wrongRole);
    const { dueDays = defaultDueDays } = one;
    if (dueDays > longestDueDays(kind))
      add(
        'dueDays',
        `Choose ${longestDueDays(kind)} days or fewer: requests are open for ${approvalRules[kind].daysOpen}.`,
      );
    const people = deciders[at] ?? 0;
    const isLimited = one.roles.length > 0 && wrong === undefined;
    if ((required > 1 || isLimited) && required > people)
      add(
        'required',
        `Only ${people} ${people === 1 ? 'person' : 'people'} can approve this. Add approvers first.`,
      );
  }
  return problems;
}

function escalationProblem({ kind, roles, escalateTo = null }: ApprovalRequirement): string | null {
  if (escalateTo === null) return null;
  const name = roleNames[escalateTo];
  if (!decidingRoles(kind).includes(escalateTo)) return `The role ${name} can’t approve this.`;
  if (roles.length === 0 || roles.includes(escalateTo)) return `The role ${name} already approves this.`;
  return null;
}

function isSame(one: ApprovalRequirement, other: ApprovalRequirement): boolean {
  return (
    one.kind === other.kind &&
    isDecimal(one.fromAmount) &&
    decimal(one.fromAmount).eq(decimal(other.fromAmount))
  );
}

function isLower(one: ApprovalRequirement, other: ApprovalRequirement): boolean {
  return (
    one.kind === other.kind &&
    isDecimal(one.fromAmount) &&
    decimal(one.fromAmount).lt(decimal(other.fromAmount))
  );
}
