import { Bot } from 'lucide-react';
import type { ReactNode } from 'react';
import { costText } from '../../api/conversions/cost-text.ts';
import type { AgentFigures, AgentSummary } from '../../api/shapes.ts';
import { formatMoment } from '../../base/format-date.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { environmentNames } from './agent-words.ts';
import { messages } from './messages.ts';

const words = messages.table;

/** An agent with what its runs came to; null: not loaded. */
export type AgentRow = AgentSummary & { figures: AgentFigures['rows'][number] | null };

type AgentTableProps = {
  agents: readonly AgentRow[];
  currency: string;
  /** Whether a filter is set. */
  narrowed: boolean;
  /** The link that opens the form. */
  editLink: (agent: AgentRow) => ReactNode;
  onOpen: (agent: AgentRow) => void;
};

/** Every agent with status, last run, success, cost, version and environment; a row opens its details. */
export function AgentTable({ agents, currency, narrowed, editLink, onOpen }: AgentTableProps) {
  return (
    <DataTable
      viewed
      label={messages.list.title}
      columns={columnsOf(currency, editLink)}
      rows={agents}
      rowId={(row) => row.id}
      maxHeight="70vh"
      onOpenRow={onOpen}
      empty={
        <EmptyState
          icon={<Bot aria-hidden />}
          title={narrowed ? messages.list.noMatch : messages.list.none}
          text={narrowed ? undefined : words.noneText}
        />
      }
    />
  );
}

function columnsOf(
  currency: string,
  editLink: AgentTableProps['editLink'],
): readonly TableColumn<AgentRow>[] {
  return [
    { id: 'name', head: words.name, value: (row) => row.name, width: 220, grow: true },
    { id: 'status', head: words.status, value: statusOf, cell: statusBadge, width: 110, early: true },
    {
      id: 'last',
      head: words.last,
      value: (row) => row.lastRun?.at ?? '',
      cell: (row) => (row.lastRun === null ? words.never : formatMoment(row.lastRun.at)),
      width: 170,
    },
    {
      id: 'success',
      head: words.success,
      value: (row) => shareOf(row) ?? -1,
      cell: successOf,
      kind: 'figure',
      width: 130,
    },
    {
      id: 'cost',
      head: words.cost,
      value: (row) => Number(row.figures?.cost ?? -1),
      cell: (row) => costOf(row, currency),
      kind: 'figure',
      width: 170,
    },
    { id: 'version', head: words.version, value: (row) => row.version, width: 90 },
    {
      id: 'environment',
      head: words.environment,
      value: environmentsOf,
      width: 170,
    },
    { id: 'edit', head: words.edit, value: () => '', cell: editLink, width: 80, sortable: false },
  ];
}

/** Where it is deployed; before that, its own. */
function environmentsOf({ figures, environment }: AgentRow): string {
  const deployed = figures?.environments ?? [];
  return (deployed.length > 0 ? deployed : [environment]).map((one) => environmentNames[one]).join(', ');
}

function statusOf({ isActive, status, lastRun }: AgentRow): string {
  if (!isActive) return messages.list.off;
  return lastRun?.status === 'failed' ? words.statuses.failed : words.statuses[status];
}

function statusBadge(row: AgentRow) {
  const label = statusOf(row);
  const meaning =
    label === words.statuses.failed
      ? 'bad'
      : label === words.statuses.running
        ? 'info'
        : label === words.statuses.completed
          ? 'ok'
          : 'neutral';
  return <Badge meaning={meaning}>{label}</Badge>;
}

function shareOf({ figures }: AgentRow): number | null {
  return figures === null || figures.ended === 0
    ? null
    : Math.floor((figures.completed * 100) / figures.ended);
}

function successOf(row: AgentRow): string {
  const share = shareOf(row);
  return share === null ? words.noRuns : words.share(share, row.figures?.ended ?? 0);
}

function costOf({ figures }: AgentRow, currency: string): string {
  if (figures === null || figures.cost === null) return words.noRuns;
  const cost = costText(figures, currency);
  return figures.unpriced > 0 ? words.unpriced(cost) : cost;
}
