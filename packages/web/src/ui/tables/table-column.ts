import type { ReactNode } from 'react';

/** Sort values. Exact decimals are strings. */
export type CellValue = string | number | boolean | null | undefined;

/** One column of a `DataTable`. */
export type TableColumn<Row> = {
  /** Unique in the table. */
  id: string;
  head: string;
  /** The sort value, shown unless `cell` is given; missing values show an em dash and sort last. */
  value: (row: Row) => CellValue;
  /** Renders the cell; must be pure, since rows are memoized by row object. */
  cell?: (row: Row) => ReactNode;
  /** `figure`: right-aligned, tabular, exact decimal order. `text`: natural order ("Rep 9" before "Rep 10"). */
  kind?: 'text' | 'figure';
  /** The ID of what `value` names, for the next column in exports. */
  nameId?: { head: string; value: (row: Row) => CellValue };
  /** Initial width in pixels (140). */
  width?: number;
  /** Takes the remaining width; one column per table. */
  grow?: boolean;
  /** Follows the first column on narrow screens. */
  early?: boolean;
  /** False if the server cannot sort by it. */
  sortable?: boolean;
  /** Shown in the footer row: a sum. */
  footer?: ReactNode;
};

export type TableSort = { column: string; descending: boolean };
