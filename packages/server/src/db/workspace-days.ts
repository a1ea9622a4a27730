import type { Holidays } from '@attain/domain/base/working-days';
import type { WorkspaceDays } from '../base/business-days.ts';
import type { Database, TenantTx } from './database.ts';

/** SQL: the day of a moment in its workspace (BASE-11), at the latest its fixed day (BASE-12). */
export function dayOf(moment: string, tenantId: string): string {
  return `(SELECT least((${moment} AT TIME ZONE t.time_zone)::date, t.fixed_day) FROM tenants t WHERE t.id = ${tenantId})`;
}

/** The holidays that working days leave out (BASE-13). */
export async function holidaysOf({ client, tenantId }: TenantTx): Promise<Holidays> {
  const { rows } = await client.query<{ day: string }>(
    'SELECT date::text AS day FROM holidays WHERE tenant_id = $1',
    [tenantId],
  );
  return new Set(rows.map(({ day }) => day));
}

/** What decides the day of all workspaces that don't simply go by UTC. */
export async function selectWorkspaceDays(db: Database): Promise<WorkspaceDays[]> {
  const { rows } = await db.owner.query<WorkspaceDays>(
    `SELECT id AS "tenantId", time_zone AS "timeZone", fixed_day AS "fixedDay" FROM tenants WHERE time_zone <> 'UTC' OR fixed_day IS NOT NULL`,
  );
  return rows;
}
