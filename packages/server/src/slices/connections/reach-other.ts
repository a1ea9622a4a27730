import type { AppContext } from '../../app-context.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import { callApplication } from './call-application.ts';
import type { OpenConnection } from './open-connection.ts';
import { withDatabase } from './with-database.ts';
import { withMailServer } from './with-mail-server.ts';

/**
 * Connects to the other side without changing anything there and describes the result. Throws with a message if it
 * fails.
 */
export function reachOther(
  ctx: AppContext,
  connection: OpenConnection,
  signal: AbortSignal,
): Promise<string> {
  if (connection.kind === 'database') return reachDatabase(ctx, connection, signal);
  if (connection.kind === 'email') return reachMailServer(ctx, connection, signal);
  return reachApplication(ctx, connection, signal);
}

function reachDatabase(ctx: AppContext, connection: OpenConnection, signal: AbortSignal): Promise<string> {
  return withDatabase(ctx, connection, { signal, statementMs: 5_000 }, async (client) => {
    const { rows } = await client.query<{ version: string; name: string; who: string }>(
      `SELECT current_setting('server_version') AS version, current_database() AS name, current_user AS who`,
    );
    const [found] = rows;
    return `Signed in to “${found?.name}” as ${found?.who}; PostgreSQL ${found?.version}.`;
  });
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

/** Signs in and leaves; no mail is sent. */
function reachMailServer(ctx: AppContext, connection: OpenConnection, signal: AbortSignal): Promise<string> {
  const { host } = new URL(connection.address);
  const how =
    connection.secret === null
      ? 'was reached; it requires no sign-in'
      : 'was reached and accepted the password';
  return withMailServer(ctx, connection, signal, async () => `${host} ${how}. No mail was sent.`);
}
