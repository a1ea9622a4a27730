/** Rows drawn beyond each end of the view, so that a row is there before it scrolls in. */
const beyond = 10;
/** Rows taken for visible until the table is laid out. */
const firstGuess = 20;

/** A piece of the body: a gap to leave free, in pixels, and the row drawn after it. */
export type WindowRow = { gap: number; index: number };

/** The first and the last row in view. */
export type RowsInView = { first: number; last: number };

/** What a table shows before it is laid out. */
export const rowsAtFirst: RowsInView = { first: 0, last: firstGuess - 1 };

/** The rows in view of a table that has scrolled by `top` pixels and is `height` pixels high. */
export function rowsInView(top: number, height: number, rowHeight: number): RowsInView {
  const first = Math.max(0, Math.floor(top / rowHeight));
  return { first, last: Math.max(first, Math.ceil((top + height) / rowHeight) - 1) };
}

/** The rows to draw, each with the gap before it in pixels, and the room to leave after the last. */
export function windowRows(options: {
  inView: RowsInView;
  rowCount: number;
  rowHeight: number;
  /** Drawn wherever the table has scrolled; below zero: none. */
  keepRow: number;
}): { rows: readonly WindowRow[]; rest: number } {
  const { inView, rowCount, rowHeight, keepRow } = options;
  // A table that has become shorter has not scrolled back yet.
  const last = Math.min(rowCount - 1, inView.last + beyond);
  const first = Math.max(0, Math.min(inView.first, last) - beyond);
  const drawn = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  if (keepRow >= 0 && keepRow < first) drawn.unshift(keepRow);
  if (keepRow > last && keepRow < rowCount) drawn.push(keepRow);
  const rows = drawn.map((index, at) => ({ gap: (index - (drawn[at - 1] ?? -1) - 1) * rowHeight, index }));
  return { rows, rest: (rowCount - 1 - (drawn.at(-1) ?? -1)) * rowHeight };
}

/** How far to scroll so that a row is in view; where it is already, as far as now. */
export function scrollToRow(
  row: number,
  { top, height, rowHeight, covered }: { top: number; height: number; rowHeight: number; covered: number },
): number {
  const start = row * rowHeight;
  if (start < top) return start;
  return Math.max(top, start + rowHeight - (height - covered));
}
