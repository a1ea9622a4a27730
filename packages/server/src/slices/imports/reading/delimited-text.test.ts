import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Delimiter, readDelimited } from './delimited-text.ts';
import { madeFile } from './made-files.fixture.ts';

const limits = { maxRowChars: 1024 * 1024 };

function read(text: string | Uint8Array, delimiter: Delimiter = ',') {
  const path = madeFile('a.csv', text);
  const rows: { cells: string[]; line: number; source: string }[] = [];
  const shape = { encoding: 'utf-8', delimiter, limits, fileName: 'a.csv' } as const;
  for (const _ of readDelimited(path, shape, (cells, line, source) => rows.push({ cells, line, source })));
  return rows;
}

test('reads what any writer of RFC 4180 writes exactly as csv-parse does', () => {
  const cell = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom('a,b', 'say "hi"', 'two\nlines', 'two\r\nlines', '', 'é€😀'),
  );
  const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const row = fc.array(cell, { minLength: 2, maxLength: 5 });
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 1, maxLength: 20 }),
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
      (rows, end, last) => {
        const text = rows.map((cells) => cells.map(quoted).join(',')).join(end) + (last ? end : '');
        const theirs = parse(text, {
          relax_column_count: true,
          skip_empty_lines: true,
          record_delimiter: ['\n', '\r\n'],
        }) as string[][];
        expect(read(text).map((row) => row.cells)).toEqual(theirs);
      },
    ),
    { numRuns: 300 },
  );
});

test('keeps physical line numbers and the original text across quoted line breaks, blank lines and CRLF', () => {
  const rows = read('id,name\r\n1,"two\r\nlines"\r\n\r\n2,"say ""hi""" x\r\n3,last');
  expect(rows.map((row) => [row.line, row.cells, row.source])).toEqual([
    [1, ['id', 'name'], 'id,name'],
    [2, ['1', 'two\r\nlines'], '1,"two\r\nlines"'],
    [5, ['2', 'say "hi" x'], '2,"say ""hi""" x'],
    [6, ['3', 'last'], '3,last'],
  ]);
});

test('records torn between chunks of the file come out whole', () => {
  const lines = Array.from({ length: 30_000 }, (_, i) =>
    i % 7 === 0 ? `${i},"a ""q""\nb, é${i}",z` : `${i},plain é${i},z`,
  );
  const rows = read(lines.join('\n'));
  expect(rows).toHaveLength(30_000);
  expect(rows[14_000]?.cells).toEqual(['14000', 'a "q"\nb, é14000', 'z']);
  expect(rows.map((row) => row.source)).toEqual(lines);
});

test('a quote inside an unquoted cell is a letter; lone carriage returns end lines', () => {
  expect(read('a\t5" pipe\tb\n', '\t')[0]?.cells).toEqual(['a', '5" pipe', 'b']);
  expect(read('a,b\rc,d\r').map((row) => row.cells)).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
});
