import { ArrowRight } from 'lucide-react';
import { importChangesQuery, importProblemsQuery, importSkipsQuery } from '../../api/queries.ts';
import { RowTable } from '../../api/row-table.tsx';
import type { ImportChange, ImportProblem, ImportSkip } from '../../api/shapes.ts';
import { useRows } from '../../api/use-rows.ts';
import { formatCount } from '../../base/format-number.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { messages } from './messages.ts';

const problemColumns: readonly TableColumn<ImportProblem>[] = [
  {
    id: 'line',
    head: messages.problems.line,
    value: (row) => row.line,
    cell: (row) => formatCount(row.line),
    kind: 'figure',
    width: 72,
    sortable: false,
  },
  {
    id: 'severity',
    head: messages.problems.severity,
    value: (row) => row.severity,
    cell: (row) => (
      <Badge meaning={row.severity === 'error' ? 'bad' : 'warn'}>
        {messages.problems.severities[row.severity]}
      </Badge>
    ),
    width: 84,
    sortable: false,
  },
  {
    id: 'column',
    head: messages.problems.column,
    value: (row) => row.column ?? row.field,
    width: 120,
    sortable: false,
  },
  {
    id: 'value',
    head: messages.problems.value,
    value: (row) => row.value,
    cell: (row) =>
      row.value === null ? (
        '—'
      ) : (
        <code className="font-mono text-12">{row.value === '' ? messages.problems.empty : row.value}</code>
      ),
    width: 120,
    sortable: false,
  },
  {
    id: 'reason',
    head: messages.problems.problem,
    value: (row) => row.reason,
    cell: (row) => (
      <span className="line-clamp-2 whitespace-normal" title={row.reason}>
        {row.reason}
      </span>
    ),
    width: 280,
    sortable: false,
  },
  {
    id: 'fix',
    head: messages.problems.fix,
    value: (row) => row.fix,
    cell: (row) => (
      <span className="line-clamp-2 whitespace-normal" title={row.fix}>
        {row.fix}
      </span>
    ),
    width: 280,
    grow: true,
    sortable: false,
  },
];

/** Every problem of the dry run, by line and column. */
export function ProblemTable({ importId }: { importId: string }) {
  const list = useRows(importProblemsQuery(importId));
  return (
    <RowTable
      label={messages.problems.label}
      density="tall"
      list={list}
      failure={messages.problems.failure}
      columns={problemColumns}
      rowId={(row) => `${row.line} ${row.field} ${row.reason}`}
      totalRows={list.head?.total}
      maxHeight="50dvh"
      empty={<EmptyState title={messages.problems.none} text={messages.problems.noneText} />}
    />
  );
}

const changeColumns: readonly TableColumn<ImportChange>[] = [
  { id: 'key', head: messages.changes.row, value: (row) => row.key, width: 200, sortable: false },
  {
    id: 'line',
    head: messages.changes.line,
    value: (row) => row.line,
    cell: (row) => (row.line === null ? messages.changes.gone : formatCount(row.line)),
    kind: 'figure',
    width: 96,
    sortable: false,
  },
  {
    id: 'changes',
    head: messages.changes.changes,
    value: (row) => row.changes.map((change) => change.field).join(', '),
    cell: (row) => (
      <span className="inline-flex gap-4">
        {row.changes.map((change) => (
          <span key={change.field} className="figures">
            <span className="text-fg-3">{change.field} </span>
            <del className="text-bad-text">{change.before ?? '—'}</del>
            {row.line === null ? null : (
              <>
                {' '}
                <ArrowRight aria-hidden className="inline size-3" />{' '}
                <ins className="text-ok-text no-underline">{change.after ?? '—'}</ins>
              </>
            )}
          </span>
        ))}
      </span>
    ),
    width: 520,
    grow: true,
    sortable: false,
  },
];

/** Rows that change stored records, field by field. */
export function ChangeTable({ importId }: { importId: string }) {
  const list = useRows(importChangesQuery(importId));
  return (
    <RowTable
      label={messages.changes.label}
      list={list}
      failure={messages.changes.failure}
      columns={changeColumns}
      rowId={(row) => `${row.key} ${row.line}`}
      totalRows={list.head?.total}
      maxHeight="50dvh"
      empty={<EmptyState title={messages.changes.none} text={messages.changes.noneText} />}
    />
  );
}

const skipColumns: readonly TableColumn<ImportSkip>[] = [
  {
    id: 'line',
    head: messages.skips.line,
    value: (row) => row.line,
    cell: (row) => formatCount(row.line),
    kind: 'figure',
    width: 80,
    sortable: false,
  },
  {
    id: 'reason',
    head: messages.skips.reason,
    value: (row) => row.reason,
    cell: (row) => (row.isError ? messages.report.error(row.reason) : row.reason),
    width: 260,
    sortable: false,
  },
  {
    id: 'source',
    head: messages.skips.row,
    value: (row) => row.source,
    cell: (row) => <code className="font-mono text-12">{row.source}</code>,
    width: 520,
    grow: true,
    sortable: false,
  },
];

/** Rows that are not imported on purpose, with the reason. */
export function SkipTable({ importId }: { importId: string }) {
  const list = useRows(importSkipsQuery(importId));
  return (
    <RowTable
      label={messages.skips.label}
      list={list}
      failure={messages.skips.failure}
      columns={skipColumns}
      rowId={(row) => String(row.line)}
      totalRows={list.head?.total}
      maxHeight="50dvh"
      empty={<EmptyState title={messages.skips.none} text={messages.skips.noneText} />}
    />
  );
}
