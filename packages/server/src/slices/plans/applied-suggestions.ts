import { and, asc, count, eq } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { attestationRecords } from '../../db/schema/approvals.ts';
import { evidencePacks, suggestions } from '../../db/schema/suggestions.ts';

/** Changes of a version that Attain applied by itself and no one has attested to yet; an expired request still waits. */
export async function countUnattested(tx: TenantTx, planId: string, version: number): Promise<number> {
  const [row] = await tx.db
    .select({ count: count() })
    .from(suggestions)
    .innerJoin(attestationRecords, eq(attestationRecords.id, suggestions.attestationId))
    .where(
      and(
        eq(suggestions.planId, planId),
        eq(suggestions.draftVersion, version),
        eq(suggestions.status, 'applied'),
        eq(attestationRecords.kind, 'autonomous-act'),
        eq(attestationRecords.status, 'open'),
      ),
    );
  return row?.count ?? 0;
}

/** Suggestions that are in a version, with the evidence of those that have some. */
export function selectApplied(tx: TenantTx, planId: string, version: number) {
  const { title, suggestionId } = suggestions;
  const { evidenceHash, regulatorHash } = evidencePacks;
  return tx.db
    .select({ title, evidenceHash, regulatorHash })
    .from(suggestions)
    .leftJoin(evidencePacks, eq(evidencePacks.id, suggestions.packId))
    .where(
      and(
        eq(suggestions.planId, planId),
        eq(suggestions.draftVersion, version),
        eq(suggestions.status, 'applied'),
      ),
    )
    .orderBy(asc(suggestionId));
}
