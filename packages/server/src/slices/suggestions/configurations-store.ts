import type { Configuration } from '@attain/domain/suggestions/configurations/configuration';
import { and, desc, eq } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { assistantConfigurations as configurations } from '../../db/schema/suggestions.ts';

/** The newest version of the workspace's own words; null: it has none. */
export async function selectConfiguration(
  tx: TenantTx,
  of: { kind: 'personas' | 'industries'; name: string },
): Promise<{ readonly version: number; readonly configuration: Configuration } | null> {
  const [row] = await tx.db
    .select({ version: configurations.version, configuration: configurations.configuration })
    .from(configurations)
    .where(and(eq(configurations.kind, of.kind), eq(configurations.name, of.name)))
    .orderBy(desc(configurations.version))
    .limit(1);
  return row ?? null;
}

/** Stores a version; false if another transaction stored it first. */
export async function insertConfiguration(
  tx: TenantTx,
  row: Omit<typeof configurations.$inferInsert, 'tenantId' | 'createdAt'>,
): Promise<boolean> {
  const stored = await tx.db
    .insert(configurations)
    .values({ ...row, tenantId: tx.tenantId })
    .onConflictDoNothing()
    .returning({ version: configurations.version });
  return stored.length === 1;
}
