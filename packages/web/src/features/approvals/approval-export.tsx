import { approvalsQuery } from '../../api/requests/approval-queries.ts';
import { type ExportColumn, RowsExport } from '../../api/rows-export.tsx';
import type { ApprovalFilter, ApprovalRequest } from '../../api/shapes.ts';
import { kindNames, messages, statusWords } from './messages.ts';

const { file } = messages;

export const approvalColumns: readonly ExportColumn<ApprovalRequest>[] = [
  { head: file.id, value: (row) => row.id },
  { head: messages.request, value: (row) => row.summary },
  { head: messages.kind, value: (row) => kindNames[row.kind] },
  { head: file.subjectType, value: (row) => row.subject.type },
  { head: file.subjectId, value: (row) => row.subject.id },
  { head: file.amount, value: (row) => row.amount, kind: 'figure' },
  { head: file.currency, value: (row) => row.currency },
  { head: file.status, value: (row) => statusWords[row.status].label },
  { head: file.approvals, value: (row) => row.currentApprovals, kind: 'figure' },
  { head: file.required, value: (row) => row.requiredApprovals, kind: 'figure' },
  { head: file.askedBy, value: (row) => row.askedBy },
  { head: file.askedAt, value: (row) => row.askedAt },
  { head: file.reason, value: (row) => row.reason },
  { head: file.decidedAt, value: (row) => row.decidedAt },
  { head: file.dueAt, value: (row) => row.dueAt },
  { head: file.expiresAt, value: (row) => row.expiresAt },
];

/** The requests as filtered and sorted. */
export function ApprovalsExport({ filter }: { filter: ApprovalFilter }) {
  return <RowsExport fileName="approvals" list={approvalsQuery(filter)} columns={approvalColumns} />;
}
