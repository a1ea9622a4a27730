/** What stands in a cell for a formula that was saved without a result; the row that has it is a problem. */
export const FORMULA_WITHOUT_RESULT = '\u0000=';

/** How a cell begins that says an error of the spreadsheet, `#DIV/0!`; the row that needs it is a problem. */
export const CELL_ERROR = '\u0000#';

/** The text of a cell as it is shown: `=` for a formula without a result, an error by its name. */
export function shownCell(cell: string): string {
  return cell === FORMULA_WITHOUT_RESULT || cell.startsWith(CELL_ERROR) ? cell.slice(1) : cell;
}
