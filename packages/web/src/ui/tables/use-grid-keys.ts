import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

/** A cell by row and column; row -1 is the header. */
export type GridPlace = { row: number; column: number };

export type GridKeysOptions = {
  grid: RefObject<HTMLElement | null>;
  rowCount: number;
  columnCount: number;
  /** Rows per page key. */
  pageRows: number;
  /** Brings a row into the rendered part. */
  reveal: (row: number) => void;
  /** Called on Enter in a cell without a control. */
  open?: (row: number) => void;
  /** Called on Space, where rows can be selected. */
  toggle?: (row: number) => void;
};

/**
 * One tab stop for the table; arrows, Home, End, Page Up and Page Down move inside, with Ctrl to the
 * corners. Enter activates the cell's control or opens the row, Space selects it. A digit in a cell whose figure can be edited
 * (`data-edits`) replaces it.
 */
export function useGridKeys(options: GridKeysOptions) {
  const { grid, rowCount, columnCount } = options;
  const [requested, setRequested] = useState<GridPlace>({ row: 0, column: 0 });
  const wantsFocus = useRef(false);
  const focused = useRef<Element>(null);
  const active: GridPlace = {
    row: Math.min(requested.row, rowCount - 1),
    column: Math.min(requested.column, columnCount - 1),
  };

  // after every render: the requested row may appear a frame later
  useLayoutEffect(() => {
    // if the focused row disappears, focus the row in its place or the header
    const lost = focused.current?.isConnected === false && document.activeElement === document.body;
    if (!wantsFocus.current && !lost) return;
    const cell = grid.current?.querySelector<HTMLElement>(`[data-place="${active.row}:${active.column}"]`);
    if (!cell) return;
    wantsFocus.current = false;
    cell.focus({ preventScroll: true });
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const place = placeOf(event.target);
    if (!place || event.altKey) return;
    const next = target(event, place, options);
    if (next) {
      event.preventDefault();
      wantsFocus.current = true;
      if (next.row >= 0) options.reveal(next.row);
      setRequested(next);
    } else if (place.row >= 0) {
      act(event, place.row, options);
    }
  };

  const onFocus = useCallback((event: FocusEvent<HTMLElement>) => {
    const place = placeOf(event.target);
    if (place) focused.current = event.target;
    if (place) setRequested((old) => (old.row === place.row && old.column === place.column ? old : place));
  }, []);

  return { active, onKeyDown, onFocus };
}

function target(event: KeyboardEvent, place: GridPlace, options: GridKeysOptions): GridPlace | undefined {
  const { rowCount, columnCount, pageRows } = options;
  const rtl = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1;
  const toRow = (row: number) => ({ row: Math.max(-1, Math.min(rowCount - 1, row)), column: place.column });
  const toColumn = (column: number) => ({
    row: place.row,
    column: Math.max(0, Math.min(columnCount - 1, column)),
  });
  const corner = event.ctrlKey || event.metaKey;
  // Shift with an arrow on a header cell resizes
  if (event.shiftKey) return undefined;
  switch (event.key) {
    case 'ArrowDown':
      return toRow(place.row + 1);
    case 'ArrowUp':
      return toRow(place.row - 1);
    case 'ArrowRight':
      return toColumn(place.column + rtl);
    case 'ArrowLeft':
      return toColumn(place.column - rtl);
    case 'PageDown':
      return toRow(place.row + pageRows);
    case 'PageUp':
      return place.row < 0 ? undefined : toRow(Math.max(0, place.row - pageRows));
    case 'Home':
      return corner ? { row: Math.min(0, rowCount - 1), column: 0 } : toColumn(0);
    case 'End':
      return corner ? { row: rowCount - 1, column: columnCount - 1 } : toColumn(columnCount - 1);
    default:
      return undefined;
  }
}

function act(event: KeyboardEvent, row: number, options: GridKeysOptions): void {
  // only the cell itself reacts; controls inside handle their own keys
  if (!(event.target instanceof HTMLElement) || !event.target.dataset.place) return;
  if (event.key === ' ' && options.toggle) {
    event.preventDefault();
    options.toggle(row);
  } else if (event.key === 'Enter') {
    const control = event.target.querySelector<HTMLElement>('a, button, input, select');
    if (!control && !options.open) return;
    event.preventDefault();
    if (control) control.click();
    else options.open?.(row);
  } else if (/^[\d.,]$/.test(event.key) && !event.ctrlKey && !event.metaKey) {
    // the field is focused with its text selected before the key writes into it
    event.target.querySelector<HTMLElement>('button[data-edits]')?.click();
  }
}

function placeOf(target: EventTarget): GridPlace | undefined {
  const text =
    target instanceof Element ? target.closest<HTMLElement>('[data-place]')?.dataset.place : undefined;
  const [row, column] = (text ?? '').split(':').map(Number);
  return row === undefined || column === undefined ? undefined : { row, column };
}
