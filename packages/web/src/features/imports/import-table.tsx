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
import { kindWords, statusWords } from './import-words.ts';

const columns: readonly TableColumn<Import>[] = [
  { id: 'file', head: 'File', value: (row) => row.fileName, width: 200, grow: true },
  { id: 'kind', head: 'Kind', value: (row) => kindWords[row.kind].label, width: 130 },
  {
    id: 'status',
    head: 'Status',
    value: (row) => row.status,
    cell: (row) => <Badge meaning={statusWords[row.status].meaning}>{statusWords[row.status].label}</Badge>,
    width: 164,
    early: true,
  },
  {
    id: 'problems',
    head: 'Problems',
    value: (row) => row.problemCount,
    cell: (row) => formatCount(row.problemCount),
    kind: 'figure',
    width: 100,
  },
  {
    id: 'size',
    head: 'Size',
    value: (row) => row.byteCount,
    cell: (row) => formatBytes(row.byteCount),
    kind: 'figure',
    width: 90,
  },
  { id: 'by', head: 'By', value: (row) => row.createdBy, width: 160 },
  {
    id: 'at',
    head: 'Uploaded',
    value: (row) => row.createdAt,
    cell: (row) => formatMoment(row.createdAt),
    width: 160,
  },
];

/** Every import, newest first; a row opens where it stands. */
export function ImportTable({ empty }: { empty: ReactNode }) {
  const navigate = useNavigate();
  const imports = useQuery(importsQuery());
  return (
    <DataTable
      label="Imports"
      columns={columns}
      rows={imports.data?.rows ?? []}
      rowId={(row) => row.id}
      loading={imports.isPending}
      error={
        imports.isError && !imports.data ? (
          <Failed query={imports} failure="The imports could not be loaded" />
        ) : undefined
      }
      empty={empty}
      maxHeight={restOfPage}
      onOpenRow={(row) => void navigate(paths.import(row.id))}
    />
  );
}
