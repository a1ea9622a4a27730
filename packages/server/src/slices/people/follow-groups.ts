import { grantProblems, withWayOut } from '@attain/domain/access/duty-conflicts';
import { type GroupRoles, rolesByGroups } from '@attain/domain/access/group-roles';
import { isAdministrator } from '@attain/domain/access/permissions';
import { covers, newPrivileges, type RoleGrant } from '@attain/domain/access/role-grants';
import type { AppContext } from '../../app-context.ts';
import type { Actor, RequestFacts } from '../../base/actor.ts';
import type { TenantTx } from '../../db/database.ts';
import { openRequestId } from '../approvals/request-approval.ts';
import { lasts } from './change-member.ts';
import { wantedCustomRoles } from './custom-role-store.ts';
import { reject } from './invite-people.ts';
import { hasOtherAdministrator, selectPerson, selectRolesToday } from './people-store.ts';
import { grantKinds } from './role-approval.ts';
import { rolesNeedingApproval } from './role-settings-store.ts';
import { roleChangeHash, setRoles } from './set-roles.ts';

/** Someone whose groups the directory has just stated. */
export interface DirectoryMember {
  readonly tenantId: string;
  readonly userId: string;
  readonly groups: readonly string[];
}

/** Roles by group, and the administrator in whose name they are given; null: there is no mapping. */
export interface Mapping {
  readonly groups: readonly GroupRoles[];
  readonly setBy: string | null;
}

/**
 * Gives a member the roles of their groups, in the name of the administrator who set the mapping: privileged ones wait for
 * another administrator, conflicts are refused BAD_INPUT, and the last administrator stays one (ACCESS-33).
 */
export async function followGroups(
  ctx: AppContext,
  { member, mapping }: { member: DirectoryMember; mapping: Mapping },
  request: RequestFacts,
): Promise<void> {
  const { tenantId, userId: id } = member;
  const { setBy } = mapping;
  const plan = await ctx.db.within(tenantId, (tx) => planRoles(ctx, tx, member, mapping));
  if (plan === null || setBy === null) return;
  const actor = inNameOf(setBy, tenantId, request);
  const change = { mayHaveNone: true, code: 'directory-groups' };
  if (plan.now !== null) await setRoles(ctx, actor, { id, roles: plan.now }, change);
  if (plan.asked !== null) await setRoles(ctx, actor, { id, roles: plan.asked }, change);
}

interface Plan {
  /** Roles to have at once; null: those there are. */
  readonly now: readonly RoleGrant[] | null;
  /** Roles to ask another administrator for; null: none, or they were asked for already. */
  readonly asked: readonly RoleGrant[] | null;
}

/** What following the groups would change; null: nothing follows. Refuses BAD_INPUT for roles that can't be combined. */
export async function planRoles(
  ctx: AppContext,
  tx: TenantTx,
  { userId, groups }: DirectoryMember,
  { setBy, groups: mapping }: Mapping,
): Promise<Plan | null> {
  // no one changes their own access, and a former administrator that of nobody
  if (setBy === null || setBy === userId || !(await isAdministratorToday(tx, setBy))) return null;
  const person = await selectPerson(tx, userId);
  if (person === null) return null;
  const wanted = [...rolesByGroups(person, { groups, mapping, today: ctx.clock.today() })];
  const isLast = person.roles.some(lasts) && !(await hasOtherAdministrator(tx, userId));
  const administrator = { role: 'administrator' as const, from: null, to: null };
  if (isLast && !wanted.some(lasts)) wanted.push(administrator);
  const custom = await wantedCustomRoles(tx, person.customRoles);
  const { exceptions } = person;
  const given = {
    roles: wanted,
    custom,
    grantedBy: ['administrator'] as const,
    exceptions,
    mayHaveNone: true,
  };
  reject(
    withWayOut(
      grantProblems(given),
      'An administrator can change the groups, or ask for an exception in People & access.',
    ),
  );
  const gained = newPrivileges(person.roles, wanted, await rolesNeedingApproval(tx));
  // a role asked for longer keeps its end until that is approved
  const now = wanted.flatMap((grant) =>
    gained.includes(grant)
      ? person.roles.filter((one) => one.role === grant.role && covers(grant, one))
      : [grant],
  );
  const hash = roleChangeHash({ ...person, roles: now }, { roles: wanted, custom });
  const wasAsked = gained.length === 0 || (await wasAskedFor(tx, userId, hash));
  return { now: same(now, person.roles) ? null : now, asked: wasAsked ? null : wanted };
}

/** Whether a member is an administrator now. */
export async function isAdministratorToday(tx: TenantTx, userId: string): Promise<boolean> {
  return isAdministrator(await selectRolesToday(tx, userId));
}

async function wasAskedFor(tx: TenantTx, subjectId: string, hash: string): Promise<boolean> {
  for (const kind of grantKinds)
    if ((await openRequestId(tx, { kind, subjectId, hash })) !== null) return true;
  return false;
}

const keyOf = ({ role, from, to, teamOf }: RoleGrant) => `${role} ${from} ${to} ${teamOf}`;

function same(one: readonly RoleGrant[], other: readonly RoleGrant[]): boolean {
  return one.map(keyOf).sort().join() === other.map(keyOf).sort().join();
}

/** Attain itself, for the administrator who set the mapping. */
function inNameOf(userId: string, tenantId: string, request: RequestFacts): Actor {
  return {
    tenantId,
    userId,
    displayName: 'Attain',
    kind: 'system',
    roles: ['administrator'],
    participantId: null,
    sessionHash: null,
    request: { ...request, idempotencyKey: null },
  };
}
