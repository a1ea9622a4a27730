import type { AssistantSettings } from '@attain/domain/suggestions/configurations/assistant-settings';
import type { Configuration } from '@attain/domain/suggestions/configurations/configuration';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { nameOfUser } from '../../db/member-name.ts';
import { momentText } from '../../db/moment-text.ts';
import { users } from '../../db/schema/people.ts';
import { assistantConfigurations as configurations } from '../../db/schema/suggestions.ts';

/** What is stored of each kind. */
interface Stored {
  readonly personas: Configuration;
  readonly industries: Configuration;
  readonly settings: AssistantSettings;
}

/** The newest version of the workspace's own words or settings, with who saved it; null: it has none. */
export async function selectConfiguration<Kind extends keyof Stored>(
  tx: TenantTx,
  of: { kind: Kind; name: string },
): Promise<{
  readonly version: number;
  readonly configuration: Stored[Kind];
  readonly savedBy: string;
  readonly savedAt: string;
} | null> {
  const [row] = await tx.db
    .select({
      version: configurations.version,
      configuration: sql<Stored[Kind]>`${configurations.configuration}`,
      savedBy: nameOfUser,
      savedAt: momentText(configurations.createdAt),
    })
    .from(configurations)
    .leftJoin(users, eq(users.id, configurations.createdBy))
    .where(
      and(
        eq(configurations.tenantId, tx.tenantId),
        eq(configurations.kind, of.kind),
        eq(configurations.name, of.name),
      ),
    )
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
