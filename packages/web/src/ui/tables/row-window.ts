/** Rows rendered beyond the view, so that they are ready before they scroll in. */
const beyond = 10;
/** Rows assumed visible before layout. */
const firstGuess = 20;

/** A gap in pixels and the row rendered after it. */
export type WindowRow = { gap: number; index: number };

/** The first and last row in view. */
export type RowsInView = { first: number; last: number };

/** The rows in view before layout. */
export const rowsAtFirst: RowsInView = { first: 0, last: firstGuess - 1 };

/** The rows in view for a scroll offset and height in pixels. */
export function rowsInView(top: number, height: number, rowHeight: number): RowsInView {
  const first = Math.max(0, Math.floor(top / rowHeight));
  return { first, last: Math.max(first, Math.ceil((top + height) / rowHeight) - 1) };
}

/** The rows to render, each with the gap before it, and the space after the last. */
export function windowRows(options: {
  inView: RowsInView;
  rowCount: number;
  rowHeight: number;
  /** Always rendered; negative for none. */
  keepRow: number;
}): { rows: readonly WindowRow[]; rest: number } {
  const { inView, rowCount, rowHeight, keepRow } = options;
  // a table that became shorter may still report its old scroll offset
  const last = Math.min(rowCount - 1, inView.last + beyond);
  const first = Math.max(0, Math.min(inView.first, last) - beyond);
  const drawn = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  if (keepRow >= 0 && keepRow < first) drawn.unshift(keepRow);
  if (keepRow > last && keepRow < rowCount) drawn.push(keepRow);
  const rows = drawn.map((index, at) => ({ gap: (index - (drawn[at - 1] ?? -1) - 1) * rowHeight, index }));
  return { rows, rest: (rowCount - 1 - (drawn.at(-1) ?? -1)) * rowHeight };
}

/** The scroll offset that brings a row into view; unchanged if it is visible. */
export function scrollToRow(
  row: number,
  { top, height, rowHeight, covered }: { top: number; height: number; rowHeight: number; covered: number },
): number {
  const start = row * rowHeight;
  if (start < top) return start;
  return Math.max(top, start + rowHeight - (height - covered));
}
