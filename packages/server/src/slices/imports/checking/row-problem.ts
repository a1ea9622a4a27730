/** One thing wrong with one row of a file, in words a person can act on. */
export interface RowProblem {
  /** Physical line of the file, 1 = first; of a spreadsheet the row number. */
  readonly line: number;
  /** Header of the column, or `Column 3`; null when it is about the row. */
  readonly column: string | null;
  readonly field: string | null;
  /** The text in the file, at most 200 characters. */
  readonly value: string | null;
  /** A warning does not keep the row out. */
  readonly severity: 'error' | 'warning';
  readonly reason: string;
  readonly fix: string;
}
