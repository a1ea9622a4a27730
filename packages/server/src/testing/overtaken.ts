import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { AppContext } from '../app-context.ts';

/**
 * Does `act` while another connection holds what `hold` locks. Only when somebody waits for that connection `meanwhile` is done
 * there and committed: so whoever acts comes second for certain, and decides by what the other one has left. Throws when nobody
 * ever waits, because `act` is over first.
 */
export async function overtaken<T>(
  ctx: AppContext,
  other: { readonly hold: Statement; readonly meanwhile?: Statement },
  act: () => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: String(ctx.db.owner.options.connectionString) });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query(other.hold[0], other.hold[1]);
    const acting = { over: false };
    const acted = act().finally(() => {
      acting.over = true;
    });
    // it may fail before it is awaited below, where the failure is thrown
    acted.catch(() => undefined);
    await someoneWaits(client, acting);
    if (other.meanwhile) await client.query(other.meanwhile[0], other.meanwhile[1]);
    await client.query('COMMIT');
    return await acted;
  } finally {
    await client.end();
  }
}

/** SQL with its parameters. */
type Statement = readonly [sql: string, parameters?: unknown[]];

async function someoneWaits(client: pg.Client, acting: { over: boolean }): Promise<void> {
  for (;;) {
    const waiting = await client.query(
      'SELECT 1 FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid)) LIMIT 1',
    );
    if (waiting.rowCount !== 0) return;
    if (acting.over) throw new Error('Nobody waited for what was held: it was over before.');
    await setTimeout(5);
  }
}
