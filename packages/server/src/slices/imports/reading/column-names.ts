/** Column names of a file: its header, or `Column 1` … if there is none or a cell is blank. */
export function columnNames(first: readonly string[], header: boolean): string[] {
  return first.map((cell, at) =>
    header && cell.trim() !== '' ? cell.trim().slice(0, 200) : `Column ${at + 1}`,
  );
}
