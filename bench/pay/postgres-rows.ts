import { once } from 'node:events';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

/** Bytes before the first row of a binary COPY: signature, flags, and an extension that is empty. */
const HEAD = Buffer.from('PGCOPY\n\u00ff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
/** A row of `n` whole numbers of 4 bytes: how many there are, and before each its length. */
const rowBytes = (fields: number, bytes: number) => 2 + fields * (4 + bytes);

/**
 * Reads rows of int4 (or date) columns, none of them null, by binary COPY on the caller's connection. `take` is given the
 * bytes of many rows at once and where each field of the first begins; rows lie `stride` bytes apart.
 */
export async function readRows(
  client: pg.ClientBase,
  sql: string,
  fields: number,
  take: (rows: Buffer, count: number, stride: number) => void,
): Promise<number> {
  const stride = rowBytes(fields, 4);
  const stream = client.query(copyTo(`COPY (${sql}) TO STDOUT (FORMAT binary)`, { highWaterMark: 1 << 20 }));
  let left: Buffer = Buffer.alloc(0);
  let skipped = false;
  let count = 0;
  stream.on('data', (chunk: Buffer) => {
    let rows = left.length === 0 ? chunk : Buffer.concat([left, chunk]);
    if (!skipped) {
      if (rows.length < HEAD.length) {
        left = rows;
        return;
      }
      rows = rows.subarray(HEAD.length);
      skipped = true;
    }
    const whole = Math.floor(rows.length / stride);
    if (whole > 0) take(rows, whole, stride);
    count += whole;
    left = rows.subarray(whole * stride);
  });
  await once(stream, 'end');
  // after the last row, −1 replaces a row's number of fields
  if (left.length !== 2 || left.readInt16BE(0) !== -1) throw new Error('a row is not of the expected form');
  return count;
}

/** Writes rows of whole numbers, 4 or 8 bytes each, by binary COPY; `put` fills a row's fields. */
export async function writeRows(
  client: pg.ClientBase,
  sql: string,
  rows: { readonly count: number; readonly fields: number; readonly bytes: 4 | 8 },
  put: (row: number, to: Buffer, at: number) => void,
): Promise<void> {
  const { count, fields, bytes } = rows;
  const stride = rowBytes(fields, bytes);
  const stream = client.query(copyFrom(`COPY ${sql} FROM STDIN (FORMAT binary)`));
  stream.write(HEAD);
  const portion = Math.max(1, Math.floor(1_000_000 / stride));
  for (let from = 0; from < count; from += portion) {
    const until = Math.min(count, from + portion);
    const buffer = Buffer.allocUnsafe((until - from) * stride);
    for (let row = from, at = 0; row < until; row++, at += stride) {
      buffer.writeInt16BE(fields, at);
      for (let field = 0, place = at + 2; field < fields; field++, place += 4 + bytes)
        buffer.writeInt32BE(bytes, place);
      put(row, buffer, at + 6);
    }
    if (!stream.write(buffer)) await once(stream, 'drain');
  }
  stream.end(Buffer.from([0xff, 0xff]));
  await once(stream, 'finish');
}
