import type { TableColumn, TableSort } from './table-column.ts';

/** The order after a click on a column: figures start with the largest, texts with the first; then reversed, then none. */
export function nextSort(
  { id, kind }: Pick<TableColumn<never>, 'id' | 'kind'>,
  sorted: TableSort | null,
): TableSort | null {
  const first = { column: id, descending: kind === 'figure' };
  if (sorted?.column !== id) return first;
  return sorted.descending === first.descending ? { column: id, descending: !first.descending } : null;
}
