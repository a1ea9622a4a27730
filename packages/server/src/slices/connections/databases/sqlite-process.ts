import { getPriority, setPriority } from 'node:os';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { type FromSqlite, type SqliteStart, TOO_MUCH_MEMORY, type ToSqlite } from './sqlite-messages.ts';

// A process of its own for one session: SQLite can't be interrupted from Node, and a thread would end only with its statement.

const start = JSON.parse(process.argv[2] ?? '') as SqliteStart;
/** Results that pass: BUSY, LOCKED, PROTOCOL. */
const passing = new Set([5, 6, 15]);
const FULL = 13;
const NOT_ALLOWED = 23;
/** A change that was killed is still to be undone, which a reader can't. */
const MUST_ROLL_BACK = 776;

/** What the types of Node lack. */
interface Guarded extends DatabaseSync {
  readonly limits?: { readonly attach: number };
  setAuthorizer(allow: (code: number, first: string | null) => number): void;
}

/** Answers of an authorizer and what it is asked, as SQLite numbers them (https://sqlite.org/c3ref/c_alter_table.html). */
const OK = 0;
const DENY = 1;
const FUNCTION = 31;
const PRAGMA = 19;
/** READ, SELECT, TRANSACTION, RECURSIVE. */
const reading = [20, 21, 22, 33];
/** DELETE, INSERT, UPDATE. */
const changing = [9, 18, 23];

// No statement takes more memory, and none outlives its time, whatever becomes of Attain. SQLite's own limit needs its statistics of
// memory, without which Node builds it.
const watch = `
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${start.lifeMs});
  setInterval(() => {
    if (process.ppid !== ${process.ppid}) process.kill(process.pid, 'SIGKILL');
    if (process.memoryUsage.rss() > ${start.maxMemory}) process.kill(process.pid, '${TOO_MUCH_MEMORY}');
  }, 50);`;
new Worker(watch, { eval: true }).unref();
// what stops Attain reaches all its processes, but Attain waits for steps that still run
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
// Attain itself gets about three times as much of a busy processor
setPriority(Math.max(getPriority(), 5));
process.on('disconnect', () => process.exit());

let database: Guarded | undefined;

process.on('message', (asked: ToSqlite) => {
  process.send?.(answered(asked));
});

function answered(asked: ToSqlite): FromSqlite {
  try {
    if (asked.ask === 'commit') {
      database?.exec('COMMIT');
      return { rows: '[]', changed: 0 };
    }
    database = asked.ask === 'change' ? forWriting() : forReading();
    if (asked.ask === 'greet') {
      // reads the file: only this shows whether it is a database
      const sql = 'SELECT sqlite_version() AS version FROM (SELECT count(*) FROM sqlite_schema)';
      return rowsOf(database, sql, [], 1);
    }
    if (asked.ask === 'columns') {
      const sql = `SELECT m.name AS "table", c.name AS name, lower(c.type) AS type
         FROM sqlite_schema m JOIN pragma_table_xinfo(m.name) c
        WHERE m.type IN ('table', 'view') AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND c.hidden <> 1
        ORDER BY m.name, c.cid`;
      return rowsOf(database, sql, [], asked.limit);
    }
    const writes = asked.ask === 'change';
    database.setAuthorizer((code, first) =>
      reading.includes(code) ||
      (code === FUNCTION && first !== 'load_extension') ||
      // what a virtual table of text asks to notice changes
      (code === PRAGMA && first === 'data_version') ||
      (writes && changing.includes(code) && !/^sqlite_/i.test(first ?? ''))
        ? OK
        : DENY,
    );
    if (!writes) return rowsOf(database, asked.text, asked.values, asked.limit);
    database.exec('BEGIN IMMEDIATE');
    const found = rowsOf(database, asked.text, asked.values, Number.POSITIVE_INFINITY);
    if ('error' in found || 'tooLarge' in found) return found;
    const [{ changed }] = database.prepare('SELECT changes() AS changed').all() as [{ changed: number }];
    return { ...found, changed };
  } catch (error) {
    const { message, errcode = 0 } = error as Error & { readonly errcode?: number };
    if (errcode === NOT_ALLOWED || message === 'not authorized')
      return {
        error: `${asked.ask === 'change' ? 'Only rows can be changed' : 'Only rows can be read'}: the statement does more.`,
        passes: false,
      };
    if (errcode === FULL) {
      const megabytes = start.maxGrowth / 1_000_000;
      const full = `The statement would add more than ${megabytes} MB to the file, or its disk is full.`;
      return { error: full, passes: false };
    }
    return { error: message, passes: passing.has(errcode & 0xff) };
  }
}

function forReading(): Guarded {
  const fresh = opened(false);
  try {
    readSchema(fresh);
    return fresh;
  } catch (error) {
    if ((error as { readonly errcode?: number }).errcode !== MUST_ROLL_BACK) throw error;
  }
  fresh.close();
  const writer = opened(true);
  // rolls back; it has run no statement of the step, and is closed before one runs
  readSchema(writer);
  writer.close();
  return opened(false);
}

function forWriting(): Guarded {
  const fresh = opened(true);
  const { page_count, page_size } = fresh
    .prepare('SELECT * FROM pragma_page_count, pragma_page_size')
    .get() as Record<string, number>;
  fresh.exec(
    `PRAGMA max_page_count = ${Number(page_count) + Math.ceil(start.maxGrowth / Number(page_size))}`,
  );
  fresh.exec(`PRAGMA journal_size_limit = ${start.maxGrowth}`);
  return fresh;
}

/** Reads the file, not only opens it. */
function readSchema(on: DatabaseSync): void {
  on.prepare('SELECT count(*) FROM sqlite_schema').get();
}

function opened(writes: boolean): Guarded {
  const limits = { length: start.maxBytes, attach: 0, sqlLength: 1_000_000 };
  // a file that is gone by now is not made again
  const address = new URL(`?mode=${writes ? 'rw' : 'ro'}`, pathToFileURL(start.file));
  // the types of Node are older than its limits
  const options = { readOnly: !writes, defensive: true, timeout: start.lockMs, limits };
  const fresh = new DatabaseSync(address, options) as Guarded;
  if (fresh.limits?.attach !== 0)
    throw new Error('This version of Node can’t limit SQLite. Use a newer Node 24.');
  for (const pragma of [
    'temp_store = MEMORY',
    'trusted_schema = OFF',
    'cell_size_check = ON',
    'mmap_size = 0',
    'foreign_keys = ON',
    ...(writes ? [] : ['query_only = ON']),
  ])
    fresh.exec(`PRAGMA ${pragma}`);
  return fresh;
}

/** The first rows of a statement as JSON, as long as they fit. */
function rowsOf(on: DatabaseSync, text: string, values: readonly unknown[], limit: number): FromSqlite {
  const statement = on.prepare(text);
  statement.setReadBigInts(true);
  const rows: string[] = [];
  let letters = 0;
  for (const row of statement.iterate(...values.map(bound))) {
    const json = JSON.stringify(row, asJson);
    letters += json.length + 1;
    rows.push(json);
    if (letters > start.maxLetters) return { tooLarge: letters, of: rows.length };
    if (rows.length >= limit) break;
  }
  return { rows: `[${rows.join()}]`, changed: 0 };
}

/** Whole numbers as such, lists and records as JSON. */
function bound(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as SQLInputValue);
}

/** Whole numbers that may not fit are decimal texts, and bytes are written as PostgreSQL writes them. */
function asJson(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}
