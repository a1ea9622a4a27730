import type pg from 'pg';

/** Connections of other processes of Attain to this database; those that wait to migrate it or have just restored it do not count. */
export async function othersAtWork(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ others: number }>(
    `SELECT count(*)::int AS others FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()
        AND application_name LIKE 'attain%' AND application_name NOT IN ('attain-migrate', 'attain-restore', 'attain lease')`,
  );
  return rows[0]?.others ?? 0;
}
