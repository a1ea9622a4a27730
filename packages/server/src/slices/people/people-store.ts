import type { Person, personStates } from '@attain/contract/people';
import type { Held, Role } from '@attain/domain/access/permissions';
import type { RoleGrant } from '@attain/domain/access/role-grants';
import { and, arrayContains, asc, count, eq, ilike, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { momentText } from '../../db/moment-text.ts';
import { attestationRecords as requests } from '../../db/schema/approvals.ts';
import {
  activeMembers,
  apiTokens,
  invitations,
  memberships,
  roleGrants,
  tenants,
  users,
  workspacePeople,
} from '../../db/schema/people.ts';
import { participants } from '../../db/schema/records.ts';
import { humanApprovalTasks } from '../../db/schema/workflow-runs.ts';

/** How a list of people is narrowed. `search` is an ILIKE pattern. */
export interface PeopleFilter {
  readonly search: string | null;
  readonly state: (typeof personStates)[number] | undefined;
  readonly role: Role | undefined;
  readonly kind: Person['kind'] | undefined;
}

const person = {
  id: workspacePeople.id,
  state: workspacePeople.state,
  kind: workspacePeople.kind,
  username: workspacePeople.username,
  displayName: workspacePeople.displayName,
  roles: workspacePeople.roles,
  customRoles: workspacePeople.customRoles,
  exceptions: workspacePeople.exceptions,
  participantId: workspacePeople.participantId,
  participantName: participants.name,
  lastSeenAt: sql<string | null>`${momentText(workspacePeople.lastSeenAt)}`,
  expiresAt: sql<string | null>`${momentText(workspacePeople.expiresAt)}`,
  secondFactorSince: sql<string | null>`${momentText(workspacePeople.secondFactorSince)}`,
  approvalId: sql<
    string | null
  >`(SELECT ${requests.id} FROM ${requests} WHERE ${requests.tenantId} = ${workspacePeople.tenantId} AND ${requests.status} = 'open'
    AND ${requests.expiresAt} > now() AND (${requests.id} = ${workspacePeople.approvalId}
      OR (${requests.kind} IN ('role-grant', 'administrator-grant', 'duty-exception') AND ${requests.subjectId} = ${workspacePeople.id}::text)) LIMIT 1)`,
};

const sameParticipant = eq(participants.id, workspacePeople.participantId);

function matching({ search, state, role, kind }: PeopleFilter) {
  return and(
    search === null
      ? undefined
      : or(ilike(workspacePeople.displayName, search), ilike(workspacePeople.username, search)),
    state === undefined ? undefined : eq(workspacePeople.state, state),
    kind === undefined ? undefined : eq(workspacePeople.kind, kind),
    role === undefined ? undefined : sql`${workspacePeople.roles} @> ${JSON.stringify([{ role }])}::jsonb`,
  );
}

/** One page of people by name, one row more than asked. */
export function selectPeople(
  tx: TenantTx,
  filter: PeopleFilter,
  page: { readonly after: readonly string[] | null; readonly limit: number },
): Promise<Person[]> {
  const [name, id] = page.after ?? [];
  const behind =
    page.after === null
      ? undefined
      : sql`(${workspacePeople.displayName}, ${workspacePeople.id}) > (${name}, ${id}::uuid)`;
  return tx.db
    .select(person)
    .from(workspacePeople)
    .leftJoin(participants, sameParticipant)
    .where(and(matching(filter), behind))
    .orderBy(asc(workspacePeople.displayName), asc(workspacePeople.id))
    .limit(page.limit + 1);
}

/** How many people the filter finds. */
export async function countPeople(tx: TenantTx, filter: PeopleFilter): Promise<number> {
  const [row] = await tx.db.select({ count: count() }).from(workspacePeople).where(matching(filter));
  return row?.count ?? 0;
}

/** A member or an open invitation, or null. */
export async function selectPerson(tx: TenantTx, id: string): Promise<Person | null> {
  const [row] = await tx.db
    .select(person)
    .from(workspacePeople)
    .leftJoin(participants, sameParticipant)
    .where(eq(workspacePeople.id, id));
  return row ?? null;
}

/** Tasks given to one person that nobody has done, the most urgent ones not first. */
export async function selectOpenTasks(tx: TenantTx, userId: string) {
  const own = and(eq(humanApprovalTasks.assignee, userId), eq(humanApprovalTasks.isOpen, true));
  const openTasks = await tx.db
    .select({ id: humanApprovalTasks.taskId, title: humanApprovalTasks.name })
    .from(humanApprovalTasks)
    .where(own)
    .orderBy(asc(humanApprovalTasks.name), asc(humanApprovalTasks.taskId))
    .limit(20);
  const [counted] = await tx.db.select({ count: count() }).from(humanApprovalTasks).where(own);
  return { openTasks, openTaskCount: counted?.count ?? 0 };
}

/** One change of who may do what at a time: the last administrator is counted by whoever holds this. */
export async function lockPeople(tx: TenantTx): Promise<void> {
  await tx.db
    .select({ id: tenants.id })
    .from(tenants)
    .where(eq(tenants.id, tx.tenantId))
    .for('no key update');
}

/** The workspace's name. */
export async function selectWorkspace(tx: TenantTx): Promise<{ name: string }> {
  const [row] = await tx.db.select({ name: tenants.name }).from(tenants).where(eq(tenants.id, tx.tenantId));
  return row ?? { name: 'Attain' };
}

/** The roles an active member holds today; none of anyone else. */
export async function selectRolesToday(tx: TenantTx, userId: string): Promise<readonly Held[]> {
  const [row] = await tx.db
    .select({ roles: activeMembers.roles })
    .from(activeMembers)
    .where(and(eq(activeMembers.tenantId, tx.tenantId), eq(activeMembers.userId, userId)));
  return row?.roles ?? [];
}

/** Whether another active member is an administrator without dates. */
export async function hasOtherAdministrator(tx: TenantTx, userId: string): Promise<boolean> {
  const [row] = await tx.db
    .select({ id: memberships.userId })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        ne(memberships.userId, userId),
        eq(memberships.state, 'active'),
        eq(users.disabled, false),
        arrayContains(memberships.roles, ['administrator']),
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** The active members who are administrators today. */
export async function selectAdministrators(tx: TenantTx): Promise<string[]> {
  const rows = await tx.db
    .select({ id: activeMembers.userId })
    .from(activeMembers)
    .where(
      and(eq(activeMembers.tenantId, tx.tenantId), arrayContains(activeMembers.roles, ['administrator'])),
    );
  return rows.map(({ id }) => id);
}

type Member = { state: 'active' | 'disabled' | 'removed'; participantId: string | null };

/** Changes a member's state, or whom they are paid as. */
export async function updateMember(tx: TenantTx, userId: string, change: Partial<Member>): Promise<void> {
  const over = change.state === undefined ? {} : { sessionsFrom: sql<string>`clock_timestamp()` };
  await tx.db
    .update(memberships)
    .set({ ...change, ...over })
    .where(and(eq(memberships.tenantId, tx.tenantId), eq(memberships.userId, userId)));
}

/** Adds an account for a program to the workspace, without a role. */
export async function insertServiceAccount(
  tx: TenantTx,
  {
    id,
    username,
    displayName,
    passwordHash,
  }: Pick<Person, 'id' | 'username' | 'displayName'> & { passwordHash: string },
): Promise<void> {
  await tx.db.execute(
    sql`SELECT add_service_account(${id}::uuid, ${username}, ${displayName}, ${passwordHash})`,
  );
}

/** Ends every token of a member for good. */
export async function revokeTokens(tx: TenantTx, userId: string, at: string): Promise<void> {
  await tx.db
    .update(apiTokens)
    .set({ revokedAt: at })
    .where(
      and(eq(apiTokens.tenantId, tx.tenantId), eq(apiTokens.userId, userId), isNull(apiTokens.revokedAt)),
    );
}

/** Stores a member's roles in place of those before. */
export async function replaceRoles(
  tx: Pick<TenantTx, 'db' | 'tenantId'>,
  userId: string,
  roles: readonly RoleGrant[],
): Promise<void> {
  const { tenantId } = tx;
  await tx.db
    .update(memberships)
    .set({ roles: roles.filter(isUnlimited).map(({ role }) => role) })
    .where(and(eq(memberships.tenantId, tenantId), eq(memberships.userId, userId)));
  await tx.db.delete(roleGrants).where(and(eq(roleGrants.tenantId, tenantId), eq(roleGrants.userId, userId)));
  const limited = roles.filter((grant) => !isUnlimited(grant));
  if (limited.length > 0)
    await tx.db.insert(roleGrants).values(
      limited.map(({ role, from, to, teamOf }) => ({
        tenantId,
        userId,
        role,
        fromDay: from,
        toDay: to,
        teamOf,
      })),
    );
}

const isUnlimited = ({ from, to, teamOf }: RoleGrant) => from === null && to === null && teamOf === undefined;

/** Those of these user names that belong to a member or to an open invitation, with which. */
export function selectTakenNames(tx: TenantTx, usernames: readonly string[]) {
  return tx.db
    .select({ username: workspacePeople.username, state: workspacePeople.state })
    .from(workspacePeople)
    .where(inArray(workspacePeople.username, [...usernames]));
}

/** Which of these participants exist, and the person each is linked to. */
export function selectParticipants(tx: TenantTx, ids: readonly string[]) {
  return tx.db
    .select({
      id: participants.id,
      name: participants.name,
      personId: workspacePeople.id,
      personName: workspacePeople.displayName,
    })
    .from(participants)
    .leftJoin(workspacePeople, eq(workspacePeople.participantId, participants.id))
    .where(inArray(participants.id, [...ids]));
}

export type NewInvitation = typeof invitations.$inferInsert;
export type StoredInvitation = typeof invitations.$inferSelect;

export async function insertInvitations(tx: TenantTx, rows: readonly NewInvitation[]): Promise<void> {
  await tx.db.insert(invitations).values([...rows]);
}

/** An invitation that was neither used nor withdrawn, locked until the transaction ends. */
export async function lockInvitation(tx: TenantTx, id: string) {
  const [row] = await tx.db
    .select()
    .from(invitations)
    .where(
      and(
        eq(invitations.id, id),
        eq(invitations.kind, 'join'),
        sql`${invitations.usedAt} IS NULL AND ${invitations.revokedAt} IS NULL`,
      ),
    )
    .for('update');
  return row ?? null;
}

export async function updateInvitation(
  tx: TenantTx,
  id: string,
  change: Partial<
    Pick<NewInvitation, 'secretHash' | 'revision' | 'expiresAt' | 'issuedBy' | 'revokedAt' | 'approvalId'>
  >,
): Promise<void> {
  await tx.db
    .update(invitations)
    .set(change)
    .where(and(eq(invitations.tenantId, tx.tenantId), eq(invitations.id, id)));
}

/** Withdraws every unused link of a kind that was issued for this user name. */
export async function revokeLinks(
  tx: TenantTx,
  kind: 'join' | 'reset',
  { username, at }: { username: string; at: string },
): Promise<void> {
  await tx.db
    .update(invitations)
    .set({ revokedAt: at })
    .where(
      and(
        eq(invitations.tenantId, tx.tenantId),
        eq(invitations.kind, kind),
        eq(invitations.username, username),
        sql`${invitations.usedAt} IS NULL AND ${invitations.revokedAt} IS NULL`,
      ),
    );
}

const waitingFor = (tx: TenantTx, approvalId: string) =>
  and(
    eq(invitations.tenantId, tx.tenantId),
    eq(invitations.approvalId, approvalId),
    sql`${invitations.usedAt} IS NULL AND ${invitations.revokedAt} IS NULL`,
  );

/** The invitations that wait for a request to be decided, locked until the transaction ends. */
export function lockWaitingInvitations(tx: TenantTx, approvalId: string) {
  return tx.db
    .select({ id: invitations.id })
    .from(invitations)
    .where(waitingFor(tx, approvalId))
    .orderBy(asc(invitations.id))
    .for('update');
}

/** Makes these invitations wait for a request; null: for none. */
export async function holdInvitations(
  tx: TenantTx,
  ids: readonly string[],
  approvalId: string | null,
): Promise<void> {
  await tx.db
    .update(invitations)
    .set({ approvalId })
    .where(and(eq(invitations.tenantId, tx.tenantId), inArray(invitations.id, [...ids])));
}

/** Makes the links of the invitations that wait for a request work. */
export async function releaseInvitations(tx: TenantTx, approvalId: string, expiresAt: string): Promise<void> {
  await tx.db.update(invitations).set({ approvalId: null, expiresAt }).where(waitingFor(tx, approvalId));
}

/** Withdraws the invitations that wait for a request. */
export async function revokeWaiting(tx: TenantTx, approvalId: string, at: string): Promise<void> {
  await tx.db.update(invitations).set({ revokedAt: at }).where(waitingFor(tx, approvalId));
}
