import { createInflateRaw } from 'node:zlib';
import type { ImportLimits } from './limits.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** One part of a zip container, as its directory describes it. */
export interface ZipPart {
  readonly name: string;
  readonly method: number;
  readonly packedBytes: number;
  readonly inflatedBytes: number;
  readonly localOffset: number;
  readonly encrypted: boolean;
}

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_PART = 0x02014b50;
const LOCAL_PART = 0x04034b50;
const MIN_SUSPECT_BYTES = 1024 * 1024;
const MAX_PARTS = 20_000;
const MAX_SHEETS = 200;

/**
 * Lists the parts of a zip container without inflating anything. Throws TRUNCATED_FILE if its end is missing, and
 * DAMAGED_FILE if its directory is inconsistent.
 */
export function readZipDirectory(file: Buffer, fileName: string): ZipPart[] {
  const end = findEnd(file);
  if (end < 0) {
    throw new UnreadableFile(
      'TRUNCATED_FILE',
      `“${fileName}” is incomplete: the end of the workbook is missing. Export or upload it again.`,
    );
  }
  const count = file.readUInt16LE(end + 10);
  let at = file.readUInt32LE(end + 16);
  if (count > MAX_PARTS || at === 0xffffffff) throw damaged(fileName);
  const parts: ZipPart[] = [];
  for (let i = 0; i < count; i++) {
    if (at + 46 > end || file.readUInt32LE(at) !== DIRECTORY_PART) throw damaged(fileName);
    const nameLength = file.readUInt16LE(at + 28);
    parts.push({
      name: file.toString('utf8', at + 46, at + 46 + nameLength),
      method: file.readUInt16LE(at + 10),
      packedBytes: file.readUInt32LE(at + 20),
      inflatedBytes: file.readUInt32LE(at + 24),
      localOffset: file.readUInt32LE(at + 42),
      encrypted: (file.readUInt16LE(at + 8) & 1) === 1,
    });
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return parts;
}

/**
 * Ensures that a container is safe for a parser: first by the sizes in its directory, then by inflating every part
 * without keeping it, because a zip bomb lies about its size. Also rejects document type declarations.
 */
export async function guardZip(
  file: Buffer,
  fileName: string,
  limits: Pick<ImportLimits, 'maxInflatedBytes' | 'maxInflateRatio'>,
): Promise<ZipPart[]> {
  const parts = readZipDirectory(file, fileName);
  const claimed = parts.reduce((sum, part) => sum + part.inflatedBytes, 0);
  rejectZipBomb(claimed, file.length, fileName, limits);
  let inflated = 0;
  let sheets = 0;
  for (const part of parts) {
    if (part.encrypted) {
      throw new UnreadableFile(
        'PASSWORD_PROTECTED',
        `“${fileName}” is password-protected. Save a copy without a password and import that.`,
      );
    }
    rejectZipBomb(part.inflatedBytes, part.packedBytes, fileName, limits);
    const counter = /\.xml$/i.test(part.name) ? countSheets() : null;
    inflated += await inflateAndForget(part, file, {
      fileName,
      limits,
      before: inflated,
      look: (chunk) => {
        if (counter) rejectManySheets(sheets + counter(chunk), fileName);
      },
    });
    sheets += counter?.(Buffer.alloc(0)) ?? 0;
  }
  return parts;
}

/** A workbook of thousands of sheets costs a parser minutes, however small they are. */
export function rejectManySheets(sheets: number, fileName: string): void {
  if (sheets <= MAX_SHEETS) return;
  throw new UnreadableFile(
    'TOO_MANY_SHEETS',
    `“${fileName}” has more than ${MAX_SHEETS} sheets. Save the sheet to import as its own workbook, or as .csv.`,
  );
}

/** Counts the elements `sheet` of a part, by whatever prefix, over chunks that may cut one in two; gives the count so far. */
function countSheets(): (chunk: Buffer) => number {
  const name = Buffer.from('sheet');
  let rest: Buffer = Buffer.alloc(0);
  let count = 0;
  return (chunk) => {
    const text = Buffer.concat([rest, chunk]);
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
      const before = String.fromCharCode(text[at - 1] ?? 0);
      const after = String.fromCharCode(text[at + name.length] ?? 0);
      if (/[<:]/.test(before) && /[\s/>]/.test(after)) count++;
    }
    // one whose last sign is not there yet is counted with the next chunk
    rest = text.subarray(Math.max(0, text.length - name.length - 1));
    return count;
  };
}

function rejectZipBomb(
  inflated: number,
  packed: number,
  fileName: string,
  limits: Pick<ImportLimits, 'maxInflatedBytes' | 'maxInflateRatio'>,
): void {
  const tooLarge = inflated > limits.maxInflatedBytes;
  const tooDense = inflated > MIN_SUSPECT_BYTES && inflated > packed * limits.maxInflateRatio;
  if (!tooLarge && !tooDense) return;
  throw new UnreadableFile(
    'INFLATES_TOO_LARGE',
    `“${fileName}” would unpack to ${Math.ceil(inflated / 1024 / 1024)} MB from ${Math.ceil(packed / 1024)} KB; ` +
      `the limit is ${Math.floor(limits.maxInflatedBytes / 1024 / 1024)} MB and ${limits.maxInflateRatio} times the packed size. ` +
      'Export the data as .csv, or split the workbook.',
  );
}

async function inflateAndForget(
  part: ZipPart,
  file: Buffer,
  job: {
    fileName: string;
    limits: Pick<ImportLimits, 'maxInflatedBytes' | 'maxInflateRatio'>;
    before: number;
    look: (chunk: Buffer) => void;
  },
): Promise<number> {
  const packed = packedBytes(part, file, job.fileName);
  if (part.method === 0) {
    job.look(packed);
    return packed.length;
  }
  if (part.method !== 8) throw damaged(job.fileName);
  const inflate = createInflateRaw();
  inflate.end(packed);
  let total = 0;
  try {
    for await (const chunk of inflate as AsyncIterable<Buffer>) {
      if (total === 0 && /\.(xml|rels)$/i.test(part.name)) rejectDoctype(chunk, job.fileName);
      total += chunk.length;
      job.look(chunk);
      rejectZipBomb(job.before + total, file.length, job.fileName, job.limits);
    }
  } catch (cause) {
    if (cause instanceof UnreadableFile) throw cause;
    throw damaged(job.fileName);
  }
  return total;
}

function packedBytes(part: ZipPart, file: Buffer, fileName: string): Buffer {
  const at = part.localOffset;
  if (at + 30 > file.length || file.readUInt32LE(at) !== LOCAL_PART) throw damaged(fileName);
  const from = at + 30 + file.readUInt16LE(at + 26) + file.readUInt16LE(at + 28);
  if (from + part.packedBytes > file.length) throw damaged(fileName);
  return file.subarray(from, from + part.packedBytes);
}

function rejectDoctype(firstChunk: Buffer, fileName: string): void {
  if (!firstChunk.subarray(0, 4096).includes('<!DOCTYPE')) return;
  throw new UnreadableFile(
    'DAMAGED_FILE',
    `“${fileName}” contains a document type declaration, which spreadsheet programs never write. Save it again from a spreadsheet program.`,
  );
}

function findEnd(file: Buffer): number {
  const from = Math.max(0, file.length - 65_557);
  for (let at = file.length - 22; at >= from; at--) {
    if (file.readUInt32LE(at) === END_OF_DIRECTORY) return at;
  }
  return -1;
}

function damaged(fileName: string): UnreadableFile {
  return new UnreadableFile(
    'DAMAGED_FILE',
    `“${fileName}” is damaged. Open it in a spreadsheet program, save it again and import that.`,
  );
}
