import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { inject } from 'vitest';

/** Writes a file into a folder of its own and gives its path. */
export function madeFile(fileName: string, content: string | Uint8Array): string {
  const path = join(mkdtempSync(join(inject('filesFolder'), 'file-')), fileName);
  writeFileSync(path, content);
  return path;
}

/** One part of a made zip; `claim` lets the directory lie about the inflated size. */
export interface MadePart {
  readonly name: string;
  readonly content: Uint8Array | string;
  readonly claim?: number;
}

/** A zip container, honest or not. */
export function madeZip(parts: readonly MadePart[]): Buffer {
  const bodies: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const content = Buffer.from(part.content);
    const packed = deflateRawSync(content, { level: 9 });
    const name = Buffer.from(part.name);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(part.claim ?? content.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, name, packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, place, name]));
    bodies.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...bodies, directory, Buffer.from('PK\x05\x06', 'latin1'), end]);
}

/** A compound file with streams of at least 4096 bytes each, as Office writes them ([MS-CFB], sectors of 512 bytes). */
export function madeCompound(streams: Readonly<Record<string, Buffer>>): Buffer {
  const table: number[] = [0xfffffffd, 0xfffffffe];
  const sectors: Buffer[] = [];
  const entries: Buffer[] = [directoryEntry('Root Entry', 5, 0xfffffffe, 0)];
  for (const [name, content] of Object.entries(streams)) {
    const body = Buffer.alloc(Math.ceil(Math.max(content.length, 4096) / 512) * 512);
    content.copy(body);
    entries.push(directoryEntry(name, 2, table.length, body.length));
    const count = body.length / 512;
    for (let i = 0; i < count; i++) table.push(i === count - 1 ? 0xfffffffe : table.length + 1);
    sectors.push(body);
  }
  if (table.length > 128 || entries.length > 4)
    throw new Error('too much for one sector of table or directory');
  while (entries.length < 4) entries.push(Buffer.alloc(128));
  entries[0]?.writeUInt32LE(1, 76);
  entries.slice(1).forEach((entry, i) => {
    const next = i + 2 < Object.keys(streams).length + 1 ? i + 2 : 0xffffffff;
    entry.writeUInt32LE(next, 72);
  });
  const allocation = Buffer.alloc(512, 0xff);
  for (const [i, value] of table.entries()) allocation.writeUInt32LE(value, i * 4);
  const header = Buffer.alloc(512, 0xff);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  header.fill(0, 8, 76);
  for (const [value, at] of [
    [0x3e, 24],
    [3, 26],
    [0xfffe, 28],
    [9, 30],
    [6, 32],
  ] as const)
    header.writeUInt16LE(value, at);
  for (const [value, at] of [
    [1, 44],
    [1, 48],
    [4096, 56],
    [0xfffffffe, 60],
    [0xfffffffe, 68],
    [0, 76],
  ] as const) {
    header.writeUInt32LE(value, at);
  }
  return Buffer.concat([header, allocation, ...[Buffer.concat(entries)], ...sectors]);
}

function directoryEntry(name: string, type: number, start: number, bytes: number): Buffer {
  const entry = Buffer.alloc(128);
  entry.write(name, 'utf16le');
  entry.writeUInt16LE((name.length + 1) * 2, 64);
  entry[66] = type;
  entry[67] = 1;
  for (const at of [68, 72, 76]) entry.writeUInt32LE(0xffffffff, at);
  entry.writeUInt32LE(start, 116);
  entry.writeUInt32LE(bytes, 120);
  return entry;
}

/** An .xls (BIFF8) with one sheet of texts, numbers and — as `{ serial }` — dates; encrypted when a FilePass is asked for. */
export function madeXls(
  rows: readonly (readonly (string | number | { serial: number })[])[],
  encrypted = false,
): Buffer {
  const globals = [
    record(0x0809, u16(0x0600, 0x0005, 0, 0, 0, 0, 0, 0)),
    ...(encrypted ? [record(0x2f, u16(1, 1, 1))] : []),
  ];
  globals.push(
    record(0xe0, u16(0, 0, 0, 0, 0, 0, 0, 0, 0, 0)),
    record(0xe0, u16(0, 14, 0, 0, 0, 0, 0, 0, 0, 0)),
  );
  const boundBytes = 4 + 8 + 'Sheet1'.length;
  const sheetStart = Buffer.concat(globals).length + boundBytes + 4;
  const bound = Buffer.alloc(8 + 'Sheet1'.length);
  bound.writeUInt32LE(sheetStart, 0);
  bound[6] = 'Sheet1'.length;
  bound.write('Sheet1', 8, 'latin1');
  const cells = rows.flatMap((row, r) => row.map((value, c) => cellRecord(r, c, value)));
  return madeCompound({
    Workbook: Buffer.concat([
      ...globals,
      record(0x85, bound),
      record(0x0a, Buffer.alloc(0)),
      record(0x0809, u16(0x0600, 0x0010, 0, 0, 0, 0, 0, 0)),
      ...cells,
      record(0x0a, Buffer.alloc(0)),
    ]),
  });
}

function cellRecord(row: number, column: number, value: string | number | { serial: number }): Buffer {
  if (typeof value === 'string') {
    const text = Buffer.from(value, 'utf16le');
    return record(0x0204, Buffer.concat([u16(row, column, 0, value.length), Buffer.from([1]), text]));
  }
  const number = Buffer.alloc(8);
  number.writeDoubleLE(typeof value === 'number' ? value : value.serial);
  return record(0x0203, Buffer.concat([u16(row, column, typeof value === 'number' ? 0 : 1), number]));
}

function record(id: number, body: Buffer): Buffer {
  return Buffer.concat([u16(id, body.length), body]);
}

function u16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [i, value] of values.entries()) bytes.writeUInt16LE(value, i * 2);
  return bytes;
}
