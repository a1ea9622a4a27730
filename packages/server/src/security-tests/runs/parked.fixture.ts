import type { JournalEntry } from '@attain/domain/workflows/journal';
import type pg from 'pg';
import { extendJournal, noLines } from '../../runs/engine/journal/journal-chain.ts';

/** Copies a parked run with all it waits for, as if that many people had started one each. */
export async function parkMore(pool: pg.Pool, id: string, copies: number): Promise<void> {
  const { rows: lines } = await pool.query<{ entry: JournalEntry }>(
    'SELECT entry FROM run_journal WHERE run_id = $1 ORDER BY seq',
    [id],
  );
  const journal = JSON.stringify(lines.map(({ entry }) => entry));
  const headOf = (run: string) =>
    extendJournal(noLines, JSON.parse(journal.replaceAll(id, run)) as JournalEntry[]).journalHead;
  const ids = Array.from({ length: copies }, () => crypto.randomUUID());
  const all = async (table: string, over: Readonly<Record<string, string>>, where = 'run_id') => {
    const { rows } = await pool.query<{ name: string }>(
      'SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped',
      [table],
    );
    const names = rows.map(({ name }) => name);
    const values = names.map((name) => over[name] ?? `t.${name}`);
    await pool.query(
      `INSERT INTO ${table} (${names.join(', ')}) SELECT ${values.join(', ')} FROM ${table} t
        CROSS JOIN unnest($2::uuid[], $3::text[]) AS c(copy, head) WHERE t.${where} = $1::uuid`,
      [id, ids, ids.map(headOf)],
    );
  };
  await all('agent_executions', { id: 'c.copy', journal_head: 'c.head' }, 'id');
  await all('run_journal', {
    run_id: 'c.copy',
    entry: `replace(t.entry::text, $1::text, c.copy::text)::json`,
  });
  await all('run_timers', { run_id: 'c.copy' });
  await all('human_approval_tasks', {
    run_id: 'c.copy',
    id: 'gen_random_uuid()',
    task_id: 'gen_random_uuid()',
  });
}

/** How many rows that belong to runs have been read so far, by anybody. */
export async function readsOf(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    `SELECT sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::float8 AS n FROM pg_stat_user_tables
      WHERE relname IN ('agent_executions', 'run_journal', 'run_timers', 'human_approval_tasks')`,
  );
  return rows[0]?.n ?? 0;
}

/** How many rows runs have, table by table. What this reads itself is counted before it answers. */
export async function countRows(pool: pg.Pool): Promise<number[]> {
  const client = await pool.connect();
  try {
    const counts: number[] = [];
    for (const table of ['run_timers', 'run_effects', 'run_inbox', 'run_journal', 'human_approval_tasks']) {
      const { rows } = await client.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`);
      counts.push(rows[0]?.n ?? 0);
    }
    await client.query('SELECT pg_stat_force_next_flush()');
    return counts;
  } finally {
    client.release();
  }
}
