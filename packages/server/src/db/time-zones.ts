import type { Database } from './database.ts';

/** The time zones of all workspaces that are not in UTC. */
export async function selectTimeZones(db: Database): Promise<{ tenantId: string; timeZone: string }[]> {
  const { rows } = await db.owner.query<{ tenantId: string; timeZone: string }>(
    `SELECT id AS "tenantId", time_zone AS "timeZone" FROM tenants WHERE time_zone <> 'UTC'`,
  );
  return rows;
}
