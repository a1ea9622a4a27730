import type { ApprovalFacts } from '@attain/contract/approvals';
import type { CustomGrant } from '@attain/domain/access/custom-roles';
import type { DutyConflict } from '@attain/domain/access/duty-conflicts';
import { isAdministrator } from '@attain/domain/access/permissions';
import type { Limits, RoleGrant } from '@attain/domain/access/role-grants';
import { roleNames } from '@attain/domain/access/role-names';
import type { ApprovalKind } from '@attain/domain/approvals/approval-kinds';
import { dayInWords } from '@attain/domain/base/day-in-words';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import type { ApprovalContent } from '../../db/schema/approvals.ts';
import type { WriteTx } from '../../db/write.ts';
import { castVote } from '../approvals/cast-vote.ts';
import { hasOtherDecider, requestApproval } from '../approvals/request-approval.ts';
import { textFact } from '../approvals/text-fact.ts';

/** The kinds that roles are approved as (ACCESS-20, ACCESS-43). */
export const grantKinds = [
  'role-grant',
  'administrator-grant',
  'duty-exception',
] as const satisfies ApprovalKind[];

/** The kind by which these roles are approved. */
function grantKind({ gains, exception }: WantedGrant): (typeof grantKinds)[number] {
  if (exception !== undefined) return 'duty-exception';
  return gains.some(({ role }) => role === 'administrator') ? 'administrator-grant' : 'role-grant';
}

/** Roles that conflict, why one person should hold them all the same, and the last day. */
export interface WantedException {
  readonly until: string;
  readonly reason: string;
  readonly conflicts: readonly (DutyConflict & { readonly problem: { readonly message: string } })[];
}

/** Privileged or conflicting roles that a person is to have. */
export interface WantedGrant {
  readonly gains: readonly RoleGrant[];
  readonly subject: { readonly type: 'user' | 'invitation'; readonly id: string };
  /** Who gains them, where they have an account. */
  readonly userId: string | null;
  readonly hash: string;
  readonly summary: string;
  readonly figures: ApprovalFacts['figures'];
  readonly content?: ApprovalContent;
  readonly exception?: WantedException | undefined;
}

/**
 * Asks another administrator for these roles. `alone`: there is no other one, so this administrator's own vote approved them
 * (ACCESS-20). Refuses NOT_ALLOWED to an API token where no one else can decide, CONFLICT an exception that no one else can.
 */
export async function askForRoles(
  ctx: AppContext,
  tx: WriteTx,
  { actor, wanted }: { actor: Actor; wanted: WantedGrant },
): Promise<{ requestId: string; alone: boolean }> {
  const { subject, userId, hash, summary, figures, content, exception } = wanted;
  const kind = grantKind(wanted);
  const beneficiaries = userId === null ? [] : [userId];
  const waits = await hasOtherDecider(tx, kind, [actor.userId, ...beneficiaries]);
  if (!waits && exception !== undefined)
    throw new ApiError('CONFLICT', 'An exception needs another administrator. Invite one first.');
  if (!waits && !isAdministrator(actor.roles))
    throw new ApiError('NOT_ALLOWED', 'No other administrator can approve these roles.');
  const requestId = await requestApproval(tx, ctx.clock, {
    kind,
    subject,
    askedBy: actor.userId,
    excluded: beneficiaries,
    hash,
    summary,
    facts: { figures, against: null, warnings: warningsOf(wanted) },
    reason: exception?.reason ?? null,
    notify: waits,
    isAlone: !waits,
    ...(content === undefined ? {} : { content }),
  });
  if (waits) return { requestId, alone: false };
  const vote = { kind, subjectId: subject.id, actor, clock: ctx.clock, hash, reason: null };
  const { status } = await castVote(tx, { ...vote, decision: 'approve', mayActAlone: true });
  return { requestId, alone: status === 'approved' };
}

function warningsOf({ gains, exception }: WantedGrant): string[] {
  const all = 'An administrator can do everything in this workspace, including approving roles.';
  return [
    ...(exception?.conflicts.map(({ problem }) => problem.message) ?? []),
    ...(gains.some(({ role }) => role === 'administrator') ? [all] : []),
  ];
}

/** `Finance and Manager`. */
export function rolesInWords(
  grants: readonly RoleGrant[],
  custom: readonly { readonly name: string }[] = [],
): string {
  const names = [...grants.map(({ role }) => roleNames[role]), ...custom.map(({ name }) => name)];
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** What changes, a row per role: from when to when it is held before and after, and for whose team. */
export function roleFigures(
  before: readonly RoleGrant[],
  after: readonly RoleGrant[],
): ApprovalFacts['figures'] {
  const roles = [...new Set([...after, ...before].map(({ role }) => role))];
  const shown = (grants: readonly RoleGrant[], role: RoleGrant['role']) => {
    const grant = grants.find((one) => one.role === role);
    return grant === undefined ? 'No access' : spanInWords(grant);
  };
  return roles.map((role) => textFact(roleNames[role], shown(after, role), shown(before, role)));
}

/** The same of custom roles. */
export function customFigures(
  before: readonly NamedGrant[],
  after: readonly NamedGrant[],
): ApprovalFacts['figures'] {
  const all = [...after, ...before.filter((one) => !after.some(({ id }) => id === one.id))];
  const shown = (grants: readonly NamedGrant[], id: string) => {
    const grant = grants.find((one) => one.id === id);
    return grant === undefined ? 'No access' : spanInWords(grant);
  };
  return all.map(({ id, name }) => textFact(name, shown(after, id), shown(before, id)));
}

type NamedGrant = CustomGrant & { readonly name: string };

/** From when to when a grant holds, and for whose team: `Until Mar 31, 2026, team of Ada Byron`. */
export function spanInWords({ teamOf, teamName, ...days }: Limits & { readonly teamName?: string }): string {
  return teamOf === undefined ? daysInWords(days) : `${daysInWords(days)}, team of ${teamName ?? teamOf}`;
}

function daysInWords({ from, to }: Pick<Limits, 'from' | 'to'>): string {
  if (from === null && to === null) return 'No end date';
  if (to === null) return `From ${dayInWords(from ?? '')}`;
  if (from === null) return `Until ${dayInWords(to)}`;
  return `${dayInWords(from)} to ${dayInWords(to)}`;
}
