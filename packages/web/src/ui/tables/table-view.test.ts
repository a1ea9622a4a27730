import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DataTable } from '../data-table.tsx';
import { type TableView, TableViewContext } from './table-view.ts';

test('rows keep their order when the column that orders them is hidden', () => {
  const table = createElement(DataTable<{ id: string; pay: number }>, {
    viewed: true,
    label: 'Pay',
    rowId: (row) => row.id,
    rows: [
      { id: 'Ann', pay: 1 },
      { id: 'Bob', pay: 2 },
    ],
    columns: [
      { id: 'id', head: 'Payee', value: (row) => row.id },
      { id: 'pay', head: 'Pay', kind: 'figure', value: (row) => row.pay },
    ],
  });
  const shown = (hidden: string[]) => {
    const value: TableView = {
      sort: { column: 'pay', descending: true },
      onSort: () => {},
      hidden: new Set(hidden),
      onHidden: () => {},
      columns: [],
      onColumns: () => {},
    };
    const html = renderToStaticMarkup(createElement(TableViewContext, { value }, table));
    return html.match(/Ann|Bob/g);
  };
  expect(shown([])).toEqual(['Bob', 'Ann']);
  expect(shown(['pay'])).toEqual(['Bob', 'Ann']);
});
