import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { failpoint } from '../base/failpoints.ts';
import { isLostDatabase } from '../base/lost-database.ts';
import { hasStaged, newestStaged, placeEntries, type StagedEntry, selectStaged } from './place-entries.ts';

/** Gives staged entries their places in the logs, for every process of the database (docs/decisions/0058). */
export interface LogSequencer {
  /**
   * Resolves when every entry committed before the call has its place: of one workspace, or of all. For readers that must find what
   * was just written; no transaction needs it to commit.
   */
  settle(tenantId?: string): Promise<void>;
  /** Entries were committed: they get their places in a moment. */
  wake(): void;
  /** Places what is left, then closes the connection. */
  close(): Promise<void>;
}

/** Any number will do as long as every Attain process uses the same one: one of them places entries at a time. */
const sequencerLock = 7_241_058;

const batchSize = 2_000;
/** Entries gather this long before they are placed together. */
const gatherMs = 10;
/** How often a process looks for what others left behind, and for late commits below the newest number. */
const lookMs = 500;
/** A workspace whose entries cannot be placed is tried again after this time; the others go on. */
const stuckMs = 5_000;

/**
 * A batch that waits for a lock, or whose process was stopped, is ended by the database, and the next process goes on: no other one
 * can place entries meanwhile.
 */
const limits = `SET LOCAL statement_timeout = '20s'; SET LOCAL lock_timeout = '2s'; SET LOCAL idle_in_transaction_session_timeout = '5s'`;

type Batch = {
  readonly above: number;
  readonly tenantId: string | null;
  readonly without: readonly string[];
};

/** Another process places entries now. */
const elsewhere = Symbol('elsewhere');

/** Opens it on a connection of its own. `onError` hears of workspaces whose entries cannot be placed now. */
export function openLogSequencer(ownerUrl: string, onError: (error: Error) => void): LogSequencer {
  const pool = new pg.Pool({
    connectionString: ownerUrl,
    max: 1,
    application_name: 'attain-log',
    options: '-c timezone=UTC',
  });
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const ending = new AbortController();
  const stuck = new Map<string, number>();
  let awake = Promise.withResolvers<void>();
  /** Numbers up to this one are mostly placed; only a hint that saves reading rows just deleted. */
  let hint = 0;
  let lookedAt = 0;

  /** Places one batch. A batch that fails for one workspace is placed workspace by workspace. */
  const placeSome = async (): Promise<number | typeof elsewhere> => {
    const now = Date.now();
    for (const [tenantId, until] of stuck) if (until <= now) stuck.delete(tenantId);
    const looks = now - lookedAt >= lookMs;
    if (looks) lookedAt = now;
    const batch = { above: looks ? 0 : hint, tenantId: null, without: [...stuck.keys()] };
    const tried: { entries: readonly StagedEntry[] } = { entries: [] };
    try {
      const placed = await place(pool, batch, { mayWait: false, tried });
      if (placed === elsewhere) return elsewhere;
      hint = Math.max(hint, (placed.at(-1)?.seq ?? 0) - batchSize);
      return placed.length;
    } catch (error) {
      const tenants = new Set(tried.entries.map(({ tenantId }) => tenantId));
      if (isLostDatabase(error) || tenants.size === 0) throw error;
      for (const tenantId of tenants) await placeAlone(tenantId);
      return tried.entries.length;
    }
  };

  const placeAlone = async (tenantId: string) => {
    try {
      await place(pool, { above: 0, tenantId, without: [] }, { mayWait: true });
    } catch (error) {
      if (isLostDatabase(error)) throw error;
      stuck.set(tenantId, Date.now() + stuckMs);
      onError(
        new Error(`Entries of workspace ${tenantId} wait for their place in the log.`, { cause: error }),
      );
    }
  };

  const drain = async () => {
    while (!ending.signal.aborted) {
      const placed = await placeSome();
      if (placed === elsewhere) await sleep(gatherMs, undefined, { ref: false });
      // A full batch leaves more behind; a commit during a smaller one wakes the sequencer again.
      else if (placed < batchSize) return;
    }
  };

  const settle = async (tenantId: string | null) => {
    const client = await pool.connect();
    let until: number;
    try {
      until = await newestStaged(client, tenantId);
    } finally {
      client.release();
    }
    for (let placed = 0; placed < until; ) {
      const entries = await place(pool, { above: 0, tenantId, without: [] }, { mayWait: true });
      if (entries === elsewhere || entries.length === 0) return;
      placed = entries.at(-1)?.seq ?? until;
    }
  };

  const work = async () => {
    let isWoken = true;
    while (!ending.signal.aborted) {
      try {
        if (isWoken || (await hasStaged(pool))) await drain();
      } catch (error) {
        if (!ending.signal.aborted) onError(error as Error);
      }
      const pause = sleep(lookMs, undefined, { ref: false, signal: ending.signal }).catch(() => undefined);
      isWoken = await Promise.race([awake.promise.then(() => true), pause.then(() => false)]);
      awake = Promise.withResolvers();
      if (!ending.signal.aborted) await sleep(gatherMs, undefined, { ref: false });
    }
  };
  const working = work();

  return {
    settle: (tenantId) => settle(tenantId ?? null),
    wake: () => awake.resolve(),
    close: async () => {
      ending.abort();
      await working;
      // another process, or the next start, places what cannot be placed now
      await settle(null).catch(onError);
      await pool.end();
    },
  };
}

/** One batch in one transaction: the entries that got their places. `tried` names them also if that fails. */
async function place(
  pool: pg.Pool,
  batch: Batch,
  { mayWait, tried }: { readonly mayWait: boolean; readonly tried?: { entries: readonly StagedEntry[] } },
): Promise<readonly StagedEntry[] | typeof elsewhere> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(`BEGIN; ${limits}`);
    if (!(await takeLock(client, mayWait))) {
      await client.query('ROLLBACK');
      return elsewhere;
    }
    // read once the lock is held: what another process placed before is no longer there
    const entries = await selectStaged(client, { ...batch, limit: batchSize });
    if (tried) tried.entries = entries;
    if (entries.length > 0) await placeEntries(client, entries);
    if (entries.length > 0) failpoint('before-placed');
    await client.query('COMMIT');
    if (entries.length > 0) failpoint('after-placed');
    return entries;
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

async function takeLock(client: pg.ClientBase, mayWait: boolean): Promise<boolean> {
  if (mayWait) {
    await client.query('SELECT pg_advisory_xact_lock($1)', [sequencerLock]);
    return true;
  }
  const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS mine', [
    sequencerLock,
  ]);
  return rows[0]?.mine === true;
}
