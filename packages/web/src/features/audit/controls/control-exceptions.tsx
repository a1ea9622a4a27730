import { Link, type LinkProps } from '@tanstack/react-router';
import type { Controls } from '../../../api/shapes.ts';
import { formatMoment } from '../../../base/format-date.ts';
import { paths } from '../../../paths.ts';
import { Card } from '../../../ui/card.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../../ui/tables/table-column.ts';
import { actionWords } from '../audit-words.ts';
import { messages } from './messages.ts';

const { exceptions: words } = messages;
type Exception = Controls['exceptions'][number];

/** What the controls found, newest first; each opens what it is about. */
export function ControlExceptions({ controls: { exceptions, total } }: { controls: Controls }) {
  return (
    <Card flush title={words.title}>
      <DataTable
        label={words.title}
        columns={columns}
        rows={exceptions}
        rowId={({ kind, at, object }) => `${kind} ${at} ${object.id}`}
        maxHeight="24rem"
        empty={<EmptyState title={words.none} text={words.noneText} />}
      />
      {total > exceptions.length ? (
        <p className="px-4 py-2 text-12 text-fg-2">{words.more(exceptions.length, total)}</p>
      ) : null}
    </Card>
  );
}

const columns: readonly TableColumn<Exception>[] = [
  { id: 'at', head: words.at, value: ({ at }) => at, cell: ({ at }) => formatMoment(at), width: 160 },
  { id: 'control', head: words.control, value: ({ control }) => messages.names[control], width: 150 },
  {
    id: 'finding',
    head: words.finding,
    value: findingOf,
    cell: (row) => (
      <Link className="text-primary-text hover:underline" {...linkOf(row)}>
        {findingOf(row)}
      </Link>
    ),
    width: 280,
    grow: true,
    early: true,
  },
  { id: 'person', head: words.person, value: ({ person }) => person, width: 160 },
  { id: 'reason', head: words.reason, value: ({ reason }) => reason, width: 200 },
];

function findingOf({ control, kind, action, object }: Exception): string {
  switch (kind) {
    case 'single-person':
      return action === null
        ? words.approvedAlone(object.name || messages.names[control])
        : words.alone(actionWords(action));
    case 'outdated':
      return words.outdated(object.name);
    case 'self-approved':
      return words.selfApproved(object.name);
    case 'open-dispute':
      return words.openDispute(object.name);
  }
}

function linkOf({ kind, object }: Exception): LinkProps {
  if (kind === 'single-person')
    return object.type === 'approval' ? paths.approval(object.id) : paths.auditOf(object.id);
  return kind === 'open-dispute' ? paths.dispute(object.id) : paths.payments(object.id);
}
