/** Marks the cell of a formula saved without a result; its row has a problem. */
export const FORMULA_WITHOUT_RESULT = '\u0000=';

/** How a cell begins that says an error of the spreadsheet, `#DIV/0!`; the row that needs it is a problem. */
export const CELL_ERROR = '\u0000#';

/** Text to show for a cell: `=` for a formula without a result, an error by its name. */
export function shownCell(cell: string): string {
  return cell === FORMULA_WITHOUT_RESULT || cell.startsWith(CELL_ERROR) ? cell.slice(1) : cell;
}
