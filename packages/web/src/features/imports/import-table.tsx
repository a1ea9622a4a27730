import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Failed } from '../../api/loaded.tsx';
import { importsQuery } from '../../api/queries.ts';
import type { Import } from '../../api/shapes.ts';
import { formatMoment } from '../../base/format-date.ts';
import { formatBytes, formatCount } from '../../base/format-number.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { restOfPage } from '../../ui/tables/table-heights.ts';
import { kindWords, shownStatus } from './import-words.ts';
import { messages } from './list-messages.ts';

const columns: readonly TableColumn<Import>[] = [
  { id: 'file', head: messages.table.file, value: (row) => row.fileName, width: 200, grow: true },
  { id: 'kind', head: messages.table.type, value: (row) => kindWords[row.kind].label, width: 130 },
  {
    id: 'status',
    head: messages.table.status,
    value: (row) => shownStatus(row).label,
    cell: (row) => {
      const { label, meaning, by } = shownStatus(row);
      return (
        <span className="flex min-w-0 items-center gap-2" title={by ?? undefined}>
          <Badge meaning={meaning}>{label}</Badge>
          {by === null ? null : <span className="truncate text-fg-2">{by}</span>}
        </span>
      );
    },
    width: 208,
    early: true,
  },
  {
    id: 'problems',
    head: messages.table.problems,
    value: (row) => row.problemCount,
    cell: (row) => formatCount(row.problemCount),
    kind: 'figure',
    width: 100,
  },
  {
    id: 'size',
    head: messages.table.size,
    value: (row) => row.byteCount,
    cell: (row) => formatBytes(row.byteCount),
    kind: 'figure',
    width: 90,
  },
  { id: 'by', head: messages.table.by, value: (row) => row.createdBy, width: 160 },
  {
    id: 'at',
    head: messages.table.uploaded,
    value: (row) => row.createdAt,
    cell: (row) => formatMoment(row.createdAt),
    width: 160,
  },
];

/** Imports, newest first; a row opens its current step. */
export function ImportTable({ empty }: { empty: ReactNode }) {
  const navigate = useNavigate();
  const imports = useQuery(importsQuery());
  return (
    <DataTable
      viewed
      label={messages.table.label}
      columns={columns}
      rows={imports.data?.rows ?? []}
      rowId={(row) => row.id}
      loading={imports.isPending}
      error={
        imports.isError && !imports.data ? (
          <Failed query={imports} failure={messages.table.failure} />
        ) : undefined
      }
      empty={empty}
      maxHeight={restOfPage}
      onOpenRow={(row) => void navigate(paths.import(row.id))}
    />
  );
}
