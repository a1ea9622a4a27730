import { closeSync, existsSync, openSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import type { DealColumns, GroupColumns } from './workload.ts';

/** The header of the file; amounts are whole cents, dates ISO. */
export const CSV_HEADER = 'txn_id,payee_code,product_family,date,amount_cents\n';

const PORTION = 1 << 22;
const LONGEST_ROW = 64;

/** Writes the deals as CSV, unless the file is there already; byte for byte the same for the same columns. */
export function writeDealsCsv(path: string, deals: DealColumns, rows: number): void {
  if (existsSync(path)) return;
  const file = openSync(`${path}.part`, 'w');
  const bytes = Buffer.alloc(PORTION);
  const dates = Array.from({ length: 366 }, (_, day) =>
    Buffer.from(new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10)),
  );
  let at = bytes.write(CSV_HEADER);
  const comma = () => {
    bytes[at++] = 0x2c;
  };
  for (let row = 0; row < rows; row++) {
    if (at > PORTION - LONGEST_ROW) {
      writeSync(file, bytes, 0, at);
      at = 0;
    }
    at = writeWhole(bytes, at, row);
    comma();
    at = writeWhole(bytes, at, deals.payee[row]!);
    comma();
    at = writeWhole(bytes, at, deals.component[row]!);
    comma();
    at += dates[deals.day[row]!]!.copy(bytes, at);
    comma();
    at = writeWhole(bytes, at, deals.amount[row]!);
    bytes[at++] = 0x0a;
  }
  writeSync(file, bytes, 0, at);
  closeSync(file);
  renameSync(`${path}.part`, path);
}

/** The digits of a whole number; where the next byte goes. */
function writeWhole(bytes: Buffer, start: number, value: number): number {
  let at = start;
  let left = value;
  if (left < 0) {
    bytes[at++] = 0x2d;
    left = -left;
  }
  let end = at + 1;
  for (let size = left; size >= 10; size = Math.floor(size / 10)) end += 1;
  for (let i = end - 1; i >= at; i--) {
    bytes[i] = 0x30 + (left % 10);
    left = Math.floor(left / 10);
  }
  return end;
}

/** Writes quotas and caps of the groups as CSV. */
export function writeGroupsCsv(path: string, groups: GroupColumns): void {
  const rows = Array.from(groups.quota, (quota, group) => `${group},${quota},${groups.cap[group]}\n`);
  writeFileSync(path, `g,quota,cap\n${rows.join('')}`);
}
