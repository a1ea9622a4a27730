import type { ReactNode } from 'react';

/** What a column sorts by. Exact decimals travel as strings. */
export type CellValue = string | number | boolean | null | undefined;

/** One column of a `DataTable`. */
export type TableColumn<Row> = {
  /** Names the column for sorting and sizing; unique in the table. */
  id: string;
  head: string;
  /** The value the column sorts by and, without `cell`, shows; missing shows an em dash and sorts last. */
  value: (row: Row) => CellValue;
  /** Draws the cell; keep it pure, rows are drawn once per row object. */
  cell?: (row: Row) => ReactNode;
  /** `figure`: to the end, tabular, exact decimal order. `text`: natural order ("Rep 9" before "Rep 10"). */
  kind?: 'text' | 'figure';
  /** Width in pixels at the start (140). */
  width?: number;
  /** Takes the room that is left; one column per table. */
  grow?: boolean;
  /** Follows right after the first column where there is little room: what one comes for on a phone. */
  early?: boolean;
  /** False where the server cannot sort by it. */
  sortable?: boolean;
  /** Stands in the footer row: the sum. */
  footer?: ReactNode;
};

/** By which column a table is sorted. */
export type TableSort = { column: string; descending: boolean };
