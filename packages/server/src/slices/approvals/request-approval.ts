import type { ApprovalFacts } from '@attain/contract/approvals';
import type { Role } from '@attain/domain/access/permissions';
import {
  type ApprovalKind,
  approvalRule,
  approvalRules,
  decidingCells,
  decidingRoles,
} from '@attain/domain/approvals/approval-kinds';
import { type ApprovalStatus, dueMoment, expiryOf, statusAt } from '@attain/domain/approvals/approval-moves';
import { ATTAIN_ID } from '../../base/actor.ts';
import type { Clock } from '../../base/clock.ts';
import { newId } from '../../base/ids.ts';
import { moneyInWords } from '../../base/money-in-words.ts';
import type { TenantTx } from '../../db/database.ts';
import { selectMemberName } from '../../db/member-name.ts';
import { queueWebhooks } from '../../db/queue-webhooks.ts';
import type { ApprovalContent } from '../../db/schema/approvals.ts';
import { notifyPeople, resolveNotices } from '../../runs/notify-people.ts';
import { selectMessages } from './approval-message-store.ts';
import {
  type Decider,
  insertRequest,
  lockOpenRequest,
  type StoredRequest,
  selectAllAccounts,
  selectDeciders,
  selectOpenRequest,
  selectRequest,
  updateRequest,
} from './approval-store.ts';
import { selectDelegatesOf } from './delegation-store.ts';
import { requiredFor } from './requirement-store.ts';

/** What is to be approved. */
export interface WantedApproval {
  /** The id of the request, where its subject has to name it before; default: a new one. */
  readonly id?: string;
  readonly kind: ApprovalKind;
  readonly subject: { readonly type: string; readonly id: string };
  /** Who asks. */
  readonly askedBy: string;
  /** Others who can't decide: editors of the content and people it pays. The asker is always excluded. */
  readonly excluded: readonly string[];
  /** SHA-256 of the content. */
  readonly hash: string;
  /** One sentence: `149 payments for 2025-Q4`. */
  readonly summary: string;
  readonly amount?: { readonly amount: string; readonly currency: string } | null;
  /** The amount that decides how many approvals are required, where it is not `amount`. */
  readonly countedAmount?: { readonly amount: string; readonly currency: string };
  readonly facts: ApprovalFacts;
  /** What the approval carries out, where the subject does not hold it yet. */
  readonly content?: ApprovalContent;
  readonly reason?: string | null;
  /** Facts of an attestation, whose content is a decision about a suggestion. */
  readonly attestation?: {
    readonly type: string;
    readonly action: string;
    readonly suggestionId: string;
    readonly reasonCode: string;
    readonly complianceLevel: string;
  };
  /** Approvals that it needs whatever the workspace requires, as far as so many people can approve it. */
  readonly atLeast?: number;
  /** No one else can decide: the asker's own vote is enough, whatever the workspace requires. */
  readonly isAlone?: boolean;
  /** False where the request is decided in the same transaction. */
  readonly notify?: boolean;
}

/** The key of the notices that ask for a decision. */
export const requestNotice = (id: string) => `approval/${id}`;

/** The key of those that say that it is overdue. */
export const overdueNotice = (id: string) => `${requestNotice(id)}/overdue`;

/** The key of the notice that says that it expired. */
export const expiredNotice = (id: string) => `${requestNotice(id)}/expired`;

/** The key of the notice of a question or answer. */
export const questionNotice = (id: string, messageId: string) => `${requestNotice(id)}/message/${messageId}`;

/** Whether anybody but these people, under any of their accounts, may decide a kind now. */
export async function hasOtherDecider(
  tx: TenantTx,
  kind: ApprovalKind,
  userIds: readonly string[],
): Promise<boolean> {
  const excluded = await selectAllAccounts(tx, userIds);
  const { roles } = await requiredFor(tx, { kind });
  return (await decidersOf(tx, kind, roles)).some(({ userId }) => !excluded.includes(userId));
}

/** Whether one of these people is this person, under any account. */
export async function isAmong(tx: TenantTx, userId: string, people: readonly string[]): Promise<boolean> {
  const accounts = await selectAllAccounts(tx, [userId]);
  return people.some((one) => accounts.includes(one));
}

/** People, not accounts: two accounts that are paid as one participant are one person. */
export function countPeople(deciders: readonly Decider[]): number {
  return new Set(deciders.map(({ userId, participantId }) => participantId ?? userId)).size;
}

/** The active members who may decide a kind, or those of them with these roles, before anybody is excluded. */
export function decidersOf(tx: TenantTx, kind: ApprovalKind, only: readonly Role[] = []): Promise<Decider[]> {
  const all = [...decidingRoles(kind), ...decidingCells(kind)];
  return selectDeciders(tx, only.length === 0 ? all : only);
}

/**
 * Asks for approval inside the transaction that makes the content, and notifies everyone who can decide. An open request about
 * the same subject becomes void (APR-6). Records nothing: the caller's act is the entry in the log. Returns the request's id.
 */
export async function requestApproval(tx: TenantTx, clock: Clock, wanted: WantedApproval): Promise<string> {
  const { kind, subject, askedBy, hash, summary, facts } = wanted;
  await closeRequest(tx, { kind, subjectId: subject.id, status: 'void' });
  const { id = newId() } = wanted;
  const { daysOpen } = approvalRules[kind];
  const { attestation } = wanted;
  const excluded = await selectAllAccounts(tx, [...new Set([askedBy, ...wanted.excluded])]);
  const rule = await requiredFor(tx, { kind, amount: wanted.countedAmount ?? wanted.amount ?? null });
  const approverRoles = wanted.isAlone ? [] : rule.roles;
  const voters = (await decidersOf(tx, kind, approverRoles)).filter(
    ({ userId }) => !excluded.includes(userId),
  );
  const required = Math.max(rule.required, Math.min(wanted.atLeast ?? 1, countPeople(voters)));
  await insertRequest(tx, {
    id,
    kind,
    userId: askedBy,
    action: attestation?.action ?? `${subject.type}.approve`,
    attestationType: attestation?.type ?? 'approval',
    suggestionId: attestation?.suggestionId ?? null,
    reasonCode: attestation?.reasonCode ?? null,
    complianceLevel: attestation?.complianceLevel ?? 'standard',
    reasonText: wanted.reason ?? null,
    requiredApprovals: wanted.isAlone ? 1 : required,
    approverRoles: [...approverRoles],
    hash,
    expiresAt: expiryOf(clock.now().toISOString(), daysOpen),
    dueAt: dueMoment(clock.now().toISOString(), { dueDays: rule.dueDays, daysOpen }),
    escalateTo: rule.escalateTo,
    subjectType: subject.type,
    subjectId: subject.id,
    summary,
    amount: wanted.amount?.amount ?? null,
    currency: wanted.amount?.currency ?? null,
    facts,
    content: wanted.content ?? null,
    excluded,
  });
  if (wanted.notify === false) return id;
  const object = { type: 'approval', id };
  await queueWebhooks(tx, { event: 'approval.requested', object, at: clock.now() });
  const able = await ableToDecide(tx, clock, { kind, askedBy, excluded, approverRoles });
  const asker = askedBy === ATTAIN_ID ? 'Attain' : await selectMemberName(tx, askedBy);
  const message = [amountWords(wanted.amount), `Requested by ${asker ?? 'a former member'}.`]
    .filter(Boolean)
    .join(' ');
  await notifyPeople(tx, able, {
    title: `Approval needed: ${summary}`,
    message,
    mail: { message: [`${summary}.`, message, wanted.reason].filter(Boolean).join('\n') },
    severity: 'warning',
    runId: null,
    about: { of: 'approval', id },
    effectKey: requestNotice(id),
  });
  return id;
}

/** Who can decide a request: those whose roles may, and their delegates of today (APR-9). */
export async function ableToDecide(
  tx: TenantTx,
  clock: Clock,
  {
    kind,
    askedBy,
    excluded,
    approverRoles,
  }: Pick<WantedApproval, 'kind' | 'askedBy' | 'excluded'> & { readonly approverRoles: readonly Role[] },
): Promise<string[]> {
  const today = clock.today();
  const may = (await decidersOf(tx, kind, approverRoles)).filter(({ userId }) => !excluded.includes(userId));
  const able = may.map(({ userId }) => userId);
  if (approvalRule(kind).byAdministrator === true) return able;
  const forAsker = await selectDelegatesOf(tx, [askedBy], today);
  const delegates = await selectDelegatesOf(tx, able, today);
  return [...new Set([...able, ...delegates])].filter(
    (userId) => !excluded.includes(userId) && !forAsker.includes(userId),
  );
}

function amountWords(amount: WantedApproval['amount']): string | null {
  return amount ? `${moneyInWords(amount.amount, amount.currency)}.` : null;
}

/** The open request about this very content; null: there is none. */
export async function openRequest(
  tx: TenantTx,
  about: { readonly kind: ApprovalKind; readonly subjectId: string; readonly hash: string },
): Promise<StoredRequest | null> {
  const open = await selectOpenRequest(tx, about);
  return open?.hash === about.hash ? open : null;
}

/** Its id. */
export async function openRequestId(...about: Parameters<typeof openRequest>): Promise<string | null> {
  return (await openRequest(...about))?.id ?? null;
}

/** The open request about a subject, whatever its content; null: there is none. */
export async function openRequestAbout(
  tx: TenantTx,
  about: { readonly kind: ApprovalKind; readonly subjectId: string },
): Promise<string | null> {
  return (await selectOpenRequest(tx, about))?.id ?? null;
}

/** Closes the open request about a subject, if there is one, and resolves its notices. `expired` is never stored. */
export async function closeRequest(
  tx: TenantTx,
  about: {
    readonly kind: ApprovalKind;
    readonly subjectId: string;
    readonly status: 'withdrawn' | 'void' | 'expired';
  },
): Promise<void> {
  const { kind, subjectId, status } = about;
  const open = await lockOpenRequest(tx, { kind, subjectId });
  if (open === null) return;
  if (status !== 'expired') await updateRequest(tx, open.id, { status });
  await resolveRequestNotices(tx, open.id);
}

/** Marks what asks for something about a request as read. */
export async function resolveRequestNotices(tx: TenantTx, id: string): Promise<void> {
  const messages = await selectMessages(tx, id);
  const keys = [requestNotice(id), overdueNotice(id), ...messages.map((one) => questionNotice(id, one.id))];
  await resolveNotices(tx, ...keys);
}

/** Whether a request can still be decided. */
export async function isOpen(tx: TenantTx, clock: Clock, id: string): Promise<boolean> {
  const request = await selectRequest(tx, id);
  return request !== null && statusAt(request, clock.now().toISOString()) === 'open';
}

/** How a request stands now, and until when it can be decided; null: there is none. */
export async function standingOf(
  tx: TenantTx,
  clock: Clock,
  id: string,
): Promise<{ readonly status: ApprovalStatus; readonly expiresAt: string } | null> {
  const request = await selectRequest(tx, id);
  if (request === null) return null;
  return { status: statusAt(request, clock.now().toISOString()), expiresAt: request.expiresAt };
}

/** Closes an open request by its id because it is no longer wanted. */
export async function withdrawRequest(tx: TenantTx, id: string): Promise<void> {
  const request = await selectRequest(tx, id);
  if (request?.status !== 'open') return;
  await closeRequest(tx, { kind: request.kind, subjectId: request.subjectId, status: 'withdrawn' });
}
