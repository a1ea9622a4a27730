import { builtInRoles, type Held } from '@attain/domain/access/permissions';
import type { ApprovalKind } from '@attain/domain/approvals/approval-kinds';
import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  ilike,
  inArray,
  isNotNull,
  ne,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Actor } from '../../base/actor.ts';
import type { TenantTx } from '../../db/database.ts';
import { nameOfMember } from '../../db/member-name.ts';
import { momentText } from '../../db/moment-text.ts';
import { approvalVotes, attestationRecords as requests } from '../../db/schema/approvals.ts';
import { activeMembers, apiTokens, memberships, users } from '../../db/schema/people.ts';

const questioner = alias(users, 'questioner');

const columns = {
  id: requests.id,
  kind: requests.kind,
  subjectType: requests.subjectType,
  subjectId: requests.subjectId,
  userId: requests.userId,
  askedBy: nameOfMember(requests.userId, users.displayName),
  askedAt: momentText(requests.createdAt),
  reason: requests.reasonText,
  summary: requests.summary,
  amount: requests.amount,
  currency: requests.currency,
  hash: requests.hash,
  facts: requests.facts,
  content: requests.content,
  status: requests.status,
  expiresAt: momentText(requests.expiresAt),
  requiredApprovals: requests.requiredApprovals,
  currentApprovals: requests.currentApprovals,
  approvers: requests.approvers,
  excluded: requests.excluded,
  approverRoles: requests.approverRoles,
  decidedAt: sql<string | null>`${momentText(requests.decidedAt)}`,
  dueAt: sql<string | null>`${momentText(requests.dueAt)}`,
  escalateTo: requests.escalateTo,
  escalatedAt: sql<string | null>`${momentText(requests.escalatedAt)}`,
  questionBy: requests.questionBy,
  questioner: sql<string | null>`${nameOfMember(requests.questionBy, questioner.displayName)}`,
  /** Whether the person who asked can answer a question: neither Attain, nor a service account, nor a former member. */
  canAnswer: sql<boolean>`EXISTS (SELECT 1 FROM ${activeMembers} a
    WHERE a.tenant_id = ${requests.tenantId} AND a.user_id = ${requests.userId} AND a.is_person)`,
};

/** A request as stored, with the name of the person who asked. */
export type StoredRequest = NonNullable<Awaited<ReturnType<typeof selectRequest>>>;

const read = (tx: TenantTx) =>
  tx.db
    .select(columns)
    .from(requests)
    .leftJoin(users, eq(users.id, requests.userId))
    .leftJoin(questioner, eq(questioner.id, requests.questionBy))
    .$dynamic();

/** One request, or null. */
export async function selectRequest(tx: TenantTx, id: string) {
  const [row] = await read(tx).where(eq(requests.id, id));
  return row ?? null;
}

const openOne = (about: { readonly kind: ApprovalKind; readonly subjectId: string }) =>
  and(eq(requests.kind, about.kind), eq(requests.subjectId, about.subjectId), eq(requests.status, 'open'));

/** The open request about a subject that has not expired, or null. */
export async function selectOpenRequest(
  tx: TenantTx,
  about: { readonly kind: ApprovalKind; readonly subjectId: string },
): Promise<StoredRequest | null> {
  const [row] = await read(tx).where(and(openOne(about), gt(requests.expiresAt, sql`now()`)));
  return row ?? null;
}

/** The open request about a subject, held until the transaction ends; null: there is none. */
export async function lockOpenRequest(
  tx: TenantTx,
  about: { readonly kind: ApprovalKind; readonly subjectId: string },
): Promise<StoredRequest | null> {
  const [row] = await read(tx).where(openOne(about)).for('update', { of: requests });
  return row ?? null;
}

/** Whose requests a list shows. */
export interface ListFilter {
  readonly actor: Actor;
  /** For whom the reader may decide, as their delegate, and which kinds. */
  readonly delegators: readonly {
    readonly userId: string;
    readonly kinds: readonly ApprovalKind[];
    readonly roles: readonly Held[];
  }[];
  readonly whose: 'for-me' | 'asked' | 'all';
  /** The kinds the reader may decide or read, for themselves or as a delegate. */
  readonly kinds: readonly ApprovalKind[];
  /** Those that the reader's own roles decide. */
  readonly ownKinds: readonly ApprovalKind[];
  readonly search: string | null;
  readonly now: string;
}

function matching({ actor, delegators, whose, kinds, ownKinds, search, now }: ListFilter): SQL | undefined {
  const text =
    search === null ? undefined : or(ilike(requests.summary, search), ilike(users.displayName, search));
  if (whose === 'asked') return and(eq(requests.userId, actor.userId), ofKinds(kinds), text);
  if (whose === 'all') return and(ofKinds(kinds), text);
  const forOthers = delegators.map((one) =>
    and(
      ofKinds(one.kinds.filter((kind) => kinds.includes(kind))),
      notExcluded(one.userId),
      notVoted(one.userId),
      namedFor(one.roles),
    ),
  );
  return and(
    eq(requests.status, 'open'),
    gt(requests.expiresAt, now),
    notExcluded(actor.userId),
    notVoted(actor.userId),
    ...delegators.map((one) => ne(requests.userId, one.userId)),
    or(and(ofKinds(ownKinds), namedFor(actor.roles)), ...forOthers),
    text,
  );
}

/** Requests that only some roles decide are for people who hold one (APR-12). */
const namedFor = (held: readonly Held[]) =>
  or(
    eq(sql`cardinality(${requests.approverRoles})`, 0),
    sql`${requests.approverRoles} && ${sql.param(builtInRoles(held))}::text[]`,
  );

const notExcluded = (userId: string) => not(sql`${userId}::uuid = ANY(${requests.excluded})`);

const notVoted = (userId: string) =>
  not(sql`EXISTS (SELECT 1 FROM ${approvalVotes} WHERE ${approvalVotes.requestId} = ${requests.id}
    AND ${userId}::uuid IN (${approvalVotes.userId}, ${approvalVotes.onBehalfOf}))`);

const ofKinds = (kinds: readonly ApprovalKind[]) =>
  kinds.length === 0 ? sql`false` : inArray(requests.kind, [...kinds]);

/** Amounts come before requests without one. */
const size = sql<string>`coalesce(abs(${requests.amount}), -1)`;

/** One page, newest or largest first, one row more than asked. */
export async function selectRequests(
  tx: TenantTx,
  filter: ListFilter,
  page: { sort: 'newest' | 'largest'; after: readonly string[] | null; limit: number },
) {
  const { sort, after, limit } = page;
  const place =
    after === null
      ? undefined
      : sort === 'newest'
        ? sql`(${requests.createdAt}, ${requests.id}) < (${after[0]}::timestamptz, ${after[1]}::uuid)`
        : sql`(${size}, ${requests.id}) < (${after[0]}::numeric, ${after[1]}::uuid)`;
  return tx.db
    .select({ ...columns, size })
    .from(requests)
    .leftJoin(users, eq(users.id, requests.userId))
    .leftJoin(questioner, eq(questioner.id, requests.questionBy))
    .where(and(matching(filter), place))
    .orderBy(sort === 'newest' ? desc(requests.createdAt) : desc(size), desc(requests.id))
    .limit(limit + 1);
}

/** How many requests a filter finds. */
export async function countRequests(tx: TenantTx, filter: ListFilter): Promise<number> {
  const [row] = await tx.db
    .select({ count: count() })
    .from(requests)
    .leftJoin(users, eq(users.id, requests.userId))
    .where(matching(filter));
  return row?.count ?? 0;
}

/** Stores a request. */
export async function insertRequest(
  tx: TenantTx,
  request: Omit<typeof requests.$inferInsert, 'tenantId'> & { readonly id: string },
): Promise<void> {
  await tx.db.insert(requests).values({ ...request, tenantId: tx.tenantId });
}

/** What a vote or an edit makes of a request. */
export async function updateRequest(
  tx: TenantTx,
  id: string,
  change: Partial<
    Pick<
      typeof requests.$inferInsert,
      | ('status' | 'currentApprovals' | 'approvers' | 'decidedAt')
      | ('approverRoles' | 'escalatedAt' | 'questionBy' | 'dueAt')
    >
  >,
): Promise<void> {
  await tx.db
    .update(requests)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(requests.id, id));
}

/** Stores a vote. */
export async function insertVote(
  tx: TenantTx,
  vote: Omit<typeof approvalVotes.$inferInsert, 'tenantId' | 'createdAt'>,
): Promise<void> {
  await tx.db.insert(approvalVotes).values({ ...vote, tenantId: tx.tenantId });
}

const absent = alias(users, 'absent');

/** The votes on a request, in order. */
export async function selectVotes(tx: TenantTx, requestId: string) {
  return tx.db
    .select({
      userId: approvalVotes.userId,
      by: nameOfMember(approvalVotes.userId, users.displayName),
      onBehalfOfId: approvalVotes.onBehalfOf,
      onBehalfOf: sql<string | null>`${nameOfMember(approvalVotes.onBehalfOf, absent.displayName)}`,
      decision: approvalVotes.decision,
      reason: approvalVotes.reason,
      at: momentText(approvalVotes.createdAt),
    })
    .from(approvalVotes)
    .leftJoin(users, eq(users.id, approvalVotes.userId))
    .leftJoin(absent, eq(absent.id, approvalVotes.onBehalfOf))
    .where(eq(approvalVotes.requestId, requestId))
    .orderBy(asc(approvalVotes.createdAt), asc(approvalVotes.userId));
}

/** Someone who could decide. */
export interface Decider {
  readonly userId: string;
  readonly participantId: string | null;
}

/** The active members whose roles may decide a kind. */
export async function selectDeciders(tx: TenantTx, roles: readonly string[]): Promise<Decider[]> {
  return tx.db
    .select({ userId: activeMembers.userId, participantId: activeMembers.participantId })
    .from(activeMembers)
    .where(and(activeMembers.isPerson, sql`${activeMembers.roles} && ${sql.param([...roles])}::text[]`))
    .orderBy(asc(activeMembers.userId));
}

/** These people under every account that is paid as the same participant; behind a service account, those who hold its tokens. */
export async function selectAllAccounts(tx: TenantTx, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return [];
  const holders = await tx.db
    .selectDistinct({ userId: apiTokens.createdBy })
    .from(apiTokens)
    .innerJoin(users, and(eq(users.id, apiTokens.userId), eq(users.kind, 'service')))
    .where(and(eq(apiTokens.tenantId, tx.tenantId), inArray(apiTokens.userId, [...userIds])));
  const people = [...userIds, ...holders.map(({ userId }) => userId)];
  const other = alias(memberships, 'other');
  const shared = await tx.db
    .select({ userId: other.userId })
    .from(memberships)
    .innerJoin(other, eq(other.participantId, memberships.participantId))
    .where(and(inArray(memberships.userId, people), isNotNull(memberships.participantId)));
  return [...new Set([...people, ...shared.map(({ userId }) => userId)])].sort();
}
