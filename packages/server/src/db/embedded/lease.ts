import { Socket } from 'node:net';
import pg from 'pg';

/**
 * A process's claim on the embedded server: one connection that holds a shared advisory lock. The kernel closes the
 * connection when the process dies, however it dies, so a claim is never left behind and there is nothing to sweep.
 */
export interface Lease {
  /**
   * Gives up the lease. True if no one else had one: from then on new processes are locked out, and the caller stops
   * the server.
   */
  leave(): Promise<boolean>;
  /** Closes the connection; the last thing to call. */
  close(): Promise<void>;
}

/** Result of asking for a lease. `later` = the server is starting, recovering or closing: ask again. */
export type Asked = { readonly lease: Lease } | { readonly later: string };

// 'attain' in ASCII: what the claims of all Attain processes on one server have in common.
const LOCK = '107152796641646';

// The server is there but not open yet, or not any more (PostgreSQL appendix A, classes 57 and 08).
const NOT_NOW = new Set([
  '57P01',
  '57P02',
  '57P03',
  'ECONNREFUSED',
  // its socket is not there yet, or not any more
  'ENOENT',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  '53300',
]);

/**
 * Asks the server at `url` for a lease. `onLost` is called if the connection breaks without `close`. Throws on
 * permanent errors.
 */
export async function askForLease(url: string, onLost: () => void): Promise<Asked> {
  const socket = new Socket();
  const client = new pg.Client({
    connectionString: url,
    application_name: 'attain lease',
    stream: () => socket,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  });
  let state: 'asking' | 'held' | 'over' = 'asking';
  client.on('error', () => {}); // the 'end' that follows is what counts
  client.on('end', () => {
    if (state === 'held') onLost();
    state = 'over';
  });
  try {
    await client.connect();
    if (!(await isTrue(client, `select pg_try_advisory_lock_shared(${LOCK}) as yes`))) {
      await client.end();
      return { later: 'the server is closing' };
    }
  } catch (error) {
    await client.end().catch(() => {});
    const { code, message } = error as { code?: string; message: string };
    if ((code && NOT_NOW.has(code)) || /terminated|timeout|connection error/i.test(message))
      return { later: message };
    throw error;
  }
  state = 'held';
  socket.unref(); // a claim alone never keeps a process alive
  return {
    lease: {
      leave: async () => {
        state = 'over';
        socket.ref();
        await client.query(`select pg_advisory_unlock_shared(${LOCK})`);
        return isTrue(client, `select pg_try_advisory_lock(${LOCK}) as yes`);
      },
      close: async () => {
        state = 'over';
        socket.ref();
        await client.end().catch(() => {});
      },
    },
  };
}

async function isTrue(client: pg.Client, sql: string): Promise<boolean> {
  const { rows } = await client.query<{ yes: boolean }>(sql);
  return rows[0]?.yes === true;
}
