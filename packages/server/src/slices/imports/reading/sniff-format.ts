import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { readBiffFacts, readCompoundFile } from './compound-file.ts';
import type { ImportLimits } from './limits.ts';
import { UnreadableFile } from './unreadable-file.ts';
import { readZipDirectory } from './zip-directory.ts';

/** The actual format of a file, whatever its name. */
export type FileFormat = 'text' | 'xlsx' | 'xls';

const TEXT_EXTENSIONS = ['csv', 'tsv', 'txt', 'tab'];

/**
 * Detects the reader a file needs from its bytes. Throws for blank, too large, mislabeled, password-protected,
 * truncated and foreign files.
 */
export function sniffFormat(path: string, fileName: string, limits: ImportLimits): FileFormat {
  const { head, size } = readHead(path);
  if (size === 0 || isBlank(head, size)) {
    throw new UnreadableFile(
      'EMPTY_FILE',
      `“${fileName}” is empty. Choose a file with a header and at least one row.`,
    );
  }
  if (size > limits.maxFileBytes) {
    throw new UnreadableFile(
      'FILE_TOO_LARGE',
      `“${fileName}” has ${megabytes(size)} MB; up to ${megabytes(limits.maxFileBytes)} MB are allowed. Split it, or ask your administrator to raise the limit.`,
    );
  }
  const found = identify(head, path, fileName);
  rejectMislabelled(found, fileName);
  return found;
}

/** The file extension in lower case; blank if there is none. */
export function extensionOf(fileName: string): string {
  const dot = fileName.lastIndexOf('.');
  return dot < 0 ? '' : fileName.slice(dot + 1).toLowerCase();
}

function identify(head: Buffer, path: string, fileName: string): FileFormat {
  const magic = head.toString('latin1', 0, 4);
  if (magic === 'PK\x03\x04') return identifyZip(path, fileName);
  if (magic === '\xd0\xcf\x11\xe0') return identifyCompound(path, fileName);
  const foreign = nameForeign(head);
  if (foreign !== null) throw unsupported(fileName, foreign);
  return 'text';
}

function identifyZip(path: string, fileName: string): FileFormat {
  const names = readZipDirectory(readFileSync(path), fileName).map((part) => part.name);
  if (names.includes('xl/workbook.xml')) return 'xlsx';
  if (names.includes('xl/workbook.bin')) throw unsupported(fileName, 'a binary workbook (.xlsb)');
  if (names.includes('content.xml')) throw unsupported(fileName, 'an OpenDocument file (.ods)');
  if (names.some((name) => name.startsWith('word/'))) throw unsupported(fileName, 'a Word document');
  throw new UnreadableFile(
    'UNSUPPORTED_FORMAT',
    `“${fileName}” is a zip archive without a workbook in it. Unpack it and import the file inside.`,
  );
}

function identifyCompound(path: string, fileName: string): FileFormat {
  const compound = readCompoundFile(readFileSync(path));
  if (compound === null) {
    throw new UnreadableFile(
      'TRUNCATED_FILE',
      `“${fileName}” is incomplete: parts of the workbook are missing. Export or upload it again.`,
    );
  }
  if (compound.names.includes('EncryptedPackage')) throw passwordProtected(fileName);
  if (!compound.names.includes('Workbook') && !compound.names.includes('Book')) {
    throw unsupported(fileName, 'an Office document without a workbook');
  }
  const workbook = compound.bytesOf('Workbook');
  if (workbook !== null && readBiffFacts(workbook).encrypted) throw passwordProtected(fileName);
  return 'xls';
}

function rejectMislabelled(found: FileFormat, fileName: string): void {
  const extension = extensionOf(fileName);
  const claimsText = TEXT_EXTENSIONS.includes(extension);
  if (found === 'text' && claimsText) return;
  if (found !== 'text' && extension === found) return;
  const really = found === 'text' ? 'plain text with separated columns' : `an Excel workbook (.${found})`;
  const rename = found === 'text' ? '.csv' : `.${found}`;
  throw new UnreadableFile(
    'MISLABELLED_FILE',
    `“${fileName}” is really ${really}. Rename it to end in ${rename}, or export it again in the right format.`,
  );
}

const MAGIC: readonly (readonly [string, string])[] = [
  ['%PDF', 'a PDF document'],
  ['\x1f\x8b', 'a gzip archive'],
  ['\x89PNG', 'a picture (PNG)'],
  ['\xff\xd8\xff', 'a picture (JPEG)'],
  ['GIF8', 'a picture (GIF)'],
  ['7z\xbc\xaf', 'a 7-Zip archive'],
  ['Rar!', 'a RAR archive'],
  ['PK\x05\x06', 'an empty zip archive'],
  ['\x7fELF', 'a program'],
  ['MZ\x90', 'a program'],
  ['SQLite format 3', 'a SQLite database'],
  ['PAR1', 'a Parquet file'],
];

function nameForeign(head: Buffer): string | null {
  const bytes = head.toString('latin1');
  for (const [magic, name] of MAGIC) if (bytes.startsWith(magic)) return name;
  const text = bytes
    .replaceAll('\0', '')
    .replace(/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*/, '')
    .slice(0, 200)
    .toLowerCase();
  if (/^(<!doctype html|<html|<table|<head|<meta)/.test(text)) return 'a web page (HTML)';
  if (text.startsWith('<?xml') || /^<[a-z:]+[\s>]/.test(text)) return 'an XML document';
  if (/^[{[]\s*["{[]/.test(text)) return 'JSON';
  return looksBinary(head) ? 'a binary file' : null;
}

/** UTF-16 has a zero in every other byte; a stray control character is reported with its row. */
function looksBinary(head: Buffer): boolean {
  let control = 0;
  let zeros = 0;
  for (const byte of head) {
    if (byte === 0) zeros++;
    else if (byte < 9 || (byte > 13 && byte < 32)) control++;
  }
  const utf16 = head[0] === 0xff || head[0] === 0xfe || zeros > head.length * 0.3;
  return utf16 ? control > head.length * 0.1 : control + zeros > head.length * 0.1;
}

function readHead(path: string): { head: Buffer; size: number } {
  const file = openSync(path, 'r');
  try {
    const size = fstatSync(file).size;
    const head = Buffer.alloc(Math.min(8192, size));
    readSync(file, head, 0, head.length, 0);
    return { head, size };
  } finally {
    closeSync(file);
  }
}

function isBlank(head: Buffer, size: number): boolean {
  return size <= head.length && /^[\s\0\xef\xbb\xbf\xff\xfe]*$/.test(head.toString('latin1'));
}

function unsupported(fileName: string, what: string): UnreadableFile {
  const promised = extensionOf(fileName);
  const known = [...TEXT_EXTENSIONS, 'xlsx', 'xls'].includes(promised);
  return new UnreadableFile(
    known ? 'MISLABELLED_FILE' : 'UNSUPPORTED_FORMAT',
    `“${fileName}” is ${what}. Save it as .csv, .xlsx or .xls and upload that.`,
  );
}

function passwordProtected(fileName: string): UnreadableFile {
  return new UnreadableFile(
    'PASSWORD_PROTECTED',
    `“${fileName}” is password-protected. Save a copy without a password and import that.`,
  );
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / 1024 / 1024);
}
