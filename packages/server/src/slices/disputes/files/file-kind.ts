import { ApiError } from '../../../base/api-error.ts';
import { readZipDirectory } from '../../imports/reading/zip-directory.ts';

/** The largest file of a dispute, in bytes. */
export const MAX_FILE_BYTES = 10_000_000;

/** Types that go out, by the last part of the name that each content may have. */
const contentTypes: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  txt: 'text/plain',
  log: 'text/plain',
  md: 'text/plain',
};

/**
 * The content type of a file, found in its bytes: its name has to agree (DISP-16). Throws UNSUPPORTED_FILE for blank files, other kinds and
 * names of another kind, and TOO_LARGE.
 */
export function contentTypeOf(fileName: string, content: Buffer): string {
  if (content.length > MAX_FILE_BYTES)
    throw new ApiError('TOO_LARGE', `“${fileName}” is larger than ${MAX_FILE_BYTES / 1_000_000} MB.`);
  if (content.length === 0)
    throw new ApiError('UNSUPPORTED_FILE', `“${fileName}” is empty. Choose another file.`);
  const named = contentTypes[/\.([a-z]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? ''];
  const found = kindOf(content, fileName);
  if (named === undefined || found === null)
    throw new ApiError(
      'UNSUPPORTED_FILE',
      `“${fileName}” can’t be attached. Choose a PDF, an image (PNG, JPEG, GIF, WebP), an .xlsx workbook, or text such as .csv or .txt.`,
    );
  if (found === named || (found === 'text' && named.startsWith('text/'))) return named;
  throw new ApiError(
    'UNSUPPORTED_FILE',
    `“${fileName}” is ${kindWords[found] ?? 'another kind of file'}, not what its name says. Rename it and attach it again.`,
  );
}

const kindWords: Readonly<Record<string, string>> = {
  text: 'text',
  'application/pdf': 'a PDF',
  'image/png': 'a PNG image',
  'image/jpeg': 'a JPEG image',
  'image/gif': 'a GIF image',
  'image/webp': 'a WebP image',
  [String(contentTypes.xlsx)]: 'an .xlsx workbook',
};

/** Beginnings of the kinds that have one; a dot is any byte. */
const beginnings: readonly (readonly [string, string])[] = [
  ['%PDF-', 'application/pdf'],
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
  ['RIFF....WEBP', 'image/webp'],
];

function kindOf(content: Buffer, fileName: string): string | null {
  const start = content.toString('latin1', 0, 12);
  const begun = beginnings.find(([beginning]) =>
    [...beginning].every((letter, at) => letter === '.' || letter === start[at]),
  );
  if (begun !== undefined) return begun[1];
  if (start.startsWith('PK\x03\x04')) return isWorkbook(content, fileName) ? String(contentTypes.xlsx) : null;
  return isText(content) ? 'text' : null;
}

/** A workbook without macros. */
function isWorkbook(content: Buffer, fileName: string): boolean {
  try {
    const names = readZipDirectory(content, fileName).map(({ name }) => name.toLowerCase());
    return names.includes('xl/workbook.xml') && !names.some((name) => name.endsWith('vbaproject.bin'));
  } catch {
    return false;
  }
}

/** Text in UTF-8 or another encoding of single bytes, or in UTF-16 with its mark: without control characters. */
function isText(content: Buffer): boolean {
  const isWide = (content[0] === 0xff && content[1] === 0xfe) || (content[0] === 0xfe && content[1] === 0xff);
  const text = isWide
    ? new TextDecoder(content[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(content)
    : content.toString('latin1');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what no text has
  return !/[\u0000-\u0008\u000e-\u001f\u007f]/.test(text);
}
