import type { AppContext } from '../../app-context.ts';
import type { DatabaseSchema } from '../../db/schema/connections.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import { callApplication } from './call-application.ts';
import type { ColumnFound } from './databases/sql-session.ts';
import type { OpenConnection } from './open-connection.ts';
import { listedObjects, readableError } from './storage/listed-objects.ts';
import { withDatabase } from './with-database.ts';
import { withMailServer } from './with-mail-server.ts';

/** What a test found; of a database, the tables that its user may read. */
interface Reached {
  readonly message: string;
  readonly schema: DatabaseSchema | null;
}

/** Columns that are kept of a database. */
const maxColumns = 2_000;

/**
 * Connects to the other side without changing anything there and describes the result. Throws with a message if it
 * fails.
 */
export async function reachOther(
  ctx: AppContext,
  connection: OpenConnection,
  signal: AbortSignal,
): Promise<Reached> {
  if (connection.kind === 'database') return reachDatabase(ctx, connection, signal);
  const message =
    connection.kind === 'email'
      ? await reachMailServer(ctx, connection, signal)
      : connection.kind === 'storage'
        ? await reachStorage(ctx, connection, signal)
        : await reachApplication(ctx, connection, signal);
  return { message, schema: null };
}

function reachDatabase(ctx: AppContext, connection: OpenConnection, signal: AbortSignal): Promise<Reached> {
  const options = { signal, statementMs: 5_000, operations: [] };
  return withDatabase(ctx, connection, options, async (session) => {
    const message = await session.greet();
    const columns = await session.columns(maxColumns + 1);
    if (typeof columns === 'string')
      return { message: `${message} Its tables could not be listed: ${columns}.`, schema: null };
    return { message, schema: schemaOf(ctx, columns) };
  });
}

function schemaOf(ctx: AppContext, columns: readonly ColumnFound[]): DatabaseSchema {
  const tables = Map.groupBy(columns.slice(0, maxColumns), ({ table }) => table);
  return {
    readAt: ctx.clock.now().toISOString(),
    isComplete: columns.length <= maxColumns,
    tables: [...tables].map(([name, found]) => ({
      name,
      columns: found.map((column) => ({ name: column.name, type: column.type })),
    })),
  };
}

/** Asks for the address itself. An answer of any kind shows that it is there; 401 and 403, that the secret is not taken. */
async function reachApplication(
  ctx: AppContext,
  connection: OpenConnection,
  signal: AbortSignal,
): Promise<string> {
  const { status } = await callApplication(ctx, connection, {
    method: 'GET',
    path: '',
    body: null,
    headers: {},
    signal,
  });
  const host = new URL(connection.address).hostname;
  if (status === 401 || status === 403)
    throw new EffectFailed('REFUSED', `${host} was reached but rejected the secret (${status}).`);
  if (status >= 500) throw new EffectFailed('REFUSED', `${host} was reached but answered ${status}.`);
  return status < 300
    ? `${host} was reached and accepted the secret (${status}).`
    : `${host} was reached (${status}). The secret is checked on the first real call.`;
}

/** Lists one object: what the secret may do elsewhere shows on the first real call. */
async function reachStorage(
  ctx: AppContext,
  connection: OpenConnection,
  signal: AbortSignal,
): Promise<string> {
  const call = { method: 'GET', path: '?list-type=2&max-keys=1', body: null, headers: {}, signal };
  const answer = readableError(await callApplication(ctx, connection, call));
  const { hostname } = new URL(connection.address);
  if (answer.status !== 200)
    throw new EffectFailed('REFUSED', `${hostname} answered ${answer.status}: ${answer.text.slice(0, 300)}`);
  listedObjects(answer.text);
  return `${hostname} was reached and listed the bucket.`;
}

/** Signs in and leaves; no mail is sent. */
function reachMailServer(ctx: AppContext, connection: OpenConnection, signal: AbortSignal): Promise<string> {
  const { host } = new URL(connection.address);
  const how =
    connection.secret === null
      ? 'was reached; it requires no sign-in'
      : 'was reached and accepted the password';
  return withMailServer(ctx, connection, signal, async () => `${host} ${how}. No mail was sent.`);
}
