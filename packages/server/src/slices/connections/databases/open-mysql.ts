import type { Socket } from 'node:net';
import type { JsonValue } from '@attain/domain/workflows/json-value';
import mysql from 'mysql2';
import { EffectFailed } from '../../../runs/engine/effect-failed.ts';
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

/** Errors that pass by themselves: too many connections, lost races, time that ran out, a server that shuts down. */
const passing = new Set([1040, 1053, 1203, 1205, 1213, 1969, 3024]);

/** How statements are split into words (`SqlDialect`); and no value is cut or changed to make it fit. */
const SQL_MODE = 'STRICT_ALL_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ZERO_DATE,NO_ZERO_IN_DATE';

/** Which server this is, in what both MySQL and MariaDB know. */
const SERVER = `concat(@@hostname, ':', @@port)`;

const READS = /^\s*(?:SELECT|WITH|TABLE|VALUES|SHOW|\()/i;

/** A session with a MySQL or MariaDB server. */
export const openMysql: OpenSql = async (address, onOpen) => {
  const options: mysql.ConnectionOptions = {
    host: address.hostname,
    port: address.port,
    database: address.database,
    user: address.user,
    password: address.password,
    ...(address.tls === 'off' ? {} : { ssl: sslOf(address.tls) }),
    connectTimeout: CONNECT_MS,
    charset: 'utf8mb4',
    // a day is a day in every time zone, and numbers that may not fit are decimal texts
    dateStrings: true,
    supportBigNumbers: true,
    // rows that change count, not those that match
    flags: ['-LOCAL_FILES', '-FOUND_ROWS'],
  };
  const connection = mysql.createConnection(options);
  let server: string | null = null;
  onOpen(() => {
    const end = () => breakOff(connection, new Error('It was no longer wanted.'));
    const { threadId } = connection;
    if (!threadId) return end();
    const isOver = () => socketOf(connection).destroyed;
    const cancel = () => cancelStatement(options, { threadId, server });
    void cancelOnServer({ isOver, end, cancel });
  });
  connection.on('error', () => undefined); // The waiting query reports the lost connection.
  const session = connection.promise();
  await session.connect().catch(rejected);
  breakOffAbove(socketOf(connection));
  try {
    const [rows] = await session.query<mysql.RowDataPacket[]>(
      `SELECT version() AS version, ${SERVER} AS server`,
    );
    server = String(rows[0]?.server);
    const isMariaDb = /mariadb/i.test(String(rows[0]?.version));
    await session.query(`SET SESSION sql_mode = '${SQL_MODE}', time_zone = '+00:00'`);
    // MySQL limits reading alone; the client ends whatever takes longer
    await session.query(
      isMariaDb
        ? `SET SESSION max_statement_time = ${address.statementMs / 1_000}`
        : `SET SESSION max_execution_time = ${Math.ceil(address.statementMs)}`,
    );
    return sessionOf(connection, { ...address, isMariaDb });
  } catch (error) {
    return rejected(error as Error);
  }
};

/**
 * Cancels what a session of the same user does. Its server doesn't notice a connection that ends before the statement has. Behind a
 * balancer another server may answer, where the number is another session's: nothing is cancelled there.
 */
async function cancelStatement(
  options: mysql.ConnectionOptions,
  { threadId, server }: { readonly threadId: number; readonly server: string | null },
): Promise<void> {
  const other = mysql.createConnection(options);
  other.on('error', () => undefined);
  try {
    const [rows] = await other.promise().query<mysql.RowDataPacket[]>(`SELECT ${SERVER} AS server`);
    if (rows[0]?.server === server) await other.promise().query(`KILL QUERY ${threadId}`);
  } finally {
    breakOff(other, new Error('It is closed.'));
  }
}

/** Ends a connection at once, with what waits for it: the driver's own `destroy` leaves a statement waiting. */
function breakOff(connection: mysql.Connection, why: Error): void {
  socketOf(connection).destroy(why);
}

function socketOf(connection: mysql.Connection): Socket {
  return (connection as unknown as { readonly stream: Socket }).stream;
}

interface About {
  readonly isMariaDb: boolean;
  readonly database: string;
  readonly statementMs: number;
}

function sessionOf(connection: mysql.Connection, about: About): SqlSession {
  const session = connection.promise();
  return {
    read: (query) => within(connection, about, () => readRows(connection, query)),
    change: (query) => within(connection, about, () => changeRows(connection, query)),
    greet: async () => {
      const [rows] = await session
        .query<mysql.RowDataPacket[]>('SELECT version() AS version, current_user() AS who')
        .catch(rejected);
      const [found] = rows;
      const product = about.isMariaDb ? 'MariaDB' : 'MySQL';
      return `Signed in to “${about.database}” as ${found?.who}; ${product} ${found?.version}.`;
    },
    columns: async (limit) => {
      const [rows] = await session
        .query<(ColumnFound & mysql.RowDataPacket)[]>(
          `SELECT concat(table_schema, '.', table_name) AS \`table\`, column_name AS name, data_type AS type
             FROM information_schema.columns WHERE table_schema = database()
            ORDER BY table_name, ordinal_position LIMIT ${Math.trunc(limit)}`,
        )
        .catch(rejected);
      return rows;
    },
    close: async () => breakOff(connection, new Error('It is closed.')),
  };
}

/** Ends the connection of a statement that takes longer than it may. The server rolls back what it did, once it notices. */
async function within<T>(
  connection: mysql.Connection,
  { statementMs }: About,
  work: () => Promise<T>,
): Promise<T> {
  let isLate = false;
  const alarm = setTimeout(() => {
    isLate = true;
    breakOff(connection, new Error('It took too long.'));
  }, statementMs + 1_000);
  try {
    return await work();
  } catch (error) {
    // a commit that was under way is another matter
    if (isLate && !(error instanceof EffectFailed))
      throw new SqlRejected('The statement took too long and was ended.', true);
    return rejected(error as Error);
  } finally {
    clearTimeout(alarm);
  }
}

/** Reads the first rows of a query in a read-only transaction, and no further. */
async function readRows(connection: mysql.Connection, query: SqlQuery): Promise<JsonValue[]> {
  if (!READS.test(query.text)) throw new SqlRejected('Only a query can be read, such as SELECT.', false);
  await connection.promise().query('START TRANSACTION READ ONLY');
  const rows: JsonValue[] = [];
  let letters = 0;
  const command = connection.execute(query.text, bound(query.values));
  command.on('error', () => undefined); // also one that comes after the last row that is wanted
  const found = command.stream({ highWaterMark: 50 });
  for await (const row of found) {
    const text = JSON.stringify(row, asJson);
    letters += text.length;
    mustFit(letters, rows.length + 1);
    rows.push(JSON.parse(text) as JsonValue);
    if (rows.length >= query.limit) break;
  }
  // the rest of the rows is on its way; nothing else is asked of this connection
  return rows;
}

async function changeRows(connection: mysql.Connection, query: SqlQuery) {
  const session = connection.promise();
  await session.query('START TRANSACTION');
  const [result] = await session.execute(query.text, bound(query.values));
  const rows = Array.isArray(result) ? (JSON.parse(JSON.stringify(result, asJson)) as JsonValue[]) : [];
  const changed = Array.isArray(result) ? rows.length : result.affectedRows;
  if (changed > query.limit) {
    await session.query('ROLLBACK');
    throw tooManyRows(changed, query.limit);
  }
  // Before the commit nothing has happened; after it starts, a lost connection leaves the outcome unknown.
  await session.query('COMMIT').catch((error: mysql.QueryError) => {
    throw isAnswer(error) ? error : lostInCommit();
  });
  return { changed, rows };
}

/** Values as the protocol binds them: whole numbers as such, lists and records as JSON. */
function bound(values: readonly JsonValue[]) {
  return values.map((value) => {
    if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
  });
}

/** Bytes are written as PostgreSQL writes them. */
function asJson(_: string, value: unknown): unknown {
  const isBytes =
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    value.type === 'Buffer' &&
    'data' in value;
  return isBytes ? `\\x${Buffer.from(value.data as number[]).toString('hex')}` : value;
}

function sslOf(tls: string) {
  return tls === 'require'
    ? { rejectUnauthorized: false }
    : { rejectUnauthorized: true, verifyIdentity: true };
}

function isAnswer(error: Partial<mysql.QueryError>): boolean {
  return typeof error.sqlState === 'string' && error.fatal !== true;
}

function rejected(error: Partial<mysql.QueryError> & Error): never {
  // a server that refuses the sign-in ends the connection
  if (typeof error.sqlState !== 'string') throw error;
  throw new SqlRejected(error.message, passing.has(error.errno ?? 0));
}
