import type { Socket } from 'node:net';
import { type DatabaseOperation, forbiddenOperation } from '@attain/domain/connections/database-rules';
import { MAX_OUTPUT } from '@attain/domain/workflows/steps/volume';
import pg from 'pg';
import type { AppContext } from '../../app-context.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import type { OpenConnection } from './open-connection.ts';

const connectMs = 5_000;
/** Maximum response of a connection in bytes: a step output of maximum length, at three bytes per character. */
const maxBytes = 3 * MAX_OUTPUT;
/** SQLSTATE classes that pass by themselves: connections, resources, operator intervention; and lost races. */
const passing = /^(08|53|57|40001|40P01)/;

/**
 * Works in a connected PostgreSQL database, on one connection that is closed afterwards. Only a database the operator allows
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
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  mustAllowOperations(connection, options.operations);
  const url = new URL(connection.address);
  const port = url.port === '' ? 5432 : Number(url.port);
  const place = `${url.hostname}:${port}`;
  if (!ctx.settings.allowedDatabases.includes(place)) {
    const message = `${place} is not an allowed database (ATTAIN_ALLOWED_DATABASES). Nothing was sent.`;
    throw new EffectFailed('HOST_NOT_ALLOWED', message);
  }
  const client = new pg.Client({
    host: url.hostname,
    port,
    database: decodeURIComponent(url.pathname.slice(1)),
    user: String(connection.config.username),
    password: connection.secret ?? '',
    ssl: sslOf(String(connection.config.tls), url.hostname),
    application_name: 'attain',
    connectionTimeoutMillis: connectMs,
    statement_timeout: options.statementMs,
  });
  const close = () => void client.end().catch(() => undefined);
  client.on('error', () => undefined); // The waiting query reports the lost connection.
  options.signal.addEventListener('abort', close, { once: true });
  let asked = false;
  try {
    await client.connect();
    breakOffAbove(client, maxBytes);
    asked = true;
    return await work(client);
  } catch (error) {
    throw failureOf(error, place, asked);
  } finally {
    options.signal.removeEventListener('abort', close);
    await client.end().catch(() => undefined);
  }
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

/** Ends a connection that brings too much while it brings it: a single value is only handed out when all of it is in memory. */
function breakOffAbove(client: pg.Client, maxBytes: number): void {
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Socket } }).connection;
  let bytes = 0;
  stream.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= maxBytes) return;
    const megabytes = Math.floor(maxBytes / 1_000_000);
    const message = `The database returned more than ${megabytes} MB. Select fewer rows or columns.`;
    stream.destroy(new EffectFailed('OUTPUT_TOO_LARGE', message));
  });
}

function sslOf(tls: string, hostname: string): false | { rejectUnauthorized: boolean; servername?: string } {
  if (tls === 'off') return false;
  return tls === 'require'
    ? { rejectUnauthorized: false }
    : { rejectUnauthorized: true, servername: hostname };
}

function failureOf(error: unknown, place: string, asked: boolean): unknown {
  if (error instanceof EffectFailed || !(error instanceof Error)) return error;
  const { code = '', position } = error as { code?: string; position?: string };
  if (/^[0-9A-Z]{5}$/.test(code)) {
    const at = position === undefined ? '' : ` (character ${position})`;
    return new EffectFailed('REFUSED', `${place}: ${error.message}${at}`, { retryable: passing.test(code) });
  }
  // reading or writing JSON of any depth takes the call stack
  if (error instanceof RangeError)
    return new EffectFailed(
      'OUTPUT_NOT_KEPT',
      `${place} returned JSON that is nested too deeply. Select less of it.`,
    );
  const message = `${place} could not be reached: ${code || error.message}.`;
  return new EffectFailed('UNREACHABLE', message, { retryable: true, outcomeUnknown: asked });
}
