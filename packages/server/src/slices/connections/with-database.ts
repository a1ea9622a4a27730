import { destinationOf } from '@attain/domain/connections/check-connection';
import { dialectOf } from '@attain/domain/connections/connection-kinds';
import { type DatabaseOperation, forbiddenOperation } from '@attain/domain/connections/database-rules';
import type { AppContext } from '../../app-context.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import { type SqlAddress, SqlRejected, type SqlSession } from './databases/sql-session.ts';
import type { OpenConnection } from './open-connection.ts';

/**
 * Works in a connected database, on one connection that is closed afterwards. Only a database the operator allows
 * is reached, for operations that its registry entry allows (CONN-20). What fails becomes a sentence, with whether the other side may have done it all the same.
 */
export async function withDatabase<T>(
  ctx: AppContext,
  connection: OpenConnection,
  options: {
    readonly signal: AbortSignal;
    readonly statementMs: number;
    readonly operations: readonly DatabaseOperation[];
  },
  work: (session: SqlSession) => Promise<T>,
): Promise<T> {
  mustAllowOperations(connection, options.operations);
  const { place, open } = openerOf(ctx, connection, options.statementMs);
  let asked = false;
  let session: SqlSession | undefined;
  let end = () => {};
  const ending = new AbortController();
  try {
    session = await open((endNow) => {
      end = endNow;
      if (options.signal.aborted) end();
      options.signal.addEventListener('abort', end, { once: true, signal: ending.signal });
    });
    asked = true;
    return await work(session);
  } catch (error) {
    throw failureOf(error, place, asked);
  } finally {
    ending.abort();
    // one that was never opened has no way of its own to close
    if (session === undefined) end();
    else await session.close();
  }
}

/** How a session is opened; drivers load when a workflow asks for a database. Throws if the operator doesn't allow it. */
function openerOf(
  ctx: AppContext,
  connection: OpenConnection,
  statementMs: number,
): { place: string; open: (onOpen: (end: () => void) => void) => Promise<SqlSession> } {
  const url = new URL(connection.address);
  const database = decodeURIComponent(url.pathname.slice(1));
  const dialect = dialectOf(connection.address);
  if (dialect === 'sqlite') {
    const { tenantId } = connection;
    const at = { folder: ctx.settings.sqliteDir, tenantId, name: database, statementMs };
    return {
      place: database,
      open: async (onOpen) => (await import('./databases/open-sqlite.ts')).openSqlite(at, onOpen),
    };
  }
  const [, place = ''] = destinationOf(connection.address)?.split('://') ?? [];
  if (!ctx.settings.allowedDatabases.includes(place)) {
    const message = `${place} is not an allowed database (ATTAIN_ALLOWED_DATABASES). Nothing was sent.`;
    throw new EffectFailed('HOST_NOT_ALLOWED', message);
  }
  const address: SqlAddress = {
    hostname: url.hostname,
    port: Number(place.slice(place.lastIndexOf(':') + 1)),
    database,
    user: String(connection.config.username),
    password: connection.secret ?? '',
    tls: String(connection.config.tls),
    statementMs,
  };
  return {
    place,
    open: async (onOpen) =>
      dialect === 'mysql'
        ? (await import('./databases/open-mysql.ts')).openMysql(address, onOpen)
        : (await import('./databases/open-postgres.ts')).openPostgres(address, onOpen),
  };
}

function mustAllowOperations(
  { name, database }: OpenConnection,
  operations: readonly DatabaseOperation[],
): void {
  if (database === null)
    throw new EffectFailed('NOT_CONFIGURED', `“${name}” is not registered as a database. Save it again.`);
  const denied = forbiddenOperation(database, operations);
  if (denied === null) return;
  const message = `“${name}” doesn’t allow ${denied}. Nothing was sent. Allow it in the agent builder, under Connections.`;
  throw new EffectFailed('NOT_ALLOWED', message);
}

function failureOf(error: unknown, place: string, asked: boolean): unknown {
  if (error instanceof EffectFailed || !(error instanceof Error)) return error;
  if (error instanceof SqlRejected)
    return new EffectFailed('REFUSED', `${place}: ${error.message}`, { retryable: error.passes });
  // reading or writing JSON of any depth takes the call stack
  if (error instanceof RangeError)
    return new EffectFailed(
      'OUTPUT_NOT_KEPT',
      `${place} returned JSON that is nested too deeply. Select less of it.`,
    );
  const { code = '' } = error as { code?: string };
  const message = `${place} could not be reached: ${code || error.message}.`;
  return new EffectFailed('UNREACHABLE', message, { retryable: true, outcomeUnknown: asked });
}
