import type { ApprovalFacts } from '@attain/contract/approvals';

/** A fact of a request to approve that is no amount: what it becomes and, where it changes something, what it was. */
export function textFact(
  label: string,
  after: string | null,
  before: string | null = null,
): ApprovalFacts['figures'][number] {
  return { label, before, after, change: null, currency: null, isTotal: false };
}
