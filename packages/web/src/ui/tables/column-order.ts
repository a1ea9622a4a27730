import type { TableColumn } from './table-column.ts';

/** Below this table width, in CSS pixels, only two or three columns are visible at once. */
export const littleRoomPx = 560;

/** The columns in the order for this width; 0 while unknown. Returns the same array if unchanged. */
export function columnsInOrder<Row>(
  columns: readonly TableColumn<Row>[],
  widthPx: number,
): readonly TableColumn<Row>[] {
  const [first, ...others] = columns;
  if (!first || widthPx === 0 || widthPx >= littleRoomPx || !others.some((column) => column.early))
    return columns;
  return [first, ...others.filter((column) => column.early), ...others.filter((column) => !column.early)];
}
