import { allImportsQuery } from '../../api/queries.ts';
import { type ExportColumn, RowsExport } from '../../api/rows-export.tsx';
import type { Import } from '../../api/shapes.ts';
import { kindWords, shownStatus } from './import-words.ts';
import { messages } from './list-messages.ts';

const { table, file } = messages;

export const importColumns: readonly ExportColumn<Import>[] = [
  { head: table.file, value: (row) => row.fileName },
  { head: file.id, value: (row) => row.id },
  { head: table.type, value: (row) => kindWords[row.kind].label },
  { head: table.status, value: (row) => shownStatus(row).label },
  { head: table.problems, value: (row) => row.problemCount, kind: 'figure' },
  { head: file.bytes, value: (row) => row.byteCount, kind: 'figure' },
  { head: file.hash, value: (row) => row.contentHash },
  { head: file.planId, value: (row) => row.planId },
  { head: table.by, value: (row) => row.createdBy },
  { head: table.uploaded, value: (row) => row.createdAt },
  { head: file.stored, value: (row) => row.committedAt },
  { head: file.undoes, value: (row) => row.undoes },
  { head: file.undoneBy, value: (row) => row.undone?.id },
];

/** All imports, newest first. */
export function ImportsExport() {
  return <RowsExport fileName="imports" list={allImportsQuery()} columns={importColumns} />;
}
