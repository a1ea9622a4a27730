import type pg from 'pg';
import type { Settings } from '../base/settings.ts';

/** The settings that decide what a step of a workflow or a connector may reach. */
export type SharedSettings = Pick<
  Settings,
  'allowedHosts' | 'allowedDatabases' | 'allowedMailServers' | 'sqliteDir' | 'dropFolder'
>;

const name = 'egress';

/** Publishes what this serving process allows, for the workers; the last one to start decides. */
export async function publishSettings(owner: pg.Pool, settings: SharedSettings): Promise<void> {
  const { allowedHosts, allowedDatabases, allowedMailServers, sqliteDir, dropFolder } = settings;
  await owner.query(
    `INSERT INTO installation_settings (name, value) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value, updated_at = now()`,
    [name, JSON.stringify({ allowedHosts, allowedDatabases, allowedMailServers, sqliteDir, dropFolder })],
  );
}

/** Allowlists of the serving processes; null before one of them has started. */
export async function readSharedSettings(owner: pg.Pool): Promise<SharedSettings | null> {
  const result = await owner.query<{ value: SharedSettings }>(
    'SELECT value FROM installation_settings WHERE name = $1',
    [name],
  );
  return result.rows[0]?.value ?? null;
}
