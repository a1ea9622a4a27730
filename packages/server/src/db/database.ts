import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';

/** A transaction that sees one tenant's rows and no other's. */
export interface TenantTx {
  readonly tenantId: string;
  readonly db: NodePgDatabase;
  /** The connection itself, for COPY and for SQL the builder does not speak. */
  readonly client: pg.PoolClient;
  /** Statements may be sent before the one before is answered; see `runs/engine/together.ts`. */
  readonly pipelined: boolean;
}

/** The two logins: `owner` migrates, signs people in and runs the queue; `app` owns nothing and is bound by row-level security. */
export interface Database {
  readonly owner: pg.Pool;
  readonly app: pg.Pool;
  /** Runs the work in one transaction of the `app` login, scoped to the tenant; commits when it resolves, rolls back when it throws. */
  within<T>(tenantId: string, work: (tx: TenantTx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Runs the work in one transaction of the `owner` login: sign-in and setting up, where no tenant is known yet. */
  asOwner<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface TransactionOptions {
  /** Default 15 s, enough for a screen; background jobs name their own. */
  readonly statementTimeoutMs?: number;
  /** All statements see the same moment; for calculations and backups. */
  readonly snapshot?: boolean;
  /** Statements need not wait for each other's answers; no cursor and no COPY then. For short transactions that are many. */
  readonly pipelined?: boolean;
}

// numeric, bigint counts and dates stay text unless a column's mode says otherwise: no value passes through a binary float
const asText = (value: string) => value;
// `2026-01-31 12:00:00.123456+00` → `2026-01-31T12:00:00.123456Z`: microseconds stay, so that it can be compared again
const asMoment = (value: string) => value.replace(' ', 'T').replace(/\+00$/, 'Z');
const dateOid = 1082;
const momentOid = 1184;
const numericOid = 1700;
const textTypes = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === dateOid || oid === numericOid) return asText;
    if (oid === momentOid) return asMoment;
    return pg.types.getTypeParser(oid, format as 'text');
  },
};

/** Opens both pools. `appUrl` must name the login made by `migrate`. */
export function openDatabase(
  urls: { ownerUrl: string; appUrl: string },
  onPoolError: (error: Error) => void,
): Database {
  const owner = new pg.Pool({
    connectionString: urls.ownerUrl,
    max: 8,
    types: textTypes as never,
    application_name: 'attain-owner',
    options: '-c timezone=UTC',
  });
  const app = new pg.Pool({
    connectionString: urls.appUrl,
    max: 20,
    types: textTypes as never,
    application_name: 'attain',
    options: '-c timezone=UTC',
  });
  const pipelined = new pg.Pool({
    connectionString: urls.appUrl,
    max: 4,
    types: textTypes as never,
    application_name: 'attain',
    options: '-c timezone=UTC',
    pipeline: true,
  } as pg.PoolConfig);
  owner.on('error', onPoolError);
  app.on('error', onPoolError);
  pipelined.on('error', onPoolError);
  return {
    owner,
    app,
    within: (tenantId, work, options) =>
      within(options?.pipelined ? pipelined : app, tenantId, work, options),
    asOwner: (work) => transaction(owner, 'BEGIN', work),
    close: async () => {
      await Promise.all([app.end(), pipelined.end(), owner.end()]);
    },
  };
}

async function within<T>(
  pool: pg.Pool,
  tenantId: string,
  work: (tx: TenantTx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const begin = options.snapshot ? 'BEGIN ISOLATION LEVEL REPEATABLE READ' : 'BEGIN';
  // transaction-local on purpose: after COMMIT or ROLLBACK the connection belongs to nobody again
  const scope = `SELECT set_config('app.tenant_id', ${pg.escapeLiteral(tenantId)}, true), set_config('statement_timeout', '${Number(options.statementTimeoutMs ?? 15_000)}', true), set_config('lock_timeout', '10s', true)`;
  // both in one message: a screen's read is mostly the way to the database and back
  const pipelined = options.pipelined ?? false;
  const bound = (client: pg.PoolClient) => work({ tenantId, client, db: drizzle(client), pipelined });
  return transaction(pool, `${begin}; ${scope}`, bound, pipelined);
}

async function transaction<T>(
  pool: pg.Pool,
  begin: string,
  work: (client: pg.PoolClient) => Promise<T>,
  pipelined = false,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // the pool listens only while a connection is idle; unheard, the loss of a busy one would end the whole process
  const lost = (error: Error) => {
    broken = error;
  };
  client.on('error', lost);
  try {
    const begun = client.query(begin);
    // what comes behind it fails when it does: a transaction that is not scoped to a tenant sees and writes nothing
    const [result] = await Promise.all([pipelined ? work(client) : begun.then(() => work(client)), begun]);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.off('error', lost);
    client.release(broken);
  }
}
