import type { ApprovalDetail, ApprovalRequest } from '@attain/contract/approvals';
import type { Role } from '@attain/domain/access/permissions';
import { roleNames } from '@attain/domain/access/role-names';
import {
  type ApprovalKind,
  approvalKinds,
  approvalRule,
  mayDecideKind,
  mayDecideRequest,
  mayReadKind,
} from '@attain/domain/approvals/approval-kinds';
import { barredMessage, isOverdueAt, type Part, statusAt } from '@attain/domain/approvals/approval-moves';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { found } from '../../base/api-error.ts';
import type { Clock } from '../../base/clock.ts';
import { aMoment, anId, decodeTypedCursor, onePage } from '../../base/cursor.ts';
import { containing } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';
import { selectMessages } from './approval-message-store.ts';
import {
  countRequests,
  type StoredRequest,
  selectAllAccounts,
  selectRequest,
  selectRequests,
  selectVotes,
} from './approval-store.ts';
import { type Delegator, delegatorsOf } from './delegate-approvals.ts';
import { selectMemberRoles } from './delegation-store.ts';

const aSize = (text: string) => /^-?\d{1,30}(\.\d{1,20})?$/.test(text);

/** Requests the actor can decide, has asked for or may read, newest or largest first. */
export function listApprovals(
  ctx: AppContext,
  actor: Actor,
  input: {
    limit: number;
    cursor?: string | undefined;
    whose: 'for-me' | 'asked' | 'all';
    kind?: ApprovalKind | undefined;
    search?: string | undefined;
    sort: 'newest' | 'largest';
  },
) {
  mustAllow(actor, 'read:tasks');
  const { sort, limit, whose } = input;
  const now = ctx.clock.now().toISOString();
  return ctx.read(actor, async (tx) => {
    const delegators = await delegatorsOf(tx, ctx.clock, actor);
    const wanted = (kind: ApprovalKind) => input.kind === undefined || kind === input.kind;
    const kinds = kindsOf(actor, whose, delegators).filter(wanted);
    const ownKinds = kinds.filter((kind) => mayDecideKind(actor.roles, kind));
    const filter = { actor, delegators, whose, kinds, ownKinds, search: containing(input.search), now };
    const after = decodeTypedCursor(input.cursor, [sort === 'newest' ? aMoment : aSize, anId]);
    const rows = await selectRequests(tx, filter, { sort, after, limit });
    const page = onePage(rows, limit, (row) => [sort === 'newest' ? row.askedAt : row.size, row.id]);
    const total = await countRequests(tx, filter);
    const live: StoredRequest[] = [];
    for (const row of page.rows) live.push(await withLiveQuestion(tx, ctx.clock, row));
    return { ...page, rows: live.map((row) => shown(row, { actor, delegators, now })), total };
  });
}

/** One request with what it is about and who voted. NOT_FOUND for a person who neither asked nor may read its kind. */
export function readApproval(ctx: AppContext, actor: Actor, id: string): Promise<ApprovalDetail> {
  mustAllow(actor, 'read:tasks');
  return ctx.read(actor, (tx) => approvalDetail(ctx, tx, { actor, id }));
}

/** The same inside a transaction. */
export async function approvalDetail(
  ctx: AppContext,
  tx: TenantTx,
  { actor, id }: { actor: Actor; id: string },
): Promise<ApprovalDetail> {
  const delegators = await delegatorsOf(tx, ctx.clock, actor);
  const known = await visibleRequest(tx, { actor, delegators, id });
  const request = await withLiveQuestion(tx, ctx.clock, known);
  const votes = await selectVotes(tx, id);
  const row = shown(request, { actor, delegators, now: ctx.clock.now().toISOString() });
  const voters = [actor.userId, delegatorFor(request, { actor, delegators })?.userId];
  const voted = votes.some(({ userId, onBehalfOfId }) =>
    [userId, onBehalfOfId].some((one) => one !== null && voters.includes(one)),
  );
  return {
    ...row,
    mayDecide: row.mayDecide && !voted,
    mayAsk: row.mayAsk && !voted,
    facts: request.facts,
    messages: await selectMessages(tx, id),
    votes: votes.map(shownVote),
  };
}

const shownVote = ({
  by,
  onBehalfOf,
  decision,
  reason,
  at,
}: Awaited<ReturnType<typeof selectVotes>>[number]) => ({ by, onBehalfOf, decision, reason, at });

/** The votes on a request, in order, for a record that shows its approval. */
export async function votesOn(tx: TenantTx, requestId: string): Promise<ApprovalDetail['votes']> {
  return (await selectVotes(tx, requestId)).map(shownVote);
}

/** The request, or NOT_FOUND for a person who neither asked nor may read its kind. */
export async function visibleRequest(
  tx: TenantTx,
  { actor, delegators, id }: Reader & { readonly id: string },
): Promise<StoredRequest> {
  const request = await selectRequest(tx, id);
  const visible =
    request !== null &&
    (request.userId === actor.userId ||
      mayReadKind(actor.roles, request.kind) ||
      delegators.some(({ kinds }) => kinds.includes(request.kind)));
  return found(visible ? request : null, 'approval request');
}

/** The request without its question if that holds nothing: its reviewer can no longer decide, or its requester not answer (APR-15). */
export async function withLiveQuestion(
  tx: TenantTx,
  clock: Clock,
  request: StoredRequest,
): Promise<StoredRequest> {
  const { questionBy: userId } = request;
  if (userId === null) return request;
  const roles = request.canAnswer ? await selectMemberRoles(tx, userId) : null;
  const isLive = roles !== null && (await canVote(tx, clock, { request, actor: { userId, roles } }));
  return isLive ? request : { ...request, questionBy: null, questioner: null };
}

async function canVote(
  tx: TenantTx,
  clock: Clock,
  { request, actor }: { readonly request: StoredRequest; readonly actor: Reader['actor'] },
): Promise<boolean> {
  const delegators = await delegatorsOf(tx, clock, actor);
  const delegator = delegatorFor(request, { actor, delegators });
  if (delegator === null && !mayDecideRequest(actor.roles, request)) return false;
  if (barredMessage(partIn(request, { actor, delegators })) !== null) return false;
  return !(await hasVoted(tx, request.id, { actor, delegator }));
}

/** Whether one of these people has voted, under any account, in person or through a delegate (APR-4). */
export async function hasVoted(
  tx: TenantTx,
  requestId: string,
  { actor, delegator }: { readonly actor: Pick<Actor, 'userId'>; readonly delegator: Delegator | null },
): Promise<boolean> {
  const accounts = await selectAllAccounts(tx, [actor.userId, ...(delegator ? [delegator.userId] : [])]);
  const votes = await selectVotes(tx, requestId);
  return votes.some((vote) =>
    [vote.userId, vote.onBehalfOfId].some((one) => one !== null && accounts.includes(one)),
  );
}

/** Who reads, and for whom they decide. */
interface Reader {
  readonly actor: Pick<Actor, 'userId' | 'roles'>;
  readonly delegators: readonly Delegator[];
}

/** Whom the reader decides a request for; null: for themselves, or for nobody. */
export function delegatorFor(request: StoredRequest, { actor, delegators }: Reader): Delegator | null {
  if (mayDecideRequest(actor.roles, request)) return null;
  const able = delegators.find(
    ({ userId, kinds, roles }) =>
      kinds.includes(request.kind) && mayDecideRequest(roles, request) && !request.excluded.includes(userId),
  );
  return able ?? null;
}

function kindsOf(
  actor: Actor,
  whose: 'for-me' | 'asked' | 'all',
  delegators: readonly Delegator[],
): ApprovalKind[] {
  if (whose === 'asked') return approvalKinds;
  const allowed = whose === 'for-me' ? mayDecideKind : mayReadKind;
  return approvalKinds.filter(
    (kind) => allowed(actor.roles, kind) || delegators.some(({ kinds }) => kinds.includes(kind)),
  );
}

/** Which roles decide, for somebody whose role could decide the kind. */
export function approversMessage(roles: readonly Role[]): string {
  return `Only these roles approve this request: ${roles.map((role) => roleNames[role]).join(', ')}.`;
}

/** The reader's part in a request, as far as the request shows it. */
export function partIn(request: StoredRequest, { actor, delegators }: Reader): Part {
  const isExcluded = request.excluded.includes(actor.userId);
  const { excludes = 'edited' } = approvalRule(request.kind);
  return {
    asked: request.userId === actor.userId,
    edited: false,
    benefits: false,
    forAsker: delegators.some(({ userId }) => userId === request.userId),
    ...(isExcluded ? { [excludes]: true } : {}),
  };
}

function shown(
  request: StoredRequest,
  { actor, delegators, now }: Reader & { readonly now: string },
): ApprovalRequest {
  const status = statusAt(request, now);
  const asked = request.userId === actor.userId;
  const part = partIn(request, { actor, delegators });
  const delegator = delegatorFor(request, { actor, delegators });
  const may = delegator !== null || mayDecideRequest(actor.roles, request);
  const barred = may
    ? barredMessage(part)
    : mayDecideKind(actor.roles, request.kind)
      ? approversMessage(request.approverRoles)
      : null;
  const mayDecide = may && status === 'open' && barred === null;
  return {
    id: request.id,
    kind: request.kind,
    subject: { type: request.subjectType, id: request.subjectId },
    summary: request.summary,
    amount: request.amount,
    currency: request.currency,
    askedBy: request.askedBy,
    askedAt: request.askedAt,
    reason: request.reason,
    hash: request.hash,
    expiresAt: request.expiresAt,
    dueAt: request.dueAt,
    isOverdue: isOverdueAt(request, now),
    question:
      request.questionBy === null || status !== 'open'
        ? null
        : { by: request.questioner ?? 'a former member', mine: request.questionBy === actor.userId },
    status,
    requiredApprovals: request.requiredApprovals,
    currentApprovals: request.currentApprovals,
    decidedAt: request.decidedAt,
    warningCount: request.facts.warnings.length,
    mine: asked,
    mayDecide,
    mayAsk: mayDecide && request.canAnswer,
    onBehalfOf: delegator?.name ?? null,
    barred,
  };
}
