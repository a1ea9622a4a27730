import { ArrowRight } from 'lucide-react';
import { importChangesQuery, importProblemsQuery } from '../../api/queries.ts';
import { RowTable } from '../../api/row-table.tsx';
import type { ImportChange, ImportProblem } from '../../api/shapes.ts';
import { useRows } from '../../api/use-rows.ts';
import { formatCount } from '../../base/format-number.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';

const problemColumns: readonly TableColumn<ImportProblem>[] = [
  {
    id: 'line',
    head: 'Line',
    value: (row) => row.line,
    cell: (row) => formatCount(row.line),
    kind: 'figure',
    width: 72,
    sortable: false,
  },
  {
    id: 'severity',
    head: 'Severity',
    value: (row) => row.severity,
    cell: (row) => <Badge meaning={row.severity === 'error' ? 'bad' : 'warn'}>{row.severity}</Badge>,
    width: 84,
    sortable: false,
  },
  { id: 'column', head: 'Column', value: (row) => row.column ?? row.field, width: 120, sortable: false },
  {
    id: 'value',
    head: 'Value',
    value: (row) => row.value,
    cell: (row) =>
      row.value === null ? (
        '—'
      ) : (
        <code className="font-mono text-12">{row.value === '' ? '(empty)' : row.value}</code>
      ),
    width: 120,
    sortable: false,
  },
  {
    id: 'reason',
    head: 'What is wrong',
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
    id: 'mend',
    head: 'How to mend it',
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
  { id: 'rule', head: 'Rule', value: (row) => row.rule, width: 96, sortable: false },
];

/** Every bad row of the dry run: line, column, value, reason, and how to mend it. */
export function ProblemTable({ importId }: { importId: string }) {
  const list = useRows(importProblemsQuery(importId));
  return (
    <RowTable
      label="Problems"
      density="tall"
      list={list}
      failure="The problems could not be loaded"
      columns={problemColumns}
      rowId={(row) => `${row.line} ${row.field} ${row.reason}`}
      totalRows={list.head?.total}
      maxHeight="50dvh"
      empty={<EmptyState title="No problems" text="Every row of the file can be stored." />}
    />
  );
}

const changeColumns: readonly TableColumn<ImportChange>[] = [
  { id: 'key', head: 'Row', value: (row) => row.key, width: 200, sortable: false },
  {
    id: 'line',
    head: 'Line',
    value: (row) => row.line,
    cell: (row) => formatCount(row.line),
    kind: 'figure',
    width: 80,
    sortable: false,
  },
  {
    id: 'changes',
    head: 'What changes',
    value: (row) => row.changes.map((change) => change.field).join(', '),
    cell: (row) => (
      <span className="inline-flex gap-4">
        {row.changes.map((change) => (
          <span key={change.field} className="figures">
            <span className="text-fg-3">{change.field} </span>
            <del className="text-bad-text">{change.before ?? '—'}</del>{' '}
            <ArrowRight aria-hidden className="inline size-3" />{' '}
            <ins className="text-ok-text no-underline">{change.after ?? '—'}</ins>
          </span>
        ))}
      </span>
    ),
    width: 520,
    grow: true,
    sortable: false,
  },
];

/** Rows that would change what is stored, field by field. */
export function ChangeTable({ importId }: { importId: string }) {
  const list = useRows(importChangesQuery(importId));
  return (
    <RowTable
      label="Changes"
      list={list}
      failure="The changes could not be loaded"
      columns={changeColumns}
      rowId={(row) => `${row.key} ${row.line}`}
      totalRows={list.head?.total}
      maxHeight="50dvh"
      empty={<EmptyState title="Nothing stored changes" text="All rows are new, or the same as before." />}
    />
  );
}
