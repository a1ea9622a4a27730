import { allRows } from '../../api/all-rows.ts';
import { type DisputeFilter, disputesQuery } from '../../api/requests/dispute-queries.ts';
import { type ExportColumn, tableOf } from '../../api/rows-export.tsx';
import type { ListedDispute } from '../../api/shapes.ts';
import { ExportMenu } from '../../ui/charts/export-menu.tsx';
import { categoryNames, consequenceNames, messages, stateOf } from './messages.ts';

const { file } = messages;

/** What someone wrote about a dispute, or a file that came with it. */
type Entry = {
  dispute: ListedDispute;
  by: string;
  at: string;
  message: string | null;
  file?: NonNullable<ListedDispute['files']>[number];
};

/** The claim, the messages and the outcome of a dispute, in this order, each followed by its files. */
function entriesOf(dispute: ListedDispute): Entry[] {
  const { openedBy, createdAt, reason, resolution } = dispute;
  return [
    { dispute, by: openedBy, at: createdAt, message: reason },
    ...filesOf(dispute, null),
    ...(dispute.messages ?? []).flatMap(({ id, by, at, message }) => [
      { dispute, by, at, message },
      ...filesOf(dispute, id),
    ]),
    ...(resolution === null
      ? []
      : [
          { dispute, by: resolution.by, at: resolution.at, message: resolution.reason },
          ...resolution.approvals.map(({ by, at }) => ({ dispute, by, at, message: file.approved })),
        ]),
  ];
}

function filesOf(dispute: ListedDispute, messageId: string | null): Entry[] {
  const files = (dispute.files ?? []).filter((file) => file.messageId === messageId);
  return files.map((file) => ({ dispute, by: file.by, at: file.at, message: null, file }));
}

export const disputeColumns: readonly ExportColumn<Entry>[] = [
  { head: file.id, value: ({ dispute }) => dispute.id },
  { head: messages.list.payee, value: ({ dispute }) => dispute.participantName },
  { head: file.payeeId, value: ({ dispute }) => dispute.participantId },
  { head: file.plan, value: ({ dispute }) => dispute.planName },
  { head: file.planId, value: ({ dispute }) => dispute.planId },
  { head: file.component, value: ({ dispute }) => dispute.componentName },
  { head: file.componentId, value: ({ dispute }) => dispute.componentId },
  { head: file.period, value: ({ dispute }) => dispute.periodKey },
  { head: file.calculationId, value: ({ dispute }) => dispute.calculationId },
  { head: messages.list.state, value: ({ dispute }) => stateOf(dispute).label },
  { head: messages.list.category, value: ({ dispute }) => categoryNames[dispute.category] },
  { head: file.dealId, value: ({ dispute }) => dispute.dealId },
  { head: messages.list.paid, value: ({ dispute }) => dispute.paid, kind: 'figure' },
  { head: messages.list.expected, value: ({ dispute }) => dispute.expected, kind: 'figure' },
  { head: file.currency, value: ({ dispute }) => dispute.currency },
  { head: messages.list.assignee, value: ({ dispute }) => dispute.assigneeName },
  { head: file.assignee, value: ({ dispute }) => dispute.assignee },
  { head: messages.ownCalculation, value: ({ dispute }) => dispute.reviewerCalculated },
  {
    head: file.consequence,
    value: ({ dispute: { consequence } }) => (consequence === null ? null : consequenceNames[consequence]),
  },
  { head: file.adjustmentId, value: ({ dispute }) => dispute.adjustmentId },
  { head: file.by, value: ({ by }) => by },
  { head: file.at, value: ({ at }) => at },
  { head: file.message, value: ({ message }) => message },
  { head: file.file, value: (entry) => entry.file?.fileName ?? null },
  { head: file.bytes, value: (entry) => entry.file?.byteCount ?? null },
  { head: file.sha256, value: (entry) => entry.file?.sha256 ?? null },
];

/** The disputes as filtered, a row for everything that was written about them. */
export function DisputesExport({ filter }: { filter: DisputeFilter }) {
  const table = async () => {
    const disputes = await allRows(disputesQuery({ ...filter, withMessages: 'true' }));
    return tableOf(disputeColumns, disputes.flatMap(entriesOf));
  };
  return <ExportMenu fileName="disputes" table={table} />;
}
