import { createContext } from 'react';
import type { TableSort } from './table-column.ts';

/** What the address says about the page's list: its order and hidden columns. */
export type TableView = {
  sort: TableSort | null;
  onSort: (sort: TableSort | null) => void;
  hidden: ReadonlySet<string>;
  onHidden: (hidden: ReadonlySet<string>) => void;
  /** Columns of the list on screen. */
  columns: readonly ViewedColumn[];
  onColumns: (columns: readonly ViewedColumn[]) => void;
};

export type ViewedColumn = { readonly id: string; readonly head: string };

/** Of pages with saved views; null elsewhere. */
export const TableViewContext = createContext<TableView | null>(null);
