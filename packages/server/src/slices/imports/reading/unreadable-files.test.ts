import type { Mapping } from '@attain/contract/imports';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from './limits.ts';
import { madeCompound, madeFile, madeXls, madeZip } from './made-files.fixture.ts';
import { previewFile, readRows } from './read-rows.ts';

const HEAD = 'id,date,amount\n';

async function apiError(
  fileName: string,
  content: string | Uint8Array,
  limits = DEFAULT_LIMITS,
): Promise<string> {
  const job = { path: madeFile(fileName, content), fileName, limits };
  const mapping: Mapping = { header: true, decimal: '.', date: 'iso', fields: { id: { columns: [0] } } };
  try {
    await previewFile(job);
    const rows = readRows({ ...job, kind: 'participants', mapping, today: '2024-06-30' });
    while (!(await rows.next()).done);
  } catch (error) {
    if (error instanceof Error && 'code' in error) return `${String(error.code)}: ${error.message}`;
    throw error;
  }
  return 'accepted';
}

async function workbook(rows: (string | number | null)[][]): Promise<Buffer> {
  return Buffer.from(await writeXlsx({ sheets: [{ name: 'Deals', rows }] }));
}

describe('a file that cannot be read is refused with the reason and the mend', () => {
  test('empty, and only blanks', async () => {
    expect(await apiError('a.csv', '')).toMatch(/^EMPTY_FILE: “a.csv” is empty/);
    expect(await apiError('a.csv', '\ufeff \r\n\n')).toMatch(/^EMPTY_FILE/);
    expect(await apiError('a.xlsx', await workbook([]))).toMatch(/^EMPTY_FILE/);
    expect(await apiError('a.csv', HEAD)).toMatch(/^EMPTY_FILE: The file has a header but no rows/);
    expect(await apiError('a.csv', 'id\n1\n')).toBe('accepted');
  });

  test('mislabelled: what the bytes are is said, and how to rename', async () => {
    const book = await workbook([['id'], ['1']]);
    expect(await apiError('a.csv', book)).toMatch(
      /^MISLABELLED_FILE: “a.csv” is really an Excel workbook \(.xlsx\).*Rename/,
    );
    expect(await apiError('a.xls', book)).toMatch(/^MISLABELLED_FILE.*\.xlsx/);
    expect(await apiError('a.xlsx', `${HEAD}1,2024-01-01,5\n`)).toMatch(/^MISLABELLED_FILE.*plain text/);
    expect(await apiError('a.xlsx', '<html><table><tr><td>1</td></tr></table>')).toMatch(
      /^MISLABELLED_FILE.*HTML/,
    );
    expect(await apiError('a.xls', '<?xml version="1.0"?><Workbook/>')).toMatch(/^MISLABELLED_FILE.*XML/);
    expect(await apiError('a.csv', '{"id": 1}')).toMatch(/^MISLABELLED_FILE.*JSON/);
    expect(await apiError('a.csv', '%PDF-1.7 …')).toMatch(/^MISLABELLED_FILE.*PDF/);
    expect(await apiError('a.csv', madeZip([{ name: 'deals.csv', content: HEAD }]))).toMatch(/zip archive/);
    expect(await apiError('a.ods', madeZip([{ name: 'content.xml', content: '<x/>' }]))).toMatch(
      /^UNSUPPORTED_FORMAT.*OpenDocument/,
    );
  });

  test('a workbook of thousands of sheets, before anything is built of them', async () => {
    const sheets = Array.from(
      { length: 100_000 },
      (_, at) => `<sheet name="S${at}" sheetId="${at + 1}" r:id="rId1"/>`,
    );
    const workbookXml = (list: readonly string[]) =>
      madeZip([
        { name: '[Content_Types].xml', content: '<Types/>' },
        { name: 'xl/workbook.xml', content: `<workbook><sheets>${list.join('')}</sheets></workbook>` },
      ]);
    expect(await apiError('a.xlsx', workbookXml(sheets))).toMatch(
      /^TOO_MANY_SHEETS: “a.xlsx” has more than 200 sheets\. Save the sheet/,
    );
    expect(await apiError('a.xlsx', workbookXml(sheets.slice(0, 201)))).toMatch(/^TOO_MANY_SHEETS/);
    expect(await apiError('a.xlsx', workbookXml(sheets.slice(0, 200)))).not.toMatch(/^TOO_MANY_SHEETS/);
    const prefixed = sheets.slice(0, 201).map((one) => one.replace('<sheet ', '<x:sheet\n'));
    expect(await apiError('a.xlsx', workbookXml(prefixed))).toMatch(/^TOO_MANY_SHEETS/);
    const many = await writeXlsx({
      sheets: Array.from({ length: 200 }, (_, at) => ({ name: `S${at}`, rows: [['id'], ['1']] })),
    });
    expect(await apiError('a.xlsx', Buffer.from(many))).toBe('accepted');
  });

  test('protected with a password: .xlsx in its encrypted envelope, .xls with a FilePass', async () => {
    const envelope = madeCompound({
      EncryptionInfo: Buffer.alloc(4096),
      EncryptedPackage: Buffer.alloc(4096),
    });
    expect(await apiError('a.xlsx', envelope)).toMatch(/^PASSWORD_PROTECTED.*Save a copy without a password/);
    expect(await apiError('a.xls', madeXls([['id'], ['1']], true))).toMatch(/^PASSWORD_PROTECTED/);
  });

  test('truncated: workbook cut off, compound file cut off, quote never closed', async () => {
    const book = await workbook(Array.from({ length: 300 }, (_, i) => [`D${i}`, i]));
    expect(await apiError('a.xlsx', book.subarray(0, book.length - 200))).toMatch(
      /^TRUNCATED_FILE: “a.xlsx” is incomplete/,
    );
    expect(await apiError('a.xls', madeXls([['id']]).subarray(0, 900))).toMatch(/^TRUNCATED_FILE/);
    expect(await apiError('a.csv', `${HEAD}1,2024-01-01,5\n2,"2024-01-`)).toMatch(/^TRUNCATED_FILE.*line 3/);
  });

  test('a zip bomb is refused by its directory, and by its bytes when the directory lies', async () => {
    const sheet = Buffer.alloc(50 * 1024 * 1024, 32);
    const parts = [{ name: 'xl/workbook.xml', content: '<workbook/>' }];
    const honest = madeZip([...parts, { name: 'xl/worksheets/sheet1.xml', content: sheet }]);
    expect(await apiError('a.xlsx', honest)).toMatch(/^INFLATES_TOO_LARGE.*51 MB from 51 KB/);
    const lying = madeZip([...parts, { name: 'xl/worksheets/sheet1.xml', content: sheet, claim: 1000 }]);
    expect(await apiError('a.xlsx', lying)).toMatch(/^INFLATES_TOO_LARGE/);
  });

  test('a document type declaration (entity bomb) never reaches the parser', async () => {
    const bomb = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bb">]><workbook>&b;</workbook>';
    expect(await apiError('a.xlsx', madeZip([{ name: 'xl/workbook.xml', content: bomb }]))).toMatch(
      /^DAMAGED_FILE.*document type/,
    );
  });

  test('a damaged workbook', async () => {
    expect(await apiError('a.xlsx', madeZip([{ name: 'xl/workbook.xml', content: '<workbook' }]))).toMatch(
      /^DAMAGED_FILE/,
    );
  });

  test('limits are settings and are named: size, columns, length of a record, memory', async () => {
    const small = { ...DEFAULT_LIMITS, maxFileBytes: 10 };
    expect(await apiError('a.csv', `${HEAD}1,2024-01-01,5\n`, small)).toMatch(/^FILE_TOO_LARGE.*up to 1 MB/);
    expect(await apiError('a.csv', `${Array(1001).fill('c').join(',')}\n`)).toMatch(
      /^TOO_MANY_COLUMNS.*1001 columns; up to 1000/,
    );
    expect(await apiError('a.csv', `${HEAD}"${'x'.repeat(1_200_000)}`)).toMatch(
      /^(ROW_TOO_LONG|TRUNCATED_FILE).*line 2/,
    );
    const wide = await workbook([Array.from({ length: 1001 }, (_, i) => `c${i}`)]);
    expect(await apiError('a.xlsx', wide)).toMatch(/^TOO_MANY_COLUMNS/);
  });

  test('a worker that outgrows its heap takes nothing down with it', async () => {
    const book = await workbook(
      Array.from({ length: 60_000 }, (_, i) => [`D${i}-${'x'.repeat(30)}`, i * 1.37, `p${i}`, `q${i}`]),
    );
    const tight = { ...DEFAULT_LIMITS, spreadsheetHeapMb: 24 };
    expect(await apiError('a.xlsx', book, tight)).toMatch(/^TOOK_TOO_MUCH_MEMORY.*Export it as .csv/);
  });
});

test('files are looked at one after the other, workspaces in rotation, and those beyond the queue are refused at once', async () => {
  const path = madeFile('a.csv', `${HEAD}1,2024-01-01,5\n`);
  const order: string[] = [];
  const look = (workspace: string) =>
    previewFile({ workspace, path, fileName: 'a.csv', limits: DEFAULT_LIMITS }).then(
      () => order.push(workspace),
      (error: { code?: string }) => order.push(`${workspace} ${error.code}`),
    );
  await Promise.all([...Array.from({ length: 12 }, () => look('busy')), look('other')]);
  expect(order).toEqual([
    ...Array(7).fill('busy THROTTLED'),
    ...['busy', 'busy', 'other', 'busy', 'busy', 'busy'],
  ]);
});

test('a reading that nobody waits for any more gives its turn back', async () => {
  const path = madeFile('a.csv', `${HEAD}1,2024-01-01,5\n`);
  const job = { path, fileName: 'a.csv', limits: DEFAULT_LIMITS };
  const gone = new AbortController();
  const left = [previewFile({ ...job, signal: gone.signal }), previewFile({ ...job, signal: gone.signal })];
  gone.abort();
  const ends = await Promise.allSettled(left);
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect((await previewFile(job)).headers).toEqual(['id', 'date', 'amount']);
});
