import type { Socket } from 'node:net';
import type { JsonValue } from '@attain/domain/workflows/json-value';
import pg from 'pg';
import {
  breakOffAbove,
  CONNECT_MS,
  type ColumnFound,
  cancelOnServer,
  lostInCommit,
  mustFit,
  type OpenSql,
  type SqlQuery,
  SqlRejected,
  type SqlSession,
  tooManyRows,
} from './sql-session.ts';

/** Rows fetched first, and later at most; as many as have about so many characters together, by those fetched before. */
const firstRows = 10;
const maxRowsAtOnce = 500;
const lettersAtOnce = 1_000_000;

/** SQLSTATE classes that pass by themselves: connections, resources, operator intervention; and lost races. */
const passing = /^(08|53|57|40001|40P01)/;

/** Dates, times, intervals, bytes and their lists stay as PostgreSQL writes them: a day is a day in every time zone. */
const textual = new Set([17, 1082, 1083, 1114, 1184, 1186, 1266, 1115, 1182, 1183, 1185, 1187, 1270]);
const asWritten = (value: string) => value;

/** How columns become JSON: numbers that may not fit stay decimal texts, JSON is read, dates are texts. */
const rowTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    textual.has(oid) ? asWritten : pg.types.getTypeParser(oid, format as 'text'),
};

/** A session with a PostgreSQL server. */
export const openPostgres: OpenSql = async (address, onOpen) => {
  const ssl = sslOf(address.tls, address.hostname);
  const client = new pg.Client({
    host: address.hostname,
    port: address.port,
    database: address.database,
    user: address.user,
    password: address.password,
    ssl,
    application_name: 'attain',
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: address.statementMs,
  });
  const end = () => void client.end().catch(() => undefined);
  let isOver = false;
  client.on('end', () => {
    isOver = true;
  });
  onOpen(() => {
    const { processID, secretKey } = client as pg.Client & Partial<BackendKey>;
    if (!processID || !secretKey) return end();
    const cancel = () => cancelStatement({ ...address, ssl }, { processID, secretKey });
    void cancelOnServer({ isOver: () => isOver, cancel, end });
  });
  client.on('error', () => undefined); // The waiting query reports the lost connection.
  await client.connect().catch(rejected);
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Socket } }).connection;
  breakOffAbove(stream);
  return sessionOf(client);
};

/** Names a session to the server that opened it. */
interface BackendKey {
  readonly processID: number;
  readonly secretKey: number;
}

/** Asks the server to cancel what a session does, as its protocol says: over another connection, which it then closes. */
function cancelStatement(
  { hostname, port, ssl }: { hostname: string; port: number; ssl: ReturnType<typeof sslOf> },
  { processID, secretKey }: BackendKey,
): Promise<void> {
  const connection = new pg.Connection({ ssl }) as pg.Connection & {
    connect(port: number, host: string): void;
    requestSsl(): void;
    cancel(processID: number, secretKey: number): void;
  };
  (connection.stream as Socket).setTimeout(CONNECT_MS, () => connection.stream.destroy());
  return new Promise((done) => {
    const send = () => connection.cancel(processID, secretKey);
    connection.once('connect', () => (ssl ? connection.requestSsl() : send()));
    connection.once('sslconnect', send);
    // a socket can fail more than once
    connection.on('error', done).once('end', done);
    connection.connect(port, hostname);
  });
}

function sessionOf(client: pg.Client): SqlSession {
  return {
    read: (query) => fetchRows(client, query).catch(rejected),
    change: (query) => changeRows(client, query).catch(rejected),
    greet: async () => {
      const { rows } = await client
        .query<{ version: string; name: string; who: string }>(
          `SELECT current_setting('server_version') AS version, current_database() AS name, current_user AS who`,
        )
        .catch(rejected);
      const [found] = rows;
      return `Signed in to “${found?.name}” as ${found?.who}; PostgreSQL ${found?.version}.`;
    },
    columns: async (limit) => {
      try {
        const { rows } = await client.query<ColumnFound>(
          `SELECT table_schema || '.' || table_name AS table, column_name AS name, data_type AS type
             FROM information_schema.columns WHERE table_schema NOT IN ('pg_catalog', 'information_schema')
            ORDER BY table_schema, table_name, ordinal_position LIMIT $1`,
          [limit],
        );
        return rows;
      } catch (error) {
        // the connection works all the same; what the database answers is said
        if (error instanceof pg.DatabaseError) return error.message;
        throw error;
      }
    },
    close: () => client.end().catch(() => undefined),
  };
}

/** Reads the first rows of a query in a read-only transaction. */
async function fetchRows(client: pg.Client, query: SqlQuery): Promise<JsonValue[]> {
  const { text, limit } = query;
  await client.query('BEGIN READ ONLY');
  await client.query(sqlQuery({ ...query, text: `DECLARE reading NO SCROLL CURSOR FOR ${text}` }));
  const rows: JsonValue[] = [];
  let letters = 0;
  let atOnce = firstRows;
  while (rows.length < limit) {
    const more = Math.min(atOnce, limit - rows.length);
    const found = await client.query({ text: `FETCH ${more} FROM reading`, types: rowTypes });
    const read = JSON.stringify(found.rows);
    letters += read.length;
    mustFit(letters, rows.length + found.rows.length);
    rows.push(...(JSON.parse(read) as JsonValue[]));
    if (found.rows.length < more) break;
    const fitting = Math.floor((lettersAtOnce * found.rows.length) / read.length);
    atOnce = Math.max(1, Math.min(maxRowsAtOnce, atOnce * 4, fitting));
  }
  await client.query('ROLLBACK');
  return rows;
}

async function changeRows(client: pg.Client, query: SqlQuery) {
  await client.query('BEGIN');
  const { rowCount, rows } = await client.query(sqlQuery(query));
  const changed = rowCount ?? 0;
  if (changed > query.limit) {
    await client.query('ROLLBACK');
    throw tooManyRows(changed, query.limit);
  }
  // Before the commit nothing has happened; after it starts, a lost connection leaves the outcome unknown.
  await client.query('COMMIT').catch((error: { readonly code?: string }) => {
    const { code = '' } = error;
    throw /^[0-9A-Z]{5}$/.test(code) && !/^(08|57P)/.test(code) ? error : lostInCommit();
  });
  return { changed, rows: JSON.parse(JSON.stringify(rows)) as JsonValue[] };
}

/** A query of the extended protocol: it cannot hold a second statement, whatever its text says. */
function sqlQuery({ text, values }: Pick<SqlQuery, 'text' | 'values'>) {
  return { text, values: [...values], queryMode: 'extended' as const, types: rowTypes };
}

function sslOf(tls: string, hostname: string): false | { rejectUnauthorized: boolean; servername?: string } {
  if (tls === 'off') return false;
  return tls === 'require'
    ? { rejectUnauthorized: false }
    : { rejectUnauthorized: true, servername: hostname };
}

function rejected(error: Error & { readonly code?: string; readonly position?: string }): never {
  const { code = '', position } = error;
  if (!/^[0-9A-Z]{5}$/.test(code)) throw error;
  const at = position === undefined ? '' : ` (character ${position})`;
  throw new SqlRejected(`${error.message}${at}`, passing.test(code));
}
