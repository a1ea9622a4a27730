import type { TableFile } from '../base/files/table-file.ts';
import { ExportMenu, type ExportMenuProps } from '../ui/charts/export-menu.tsx';
import type { CellValue, TableColumn } from '../ui/tables/table-column.ts';
import { allRows } from './all-rows.ts';
import type { PagedQuery } from './queries.ts';

/** A column of a file. */
export type ExportColumn<Row> = Pick<TableColumn<Row>, 'head' | 'value' | 'kind' | 'nameId'>;

export type RowsExportProps<Row> = {
  /** Without extension: "payouts-2024-Q1". */
  fileName: string;
  /** The list as filtered and sorted; all its rows are exported, shown or not. */
  list: PagedQuery<{ rows: readonly Row[]; nextCursor: string | null }>;
  columns: readonly ExportColumn<Row>[];
} & Pick<ExportMenuProps, 'chart'>;

/** Exports a paged list as CSV or XLSX: all rows, with exact stored values, names and IDs. */
export function RowsExport<Row>({ fileName, list, columns, chart }: RowsExportProps<Row>) {
  const table = async () => tableOf(columns, await allRows(list));
  return <ExportMenu fileName={fileName} table={table} chart={chart} />;
}

/** The rows as a file has them. */
export function tableOf<Row>(given: readonly ExportColumn<Row>[], rows: readonly Row[]): TableFile {
  const columns = given.flatMap<ExportColumn<Row>>((column) =>
    column.nameId === undefined ? [column] : [column, column.nameId],
  );
  return {
    head: columns.map(({ head }) => head),
    figures: columns.map(({ kind }) => kind === 'figure'),
    rows: rows.map((row) => columns.map(({ value }) => textOf(value(row)))),
  };
}

function textOf(value: CellValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}
