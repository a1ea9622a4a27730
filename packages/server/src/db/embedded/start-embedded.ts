import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { chooseAccount } from './account.ts';
import { type Cluster, clusterAt, ensureCluster, OWNER, passwordOf } from './cluster.ts';
import { askForLease, type Lease } from './lease.ts';
import { findPostmaster, type Postmaster } from './pid-file.ts';
import { findPostgres, type PostgresBinaries } from './postgres-binaries.ts';
import { freePort, type Launch, launchPostmaster, stopPostmaster } from './postmaster.ts';

/** A PostgreSQL server that Attain keeps in its own data folder. */
export interface Embedded {
  /** The owner's address of the database `attain`; it stays the same while this process runs. */
  readonly ownerUrl: string;
  /** Gives the server up. The last Attain process to do so stops it; safe to call twice. */
  stop(): Promise<void>;
}

/** Data folder, and a callback for status messages (one short sentence at a time). */
export interface StartEmbedded {
  readonly dataDir: string;
  readonly log: (line: string) => void;
  /** Default: found automatically. */
  readonly binaries?: PostgresBinaries;
}

const DATABASE = 'attain';
const OPEN_WITHIN_MS = 120_000; // recovery after a crash replays at most `max_wal_size` of journal
const STOP_WITHIN_MS = 60_000;
const BACK_AGAIN_MAX_MS = 5_000;
// Shared folders of virtual machines and networks often hold no sockets.
const NO_SOCKETS = /could not create any Unix-domain sockets/;
const LOST_A_RACE = /lock file "postmaster.pid"|shared memory block|Address already in use|could not bind/;

/**
 * Starts the embedded PostgreSQL below `dataDir`, or joins the one that another Attain process runs there. It uses no
 * lock files that could be left behind: the folder is created by one atomic rename, PostgreSQL allows one server at a
 * time in it, and leases (`lease.ts`), which the kernel releases even after kill -9, show which processes still need
 * the server. A server that dies while needed is restarted on the same port. Rejects with instructions if there is no
 * PostgreSQL, or it does not start.
 */
export async function startEmbedded(options: StartEmbedded): Promise<Embedded> {
  const dataDir = resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const cluster = clusterAt(join(dataDir, 'postgres'));
  const server = new EmbeddedServer(cluster, {
    log: options.log,
    binaries: options.binaries ?? findPostgres(join(dataDir, 'postgres-libraries')),
  });
  await server.open();
  return { ownerUrl: server.url(DATABASE), stop: () => server.stop() };
}

class EmbeddedServer {
  readonly #cluster: Cluster;
  readonly #log: (line: string) => void;
  readonly #use: { binaries: PostgresBinaries; account: ReturnType<typeof chooseAccount> };
  #port = 0;
  #host = '127.0.0.1';
  #sockets = true;
  #lease: Lease | undefined;
  #entering: Promise<void> = Promise.resolve();
  #stopped: Promise<void> | undefined;
  readonly #stopping = new AbortController();

  constructor(cluster: Cluster, use: { log: (line: string) => void; binaries: PostgresBinaries }) {
    this.#cluster = cluster;
    this.#log = use.log;
    this.#use = { binaries: use.binaries, account: chooseAccount() };
  }

  async open(): Promise<void> {
    await ensureCluster(this.#cluster, this.#use);
    this.#entering = this.#enter();
    await this.#entering;
    await this.#ensureDatabase();
  }

  url(database: string): string {
    return `postgresql://${OWNER}:${passwordOf(this.#cluster)}@${this.#host}:${this.#port}/${database}`;
  }

  stop(): Promise<void> {
    this.#stopping.abort();
    this.#stopped ??= this.#leave();
    return this.#stopped;
  }

  /** Joins the server, starting it if necessary, until a lease is held. */
  async #enter(): Promise<void> {
    const until = Date.now() + OPEN_WITHIN_MS;
    let launch: Launch | undefined;
    let reason = '';
    let announced = false;
    while (!this.#stopped) {
      const running = findPostmaster(this.#cluster.data);
      if (running?.isListening) {
        this.#remember(running);
        const asked = await askForLease(this.url('postgres'), () => this.#revive());
        if ('lease' in asked) {
          this.#lease = asked.lease;
          return;
        }
        reason = asked.later;
      } else if (running) {
        reason = 'its sockets are not open yet';
      } else if (!launch || launch.child.exitCode !== null || launch.child.signalCode !== null) {
        if (launch && NO_SOCKETS.test(launch.said())) this.#sockets = false;
        else if (launch) mustHaveLostRace(launch);
        const port = await freePort(this.#cluster);
        launch = launchPostmaster(this.#cluster, { ...this.#use, port, sockets: this.#sockets });
      }
      if (Date.now() > until) throw new Error(notOpen(this.#cluster, reason));
      if (!announced && Date.now() > until - OPEN_WITHIN_MS + 3_000) {
        announced = true;
        this.#log('The database is starting up (after a crash it first replays its journal) …');
      }
      await setTimeout(15);
    }
  }

  /** The server went away under us: an operator or the kernel killed it. */
  #revive(): void {
    if (this.#stopped) return;
    this.#lease = undefined;
    this.#log('The database server stopped; restarting it …');
    this.#entering = this.#comeBack();
  }

  /** Until it is there: what was in the way, a server killed again while it recovered or a full disk, may be gone a moment later. */
  async #comeBack(): Promise<void> {
    for (let pauseMs = 250; !this.#stopped; pauseMs = Math.min(2 * pauseMs, BACK_AGAIN_MAX_MS)) {
      try {
        await this.#enter();
        if (this.#lease) this.#log('The database server is back; no saved changes were lost.');
        return;
      } catch (error) {
        const { message } = error as Error;
        this.#log(`The database server did not start; trying again: ${message}`);
      }
      await setTimeout(pauseMs, undefined, { signal: this.#stopping.signal }).catch(() => {});
    }
  }

  async #leave(): Promise<void> {
    await this.#entering.catch(() => {}); // told to whoever started it
    const lease = this.#lease;
    if (!lease) return;
    try {
      const last = await lease.leave().catch(() => false);
      if (!last) return;
      const gone = await stopPostmaster(this.#cluster, { ...this.#use, deadlineMs: STOP_WITHIN_MS });
      if (!gone) this.#log('The database server is still writing and will stop when it is done.');
    } finally {
      await lease.close();
    }
  }

  #remember({ port, socketFolder }: Postmaster): void {
    // as PostgreSQL's own tools read a socket's folder in an address
    this.#host = socketFolder === undefined ? '127.0.0.1' : encodeURIComponent(socketFolder);
    if (port === this.#port) return;
    if (this.#port !== 0) this.#log(`The database server moved from port ${this.#port} to ${port}.`);
    this.#port = port;
    writeFileSync(this.#cluster.portFile, `${port}\n`, { mode: 0o600 });
  }

  async #ensureDatabase(): Promise<void> {
    const client = new pg.Client({ connectionString: this.url('postgres') });
    client.on('error', () => {});
    await client.connect();
    try {
      const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
      if (found.rowCount === 0) await client.query(`create database ${DATABASE}`);
    } catch (error) {
      // Another process made it in the same moment.
      if (!['42P04', '23505'].includes((error as { code?: string }).code ?? '')) throw error;
    } finally {
      await client.end();
    }
  }
}

/** A server program that ended is fine when another was faster, or the dead one's children still cling to its memory. */
function mustHaveLostRace(launch: Launch): void {
  const said = launch.said();
  if (LOST_A_RACE.test(said)) return;
  throw new Error(
    `PostgreSQL did not start. Its output:\n${said || '(nothing; is the program missing a library?)'}`,
  );
}

function notOpen(cluster: Cluster, reason: string): string {
  const tail = readFileSync(cluster.log, 'utf8').trim().split('\n').slice(-10).join('\n');
  return `PostgreSQL did not accept connections within ${OPEN_WITHIN_MS / 1000} s (${reason}). The end of ${cluster.log}:\n${tail}`;
}
