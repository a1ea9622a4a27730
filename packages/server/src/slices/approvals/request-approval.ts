import type { ApprovalFacts } from '@attain/contract/approvals';
import { rolesHolding } from '@attain/domain/access/permissions';
import { type ApprovalKind, approvalRules } from '@attain/domain/approvals/approval-kinds';
import { expiryOf } from '@attain/domain/approvals/approval-moves';
import type { Clock } from '../../base/clock.ts';
import { newId } from '../../base/ids.ts';
import { moneyInWords } from '../../base/money-in-words.ts';
import type { TenantTx } from '../../db/database.ts';
import { selectMemberName } from '../../db/member-name.ts';
import { notifyPeople, resolveNotices } from '../../runs/notify-people.ts';
import {
  type Decider,
  insertRequest,
  lockOpenRequest,
  selectAllAccounts,
  selectDeciders,
  selectOpenRequest,
  updateRequest,
} from './approval-store.ts';

/** What is to be approved. */
export interface WantedApproval {
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
  readonly facts: ApprovalFacts;
  readonly reason?: string | null;
  /** False where the request is decided in the same transaction. */
  readonly notify?: boolean;
}

/** The key of the notices that ask for a decision. */
export const requestNotice = (id: string) => `approval/${id}`;

/** The active members who may decide a kind, before anybody is excluded. */
export function decidersOf(tx: TenantTx, kind: ApprovalKind): Promise<Decider[]> {
  return selectDeciders(tx, rolesHolding([approvalRules[kind].decide]));
}

/**
 * Asks for approval inside the transaction that makes the content, and notifies everyone who can decide. An open request about
 * the same subject becomes void (APR-6). Records nothing: the caller's act is the entry in the log. Returns the request's id.
 */
export async function requestApproval(tx: TenantTx, clock: Clock, wanted: WantedApproval): Promise<string> {
  const { kind, subject, askedBy, hash, summary, facts } = wanted;
  await closeRequest(tx, { kind, subjectId: subject.id, status: 'void' });
  const id = newId();
  const { requiredApprovals, daysOpen } = approvalRules[kind];
  const excluded = await selectAllAccounts(tx, [...new Set([askedBy, ...wanted.excluded])]);
  await insertRequest(tx, {
    id,
    kind,
    userId: askedBy,
    action: `${subject.type}.approve`,
    reasonText: wanted.reason ?? null,
    requiredApprovals,
    hash,
    expiresAt: expiryOf(clock.now().toISOString(), daysOpen),
    subjectType: subject.type,
    subjectId: subject.id,
    summary,
    amount: wanted.amount?.amount ?? null,
    currency: wanted.amount?.currency ?? null,
    facts,
    excluded,
  });
  if (wanted.notify === false) return id;
  const deciders = await decidersOf(tx, kind);
  const able = deciders.filter(({ userId }) => !excluded.includes(userId));
  const asker = await selectMemberName(tx, askedBy);
  await notifyPeople(
    tx,
    able.map(({ userId }) => userId),
    {
      title: `Approval needed: ${summary}`,
      message: [amountWords(wanted.amount), `Requested by ${asker ?? 'a former member'}.`]
        .filter(Boolean)
        .join(' '),
      severity: 'warning',
      runId: null,
      about: { of: 'approval', id },
      effectKey: requestNotice(id),
    },
  );
  return id;
}

function amountWords(amount: WantedApproval['amount']): string | null {
  return amount ? `${moneyInWords(amount.amount, amount.currency)}.` : null;
}

/** The open request about this very content; null: there is none. */
export async function openRequestId(
  tx: TenantTx,
  about: { readonly kind: ApprovalKind; readonly subjectId: string; readonly hash: string },
): Promise<string | null> {
  const open = await selectOpenRequest(tx, about);
  return open !== null && open.hash === about.hash ? open.id : null;
}

/** Closes the open request about a subject, if there is one, and resolves its notices. */
export async function closeRequest(
  tx: TenantTx,
  about: {
    readonly kind: ApprovalKind;
    readonly subjectId: string;
    readonly status: 'withdrawn' | 'void';
  },
): Promise<void> {
  const open = await lockOpenRequest(tx, about);
  if (open === null) return;
  await updateRequest(tx, open.id, { status: about.status });
  await resolveNotices(tx, requestNotice(open.id));
}
