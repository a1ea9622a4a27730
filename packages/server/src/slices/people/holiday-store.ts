import type { Holiday } from '@attain/domain/base/holidays';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { holidays } from '../../db/schema/people.ts';

/** Every holiday of the workspace by date. */
export function selectHolidays(tx: TenantTx): Promise<Holiday[]> {
  return tx.db
    .select({ date: holidays.date, name: holidays.name })
    .from(holidays)
    .where(eq(holidays.tenantId, tx.tenantId))
    .orderBy(asc(holidays.date));
}

/** Waits for changes of the holidays under way, and holds off others until the transaction ends. */
export async function lockHolidays(tx: TenantTx): Promise<void> {
  await tx.client.query('SELECT 1 FROM tenants WHERE id = $1 FOR NO KEY UPDATE', [tx.tenantId]);
}

/** Adds holidays; a date that is there gets the new name. */
export async function upsertHolidays(tx: TenantTx, added: readonly Holiday[]): Promise<void> {
  await tx.db
    .insert(holidays)
    .values(added.map(({ date, name }) => ({ tenantId: tx.tenantId, date, name })))
    .onConflictDoUpdate({ target: [holidays.tenantId, holidays.date], set: { name: sql`excluded.name` } });
}

/** Deletes a holiday; false: there was none. */
export async function deleteHoliday(tx: TenantTx, date: string): Promise<boolean> {
  const deleted = await tx.db
    .delete(holidays)
    .where(and(eq(holidays.tenantId, tx.tenantId), eq(holidays.date, date)))
    .returning({ date: holidays.date });
  return deleted.length > 0;
}
