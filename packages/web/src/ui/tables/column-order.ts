import type { TableColumn } from './table-column.ts';

/** Below this width of the table itself, in CSS pixels, only two or three columns are seen at once. */
export const littleRoomPx = 560;

/** The columns in the order they stand in a table of this width; 0 while the width is not known. Keeps the array where it can. */
export function columnsInOrder<Row>(
  columns: readonly TableColumn<Row>[],
  widthPx: number,
): readonly TableColumn<Row>[] {
  const [first, ...others] = columns;
  if (!first || widthPx === 0 || widthPx >= littleRoomPx || !others.some((column) => column.early))
    return columns;
  return [first, ...others.filter((column) => column.early), ...others.filter((column) => !column.early)];
}
