import { GitMerge } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { RowTable } from '../../api/row-table.tsx';
import type { AgentBranch, MergeRequest } from '../../api/shapes.ts';
import type { useRows } from '../../api/use-rows.ts';
import { formatMoment } from '../../base/format-date.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { messages } from './messages.ts';

const words = messages.branches;
const branchMeanings = { active: 'ok', merged: 'info', stale: 'warn' } as const;
const stateMeanings = { open: 'warn', merged: 'ok', closed: 'neutral' } as const;

const branchColumns: readonly TableColumn<AgentBranch>[] = [
  {
    id: 'name',
    head: words.name,
    value: (row) => row.name,
    cell: (row) => <code className="text-12">{row.name}</code>,
    width: 150,
  },
  { id: 'author', head: words.author, value: (row) => row.author, width: 130 },
  {
    id: 'commit',
    head: words.lastCommit,
    value: (row) => row.lastCommit.at,
    cell: (row) => words.commit(row.lastCommit.version, formatMoment(row.lastCommit.at)),
    width: 195,
  },
  { id: 'ahead', head: words.ahead, value: (row) => row.ahead, kind: 'figure', width: 70 },
  { id: 'behind', head: words.behind, value: (row) => row.behind, kind: 'figure', width: 75 },
  {
    id: 'status',
    head: words.status,
    value: (row) => words.statuses[row.status],
    cell: (row) => (
      <span className="flex gap-1">
        <Badge meaning={branchMeanings[row.status]}>{words.statuses[row.status]}</Badge>
        {row.isDraft ? <Badge meaning="warn">{words.uncommitted}</Badge> : null}
      </span>
    ),
    width: 165,
    early: true,
  },
];

type BranchTableProps = {
  branches: readonly AgentBranch[];
  /** The acts on a branch other than main. */
  acts: (branch: AgentBranch) => ReactNode;
};

/** The branches of an agent, main first. */
export function BranchTable({ branches, acts }: BranchTableProps) {
  const columns = useMemo(
    (): readonly TableColumn<AgentBranch>[] => [
      ...branchColumns,
      {
        id: 'acts',
        head: words.acts,
        value: () => '',
        cell: (row) => (row.name === 'main' ? '–' : acts(row)),
        width: 280,
        grow: true,
        sortable: false,
      },
    ],
    [acts],
  );
  return (
    <DataTable
      label={words.label}
      columns={columns}
      rows={branches}
      rowId={(row) => row.id}
      density="tall"
      empty={<EmptyState title={words.none} text={words.noneText} />}
    />
  );
}

const requestColumns: readonly TableColumn<MergeRequest>[] = [
  { id: 'number', head: messages.requests.number, value: (row) => row.number, kind: 'figure', width: 60 },
  {
    id: 'title',
    head: messages.requests.title,
    value: (row) => row.title,
    width: 240,
    grow: true,
    sortable: false,
  },
  { id: 'branch', head: messages.requests.branch, value: (row) => row.branch, width: 160, sortable: false },
  { id: 'by', head: messages.requests.openedBy, value: (row) => row.openedBy, width: 150, sortable: false },
  {
    id: 'state',
    head: messages.requests.state,
    value: (row) => messages.requests.states[row.state],
    cell: (row) => <Badge meaning={stateMeanings[row.state]}>{messages.requests.states[row.state]}</Badge>,
    width: 100,
    early: true,
    sortable: false,
  },
];

type RequestTableProps = {
  list: ReturnType<typeof useRows<MergeRequest>>;
  onOpen: (request: MergeRequest) => void;
};

/** The merge requests of an agent, newest first; a row opens it. */
export function MergeRequestTable({ list, onOpen }: RequestTableProps) {
  return (
    <RowTable
      label={messages.requests.label}
      list={list}
      failure={messages.requests.failure}
      columns={requestColumns}
      rowId={(row) => row.id}
      onOpenRow={onOpen}
      maxHeight="20rem"
      empty={
        <EmptyState
          icon={<GitMerge aria-hidden />}
          title={messages.requests.none}
          text={messages.requests.noneText}
        />
      }
    />
  );
}
