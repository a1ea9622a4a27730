import type { Database } from './database.ts';

/** The time zones of workspaces that are not in UTC: of one, or of all. */
export async function selectTimeZones(
  db: Database,
  tenantId?: string,
): Promise<{ tenantId: string; timeZone: string }[]> {
  const { rows } = await db.owner.query<{ tenantId: string; timeZone: string }>(
    `SELECT id AS "tenantId", time_zone AS "timeZone" FROM tenants WHERE time_zone <> 'UTC' AND ($1::uuid IS NULL OR id = $1)`,
    [tenantId ?? null],
  );
  return rows;
}
