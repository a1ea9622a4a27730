/** RFC 4180: quoted cells hold commas, line breaks and doubled quotes. The first comma, semicolon or tab separates. Lines count from 1. */
export function readCsv(text: string): { line: number; cells: string[] }[] {
  const plain = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const comma = /[,;\t\n]/.exec(plain)?.[0].replace('\n', ',') ?? ',';
  const rows: { line: number; cells: string[] }[] = [];
  let [cells, cell, quoted, line, startedAt]: [string[], string, boolean, number, number] = [
    [],
    '',
    false,
    1,
    1,
  ];
  const endRow = () => {
    rows.push({ line: startedAt, cells: [...cells, cell] });
    [cells, cell, startedAt] = [[], '', line + 1];
  };
  for (let place = 0; place < plain.length; place += 1) {
    const sign = plain[place] ?? '';
    if (quoted && sign === '"' && plain[place + 1] === '"') {
      cell += '"';
      place += 1;
    } else if (sign === '"' && (quoted || cell === '')) quoted = !quoted;
    else if (sign === comma && !quoted) [cells, cell] = [[...cells, cell], ''];
    else if (sign === '\n' && !quoted) endRow();
    else cell += sign;
    if (sign === '\n') line += 1;
  }
  if (cell !== '' || cells.length > 0) endRow();
  return rows;
}
