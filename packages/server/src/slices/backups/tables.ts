import { createHash } from 'node:crypto';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { TableSum } from './backup-format.ts';

/** A table as a backup sees it. */
export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** Columns that give its rows one order. */
  readonly key: readonly string[];
  /** Row-level security binds the owner too. */
  readonly forced: boolean;
}

/** Every table of the database, each after those it refers to, found in the catalogue so that none can be forgotten. */
export async function selectTables(client: pg.ClientBase): Promise<Table[]> {
  const tables = await client.query<Table & { refers: string[] }>(
    `SELECT c.relname AS name, c.relforcerowsecurity AS forced,
            ARRAY(SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
                   AND a.attgenerated = '' ORDER BY a.attnum) AS columns,
            coalesce((SELECT array_agg(a.attname::text ORDER BY k.at) FROM pg_index i CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY k(num, at)
                        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.num WHERE i.indrelid = c.oid AND i.indisprimary), '{}') AS key,
            ARRAY(SELECT DISTINCT r.relname::text FROM pg_constraint f JOIN pg_class r ON r.oid = f.confrelid
                   WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.confrelid <> c.oid) AS refers
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = 'public' AND c.relkind = 'r' ORDER BY c.relname`,
  );
  const sorted: Table[] = [];
  let waiting = tables.rows.map(({ key, ...table }) => ({
    ...table,
    key: key.length > 0 ? key : table.columns,
  }));
  while (waiting.length > 0) {
    const placed = new Set(sorted.map((table) => table.name));
    const ready = waiting.filter((table) => table.refers.every((name) => placed.has(name)));
    if (ready.length === 0)
      throw new Error("The tables refer to each other in a circle, so they can't be filled in order.");
    sorted.push(...ready.map(({ refers: _refers, ...table }) => table));
    waiting = waiting.filter((table) => !ready.includes(table));
  }
  return sorted;
}

/** Makes texts of values the same everywhere, for this session: times in UTC, numbers and bytes in full. */
export async function settleOutput(client: pg.ClientBase): Promise<void> {
  await client.query(
    `SET TIME ZONE 'UTC'; SET DateStyle = 'ISO, YMD'; SET IntervalStyle = 'postgres'; SET bytea_output = 'hex';
     SET extra_float_digits = 3; SET client_encoding = 'UTF8'; SET statement_timeout = 0; SET lock_timeout = '60s'`,
  );
}

/** Streams a table's rows as COPY text in the order of its key, and returns what they add up to. */
export async function* copyOut(client: pg.ClientBase, table: Table): AsyncGenerator<Buffer, TableSum> {
  const columns = table.columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  const order = table.key.map((column) => `${pg.escapeIdentifier(column)}::text COLLATE "C"`).join(', ');
  const query = `SELECT ${columns} FROM ${pg.escapeIdentifier(table.name)} ORDER BY ${order}`;
  const hash = createHash('sha256');
  let rows = 0;
  for await (const chunk of client.query(copyTo(`COPY (${query}) TO STDOUT`)) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    rows += lineBreaksIn(chunk);
    yield chunk;
  }
  return { name: table.name, rows, sha256: hash.digest('hex') };
}

/** Row count and hash of a table. */
export async function sumOf(client: pg.ClientBase, table: Table): Promise<TableSum> {
  const rows = copyOut(client, table);
  for (;;) {
    const next = await rows.next();
    if (next.done) return next.value;
  }
}

/** A row of COPY text ends with the only line break in it. */
function lineBreaksIn(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) count += 1;
  return count;
}
