import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import { found } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { assistantSettings as settings } from '../../db/schema/assistant.ts';
import { tenants } from '../../db/schema/people.ts';
import { suggestions } from '../../db/schema/suggestions.ts';

/** The workspace's currency and industry. */
export async function readWorkspaceFacts(tx: TenantTx): Promise<{ currency: string; industry: string }> {
  const [row] = await tx.db
    .select({ currency: tenants.currency, industry: tenants.industry })
    .from(tenants)
    .where(eq(tenants.id, tx.tenantId));
  return found(row, 'workspace');
}

/** How far the assistant acts in a workspace, and where it is paused. */
export interface AssistantSettings {
  readonly autonomyLevel: number;
  readonly policyId: string;
  /** Who chose the level; null: no one has. */
  readonly ownerId: string | null;
  /** When it was chosen; null: no one has. */
  readonly levelSince: string | null;
  readonly isPaused: boolean;
  readonly pausedPlans: readonly string[];
}

/** The settings of the workspace, with their defaults. */
export async function selectSettings(tx: TenantTx, defaultLevel: number): Promise<AssistantSettings> {
  const [row] = await tx.db
    .select({
      autonomyLevel: settings.autonomyLevel,
      policyId: settings.policyId,
      ownerId: settings.ownerId,
      levelSince: settings.levelSince,
      isPaused: settings.isPaused,
      pausedPlans: settings.pausedPlans,
    })
    .from(settings);
  return (
    row ?? {
      autonomyLevel: defaultLevel,
      policyId: 'default',
      ownerId: null,
      levelSince: null,
      isPaused: false,
      pausedPlans: [],
    }
  );
}

/** Holds the settings until the transaction ends, so that of two who change them the second sees the first. */
export async function lockSettings(tx: TenantTx, updatedBy: string): Promise<void> {
  await tx.db.insert(settings).values({ tenantId: tx.tenantId, updatedBy }).onConflictDoNothing();
  await tx.db.select({ id: settings.tenantId }).from(settings).for('update');
}

/** Holds the settings against changes until the transaction ends: what is done now is done before a pause, or not at all. */
export async function holdSettings(tx: TenantTx, userId: string): Promise<void> {
  await tx.db.insert(settings).values({ tenantId: tx.tenantId, updatedBy: userId }).onConflictDoNothing();
  await tx.db.select({ id: settings.tenantId }).from(settings).for('share');
}

/** Changes the locked settings. */
export async function updateSettings(
  tx: TenantTx,
  updatedBy: string,
  change: Partial<AssistantSettings>,
): Promise<void> {
  const { pausedPlans, levelSince, ...rest } = change;
  await tx.db.update(settings).set({
    ...rest,
    ...(levelSince == null ? {} : { levelSince }),
    ...(pausedPlans === undefined ? {} : { pausedPlans: [...pausedPlans] }),
    updatedBy,
    updatedAt: sql`now()`,
  });
}

/** The data quality of the newest analysis; null: none yet. */
export async function selectDataQuality(tx: TenantTx, planId: string | null): Promise<number | null> {
  const [row] = await tx.db
    .select({ claim: suggestions.claim })
    .from(suggestions)
    .where(and(isNotNull(suggestions.claim), planId === null ? undefined : eq(suggestions.planId, planId)))
    .orderBy(desc(suggestions.createdAt))
    .limit(1);
  return row?.claim?.dataQuality ?? null;
}
