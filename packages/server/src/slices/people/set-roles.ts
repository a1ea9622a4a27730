import type { Person } from '@attain/contract/people';
import { type CustomGrant, newCustomPrivileges } from '@attain/domain/access/custom-roles';
import {
  dutyConflicts,
  endConflicts,
  exceptionProblems,
  type GrantedRoles,
  grantProblems,
  roleKeys,
  unexcepted,
} from '@attain/domain/access/duty-conflicts';
import { cellText } from '@attain/domain/access/permissions';
import { type Limits, newPrivileges, type RoleGrant } from '@attain/domain/access/role-grants';
import { serviceRoleProblems } from '@attain/domain/access/service-accounts';
import { dayInWords } from '@attain/domain/base/day-in-words';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import type { ApprovalContent } from '../../db/schema/approvals.ts';
import { valueHash, type WriteTx } from '../../db/write.ts';
import { keepApart } from './access-grants.ts';
import {
  changeMember,
  closeGrants,
  codeOf,
  daysOf,
  inOrder,
  keepAnAdministrator,
  lasts,
} from './change-member.ts';
import { heldWith, replaceCustomRoles, type WantedCustom, wantedCustomRoles } from './custom-role-store.ts';
import { endExceptions, pairsInWords } from './duty-exceptions.ts';
import { reject } from './invite-people.ts';
import { replaceRoles } from './people-store.ts';
import {
  askForRoles,
  customFigures,
  roleFigures,
  rolesInWords,
  type WantedException,
} from './role-approval.ts';
import { rolesNeedingApproval } from './role-settings-store.ts';
import { teamProblems, teamsOf } from './team-problems.ts';

/** The roles a member is to have; custom ones omitted: those they have. */
export interface WantedRoles {
  readonly id: string;
  readonly roles: readonly RoleGrant[];
  readonly customRoles?: readonly CustomGrant[] | undefined;
  /** Asks a second administrator to accept that roles conflict (ACCESS-43). */
  readonly exception?: { readonly until: string; readonly reason: string } | undefined;
}

/**
 * Replaces a member's roles; those that gain a privileged role, or conflict by exception, wait for another administrator
 * (ACCESS-20, ACCESS-43). `code`: on which occasion.
 */
export function setRoles(
  ctx: AppContext,
  actor: Actor,
  { id, roles: wantedRoles, customRoles, exception }: WantedRoles,
  { mayHaveNone = false, code }: { mayHaveNone?: boolean; code?: string } = {},
): Promise<Person> {
  return changeMember(ctx, actor, id, async (tx, member) => {
    const wanted = {
      roles: wantedRoles,
      custom: await wantedCustomRoles(tx, customRoles ?? member.customRoles),
    };
    const excepted = exception && (await exceptionFor(ctx, tx, { member, wanted, exception }));
    const { roles, custom } = excepted?.granted ?? wanted;
    const accepted = excepted?.exception.conflicts.map((one) => ({
      ...one,
      until: excepted.exception.until,
    }));
    reject([
      ...grantProblems({
        roles,
        custom,
        grantedBy: actor.roles,
        exceptions: [...member.exceptions, ...(accepted ?? [])],
        mayHaveNone,
      }),
      ...(member.kind === 'service' ? serviceRoleProblems(roles) : []),
      ...(await teamProblems(tx, [...roles, ...custom])),
    ]);
    if (!roles.some(lasts)) await keepAnAdministrator(tx, member);
    await keepApart(tx, id, heldWith(roles, custom));
    await closeGrants(tx, id, 'void');
    const asked = await askForGains(ctx, tx, {
      actor,
      member,
      roles,
      custom,
      exception: excepted?.exception,
    });
    if (asked?.waits)
      return {
        action: exception ? 'member.exception-requested' : 'member.roles-requested',
        code: codeOf(roles, custom),
        ...(exception && { text: exception.reason }),
        evidence: [asked.hash],
        waits: true,
      };
    await replaceRoles(tx, id, roles);
    await replaceCustomRoles(tx, id, custom);
    await endExceptions(tx, {
      userId: id,
      kept: roleKeys({ roles, custom }),
      at: ctx.clock.now().toISOString(),
    });
    const action = 'member.roles-changed';
    return asked === null
      ? { action, code: code ?? codeOf(roles, custom), ...(code ? { text: codeOf(roles, custom) } : {}) }
      : { action, code: 'single-person', text: codeOf(roles, custom), evidence: [asked.hash] };
  });
}

/** The roles as an exception gives them, with the conflicts it is for. Refuses BAD_INPUT when it is for none, or too long. */
async function exceptionFor(
  ctx: AppContext,
  tx: WriteTx,
  {
    member,
    wanted,
    exception: { until, reason },
  }: { member: Person; wanted: GrantedRoles; exception: NonNullable<WantedRoles['exception']> },
): Promise<{ granted: GrantedRoles; exception: WantedException }> {
  const teams = await teamsOf(tx, [...wanted.roles, ...wanted.custom]);
  const conflicts = unexcepted(dutyConflicts(wanted, teams), member.exceptions);
  reject(exceptionProblems(conflicts, { until, today: ctx.clock.today() }));
  return {
    granted: endConflicts(wanted, { conflicts, held: member, until }),
    exception: { until, reason, conflicts },
  };
}

/** Asks for the privileged roles among these, and for conflicting ones; null: nothing needs approval. */
export async function askForGains(
  ctx: AppContext,
  tx: WriteTx,
  {
    actor,
    member,
    roles,
    custom,
    exception,
  }: {
    actor: Actor;
    member: Person;
    roles: readonly RoleGrant[];
    custom: readonly WantedCustom[];
    exception?: WantedException | undefined;
  },
): Promise<{ waits: boolean; hash: string } | null> {
  const needApproval = await rolesNeedingApproval(tx);
  const gains = newPrivileges(member.roles, roles, needApproval);
  const customGains = newCustomPrivileges(member.customRoles, custom, needApproval);
  if (gains.length + customGains.length === 0 && exception === undefined) return null;
  const { id, displayName } = member;
  const accepted = exception && acceptedOf(exception);
  const hash = roleChangeHash(member, { roles, custom, exception: accepted });
  const names = await teamsOf(tx, [...roles, ...custom]);
  const named = <Grant extends Limits>(grant: Grant) => {
    const teamName = names.find((one) => one.id === grant.teamOf)?.name;
    return teamName === undefined ? grant : { ...grant, teamName };
  };
  const { alone } = await askForRoles(ctx, tx, {
    actor,
    wanted: {
      gains,
      subject: { type: 'user', id },
      userId: id,
      hash,
      exception,
      summary:
        exception === undefined
          ? `${rolesInWords(gains, customGains)} for ${displayName}`
          : `Exception for ${displayName}: ${pairsInWords(exception.conflicts)} until ${dayInWords(exception.until)}`,
      figures: [
        ...roleFigures(member.roles, roles.map(named)),
        ...customFigures(member.customRoles, custom.map(named)),
      ],
      content: {
        roles,
        customRoles: custom.map(daysOf),
        ...(accepted === undefined ? {} : { exception: accepted }),
      },
    },
  });
  return { waits: !alone, hash };
}

/** What of an exception is approved and carried out. */
function acceptedOf({ until, conflicts }: WantedException): NonNullable<ApprovalContent['exception']> {
  return { until, conflicts: conflicts.map(({ roles, names, duty }) => ({ roles, names, duty })) };
}

/** What an approval of roles binds: who has which now, and is to have which. */
export function roleChangeHash(
  { id, roles, customRoles }: Pick<Person, 'id' | 'roles' | 'customRoles'>,
  after: {
    readonly roles: readonly RoleGrant[];
    readonly custom: readonly WantedCustom[];
    readonly exception?: ApprovalContent['exception'];
  },
) {
  const { exception } = after;
  return valueHash({
    id,
    before: { roles: inOrder(roles), custom: customRoles.map(daysOf) },
    after: {
      roles: inOrder(after.roles),
      custom: after.custom.map((one) => ({ ...daysOf(one), cells: one.cells.map(cellText) })),
    },
    ...(exception === undefined ? {} : { exception }),
  });
}
