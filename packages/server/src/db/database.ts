import type { Writable } from 'node:stream';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { failpoint } from '../base/failpoints.ts';
import { type FairTurns, fairTurns } from '../base/fair-turns.ts';
import { hasStaged } from './audit-append.ts';
import { type LogSequencer, openLogSequencer } from './log-sequencer.ts';
import { discardOthersPlans, isLostStatement, prepareRepeated } from './prepare-repeated.ts';

/** A transaction that sees one tenant's rows and no other's. */
export interface TenantTx {
  readonly tenantId: string;
  readonly db: NodePgDatabase;
  /** The connection itself, for COPY and for SQL the builder does not speak. */
  readonly client: pg.PoolClient;
  /** Statements may be sent before the one before is answered; see `runs/engine/together.ts`. */
  readonly pipelined: boolean;
  /** Asks this last; of a pipelined transaction on the same way to the database as the COMMIT. When it fails, nothing is stored. */
  withCommit(ask: () => Promise<unknown>): void;
  /** Does this in a transaction of its own once this one has ended, committed or not. A failure is reported and changes nothing else. */
  afterwards(work: (tx: TenantTx) => Promise<void>): void;
}

/** The two logins: `owner` migrates, signs people in and runs the queue; `app` owns nothing and is bound by row-level security. */
export interface Database {
  readonly owner: pg.Pool;
  readonly app: pg.Pool;
  /** Gives committed entries their places in the audit logs. */
  readonly sequencer: LogSequencer;
  /** Runs the work in one transaction of the `app` login, scoped to the tenant; commits when it resolves, rolls back when it throws. */
  within<T>(tenantId: string, work: (tx: TenantTx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Runs the work in one transaction of the `owner` login: sign-in and setting up, where no tenant is known yet. */
  asOwner<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface TransactionOptions {
  /** Default 15 s, enough for a screen; background jobs name their own, and have connections of their own. */
  readonly statementTimeoutMs?: number;
  /** All statements see the same moment; for calculations and backups. */
  readonly snapshot?: boolean;
  /** Statements need not wait for each other's answers; no cursor and no COPY then. For short transactions that are many. */
  readonly pipelined?: boolean;
  /** Called once COMMIT is sent: from now on, work that waits for this transaction's locks may start. */
  readonly leaving?: () => void;
}

/** `staged` is called after the commit of a transaction that staged an entry of the log. */
type InnerOptions = TransactionOptions & { readonly staged: () => void };

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

/**
 * Idle connections are closed after this time, so that many processes fit on one PostgreSQL; not sooner, because a new one costs as much
 * as dozens of requests. The pools reuse the latest one first, so connections of a rush are closed after it.
 */
const idleTimeoutMillis = 30_000;
/**
 * Connections of the shared pools, and how many of them one workspace may have at once: its transactions may all wait for one
 * row, and the others then still find a connection.
 */
const screens = { max: 20, maxEach: 12 };
const deliveries = { max: 4, maxEach: 3 };

/** Opens the pools of both logins. `appUrl` must name the login made by `migrate`. */
export function openDatabase(
  urls: { ownerUrl: string; appUrl: string },
  onPoolError: (error: Error) => void,
): Database {
  const owner = new pg.Pool({
    connectionString: urls.ownerUrl,
    max: 6,
    types: textTypes as never,
    application_name: 'attain-owner',
    idleTimeoutMillis,
    options: '-c timezone=UTC',
  });
  const app = new pg.Pool({
    connectionString: urls.appUrl,
    max: screens.max,
    types: textTypes as never,
    application_name: 'attain',
    idleTimeoutMillis,
    options: '-c timezone=UTC',
  });
  // Background jobs hold two at once and ask for one of the others to tell how far they are: out of one pool, ten of them
  // would wait for each other for ever.
  const long = new pg.Pool({
    connectionString: urls.appUrl,
    max: 20,
    types: textTypes as never,
    application_name: 'attain',
    idleTimeoutMillis,
    options: '-c timezone=UTC',
  });
  const pipelined = new pg.Pool({
    connectionString: urls.appUrl,
    max: deliveries.max,
    types: textTypes as never,
    application_name: 'attain',
    idleTimeoutMillis,
    options: '-c timezone=UTC',
    pipeline: true,
  } as pg.PoolConfig);
  const sequencer = openLogSequencer(urls.ownerUrl, onPoolError);
  for (const pool of [owner, app, long, pipelined]) {
    pool.on('error', onPoolError);
    // one that is lost while it is handed out is not listened to by pool or user yet; its first statement fails all the same
    pool.on('connect', (client) => client.on('error', () => undefined));
  }
  app.on('connect', prepareRepeated);
  const shares = new Map([
    [app, sharesOf(screens)],
    [pipelined, sharesOf(deliveries)],
  ]);
  const scoped: Database['within'] = async (tenantId, work, options) => {
    const pool = options?.pipelined ? pipelined : options?.statementTimeoutMs === undefined ? app : long;
    const later: ((tx: TenantTx) => Promise<void>)[] = [];
    const afterwards: TenantTx['afterwards'] = (next) => void later.push(next);
    const now = () => within(pool, tenantId, work, { ...options, afterwards, staged: sequencer.wake });
    try {
      return await (shares.get(pool)?.run(tenantId, now) ?? now());
    } finally {
      for (const next of later) await scoped(tenantId, next).catch(onPoolError);
    }
  };
  return {
    owner,
    app,
    sequencer,
    within: scoped,
    asOwner: (work) =>
      transaction(owner, (client) => client.query('BEGIN'), work, { staged: sequencer.wake }),
    close: async () => {
      await sequencer.close();
      await Promise.all([app.end(), long.end(), pipelined.end(), owner.end()]);
    },
  };
}

function sharesOf({ max, maxEach }: { readonly max: number; readonly maxEach: number }): FairTurns {
  return fairTurns({ atOnce: max, atOnceEach: maxEach });
}

async function within<T>(
  pool: pg.Pool,
  tenantId: string,
  work: (tx: TenantTx) => Promise<T>,
  options: InnerOptions & Pick<TenantTx, 'afterwards'>,
): Promise<T> {
  const begin = options.snapshot ? 'BEGIN ISOLATION LEVEL REPEATABLE READ' : 'BEGIN';
  const timeoutMs = String(Number(options.statementTimeoutMs ?? 15_000));
  const pipelined = options.pipelined ?? false;
  const bound = (client: pg.PoolClient, withCommit: TenantTx['withCommit']) =>
    work({ tenantId, client, db: builderOf(client), pipelined, withCommit, afterwards: options.afterwards });
  if (pipelined) {
    const scoped = (client: pg.PoolClient) => {
      holdBack(client);
      return Promise.all([
        client.query(begin),
        client.query({ name: 'scope', text: scope('$1', '$2'), values: [tenantId, timeoutMs] }),
      ]);
    };
    return transaction(pool, scoped, bound, options);
  }
  // both in one message: a screen's read is mostly the way to the database and back
  const scopeSql = scope(pg.escapeLiteral(tenantId), pg.escapeLiteral(timeoutMs));
  const open = (client: pg.PoolClient) =>
    client.query(`${begin}; ${discardOthersPlans(client, tenantId)}${scopeSql}`);
  return transaction(pool, open, bound, options);
}

const builders = new WeakMap<pg.PoolClient, NodePgDatabase>();

/** The query builder of a connection, made once. */
function builderOf(client: pg.PoolClient): NodePgDatabase {
  const builder = builders.get(client) ?? drizzle(client);
  builders.set(client, builder);
  return builder;
}

/** Transaction-local on purpose: after COMMIT or ROLLBACK the connection has no tenant. */
function scope(tenantId: string, timeoutMs: string): string {
  return `SELECT set_config('app.tenant_id', ${tenantId}, true), set_config('statement_timeout', ${timeoutMs}, true), set_config('lock_timeout', '10s', true)`;
}

async function transaction<T>(
  pool: pg.Pool,
  open: (client: pg.PoolClient) => Promise<unknown>,
  work: (client: pg.PoolClient, withCommit: TenantTx['withCommit']) => Promise<T>,
  { pipelined = false, leaving, staged }: InnerOptions,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // the pool listens only while a connection is idle; unheard, the loss of a busy one would end the whole process
  const lost = (error: Error) => {
    broken = error;
  };
  client.on('error', lost);
  const last: (() => Promise<unknown>)[] = [];
  const working = () => work(client, (ask) => void last.push(ask));
  try {
    const opened = open(client);
    // Later statements fail with it: a transaction without a tenant sees and writes nothing.
    const [result] = await Promise.all([pipelined ? working() : opened.then(working), opened]);
    if (pipelined) holdBack(client);
    failpoint('before-commit');
    // A connection that is not pipelined takes one statement after the other.
    if (!pipelined) for (const ask of last.splice(0)) await ask();
    // after a statement that failed, PostgreSQL takes a COMMIT for a ROLLBACK
    const committed = Promise.all([...last.map((ask) => ask()), client.query('COMMIT')]);
    leaving?.();
    await committed;
    failpoint('after-commit');
    if (hasStaged(client)) staged();
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure;
    });
    const cause = ofDatabase(error);
    if (isLostStatement(cause)) broken ??= cause as Error;
    throw cause;
  } finally {
    hasStaged(client);
    client.off('error', lost);
    client.release(broken);
  }
}

/** What PostgreSQL said: the query builder wraps it, and the codes of errors decide how a request is answered. */
function ofDatabase(error: unknown): unknown {
  return error instanceof DrizzleQueryError && error.cause !== undefined ? error.cause : error;
}

/**
 * Statements sent on the connection in this tick leave in one write: a socket write costs more than its content, and
 * the server wakes up once.
 */
export function holdBack(client: pg.ClientBase): void {
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Writable } }).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}
