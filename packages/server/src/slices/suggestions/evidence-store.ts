import type { EvidencePack, PackSalts, PackStatus } from '@attain/domain/proofs/pack';
import type { SuggestionStatus } from '@attain/domain/suggestions/moves';
import { and, eq } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { tenants } from '../../db/schema/people.ts';
import { evidencePacks, suggestions, suggestionTrail } from '../../db/schema/suggestions.ts';

/** A pack as stored: the canonical text that was hashed, and the salts of its personal fields. */
export interface StoredPack {
  readonly id: string;
  readonly manifest: string;
  readonly salts: PackSalts;
  readonly verificationStatus: PackStatus;
  readonly auditAnchor: string | null;
}

/** The pack of a suggestion; null if it has none. */
export async function selectPack(tx: TenantTx, suggestionUuid: string): Promise<StoredPack | null> {
  const [row] = await tx.db
    .select({
      id: evidencePacks.id,
      manifest: evidencePacks.manifest,
      salts: evidencePacks.salts,
      verificationStatus: evidencePacks.verificationStatus,
      auditAnchor: evidencePacks.auditAnchor,
    })
    .from(suggestions)
    .innerJoin(evidencePacks, eq(evidencePacks.id, suggestions.packId))
    .where(eq(suggestions.id, suggestionUuid));
  return row ?? null;
}

/** Suggestions that have a pack, with their visible ids, in the order of their UUIDs. */
export async function selectPacked(
  tx: TenantTx,
  page: { readonly after: string | null; readonly limit: number },
): Promise<{ uuid: string; id: string }[]> {
  const { rows } = await tx.client.query<{ uuid: string; id: string }>(
    `SELECT id AS uuid, suggestion_id AS id FROM suggestions WHERE tenant_id = $1 AND pack_id IS NOT NULL AND ($2::uuid IS NULL OR id > $2)
      ORDER BY id LIMIT $3`,
    [tx.tenantId, page.after, page.limit],
  );
  return rows;
}

/** The suggestion with exactly this evidence; null: the workspace did not pack it. */
export async function selectPackedWith(
  tx: TenantTx,
  evidenceHash: string,
): Promise<{
  readonly uuid: string;
  readonly status: SuggestionStatus;
  readonly supersededBy: string | null;
} | null> {
  const [row] = await tx.db
    .select({ uuid: suggestions.id, status: suggestions.status, supersededBy: suggestions.supersededBy })
    .from(evidencePacks)
    .innerJoin(suggestions, eq(suggestions.id, evidencePacks.suggestionId))
    .where(and(eq(evidencePacks.tenantId, tx.tenantId), eq(evidencePacks.evidenceHash, evidenceHash)))
    .limit(1);
  return row ?? null;
}

/** Stores a pack as the suggestion's newest. */
export async function insertPack(
  tx: TenantTx,
  pack: { readonly suggestionUuid: string; readonly packed: EvidencePack; readonly manifest: string },
): Promise<void> {
  const { suggestionUuid, packed, manifest } = pack;
  const { salts, evidenceHash, regulatorHash, complianceOverlays, timestamp } = packed;
  const artifacts = packed.artifacts.map(({ content: _content, ...artifact }) => artifact);
  const [row] = await tx.db
    .insert(evidencePacks)
    .values({
      tenantId: tx.tenantId,
      suggestionId: suggestionUuid,
      artifacts,
      complianceOverlays: [...complianceOverlays],
      evidenceHash,
      regulatorHash,
      manifest,
      salts: { ...salts },
      createdAt: timestamp,
    })
    .returning({ id: evidencePacks.id });
  await tx.db.update(suggestions).set({ packId: row!.id }).where(eq(suggestions.id, suggestionUuid));
}

/** Stores the outcome of a verification. */
export async function updatePack(
  tx: TenantTx,
  packId: string,
  outcome: { readonly verificationStatus: PackStatus; readonly auditAnchor: string | null },
): Promise<void> {
  await tx.db.update(evidencePacks).set(outcome).where(eq(evidencePacks.id, packId));
}

/** Keeps details of an entry outside the log. */
export async function insertTrail(
  tx: TenantTx,
  row: Omit<typeof suggestionTrail.$inferInsert, 'tenantId' | 'id'>,
): Promise<void> {
  await tx.db.insert(suggestionTrail).values({ ...row, tenantId: tx.tenantId });
}

/** Details of a suggestion's entries, by action and request. */
export async function selectTrailDetails(
  tx: TenantTx,
  suggestionUuid: string,
): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>> {
  const rows = await tx.db
    .select({
      action: suggestionTrail.action,
      requestId: suggestionTrail.requestId,
      details: suggestionTrail.details,
    })
    .from(suggestionTrail)
    .where(eq(suggestionTrail.suggestionId, suggestionUuid));
  return new Map(rows.map(({ action, requestId, details }) => [`${action} ${requestId}`, details]));
}

/** The name of the workspace. */
export async function selectTenantName(tx: TenantTx): Promise<string> {
  const [row] = await tx.db.select({ name: tenants.name }).from(tenants).where(eq(tenants.id, tx.tenantId));
  return row?.name ?? '';
}
