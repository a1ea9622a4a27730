/** What stands in a cell for a formula that was saved without a result; the row that has it is a problem. */
export const FORMULA_WITHOUT_RESULT = '\u0000=';
