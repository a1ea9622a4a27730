import type { Claim } from '@attain/domain/suggestions/claim';
import { and, arrayOverlaps, count, desc, eq, gte, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { attestationRecords } from '../../db/schema/approvals.ts';
import { autonomousActs as acts } from '../../db/schema/assistant.ts';
import { suggestionFeedback, suggestions } from '../../db/schema/suggestions.ts';

/** Stores what Attain applied by itself. */
export async function insertAct(
  tx: TenantTx,
  act: Omit<typeof acts.$inferInsert, 'tenantId' | 'undoneAt'>,
): Promise<void> {
  await tx.db.insert(acts).values({ ...act, components: [...act.components], tenantId: tx.tenantId });
}

/** Marks the act on a suggestion as undone; returns its ID, null if Attain did not apply it. */
export async function markUndone(tx: TenantTx, suggestionId: string, at: string): Promise<string | null> {
  const [act] = await tx.db
    .update(acts)
    .set({ undoneAt: at })
    .where(and(eq(acts.suggestionId, suggestionId), isNull(acts.undoneAt)))
    .returning({ id: acts.id });
  return act?.id ?? null;
}

/** Acts since a moment, undone or not. */
export async function countActs(tx: TenantTx, since: string): Promise<number> {
  const [row] = await tx.db.select({ count: count() }).from(acts).where(gte(acts.actedAt, since));
  return row?.count ?? 0;
}

/** Whether an act since a moment changed one of these components of the plan. */
export async function hasActed(
  tx: TenantTx,
  of: { readonly planId: string; readonly components: readonly string[]; readonly since: string },
): Promise<boolean> {
  const [row] = await tx.db
    .select({ id: acts.id })
    .from(acts)
    .where(
      and(
        eq(acts.planId, of.planId),
        gte(acts.actedAt, of.since),
        arrayOverlaps(acts.components, [...of.components]),
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** Acts undone since a moment, and thumbs down since then on what Attain applied. */
export async function countDeclines(tx: TenantTx, since: string): Promise<number> {
  const [undone] = await tx.db.select({ count: count() }).from(acts).where(gte(acts.undoneAt, since));
  const [down] = await tx.db
    .select({ count: count() })
    .from(suggestionFeedback)
    .where(
      and(
        eq(suggestionFeedback.type, 'thumbs_down'),
        gte(suggestionFeedback.timestamp, since),
        inArray(suggestionFeedback.suggestionId, tx.db.select({ id: acts.suggestionId }).from(acts)),
      ),
    );
  return (undone?.count ?? 0) + (down?.count ?? 0);
}

/** What acts on a plan applied that were undone since a moment. */
export async function selectUndone(tx: TenantTx, planId: string, since: string): Promise<Claim[]> {
  const rows = await tx.db
    .select({ claim: suggestions.claim })
    .from(acts)
    .innerJoin(suggestions, eq(suggestions.id, acts.suggestionId))
    .where(and(eq(acts.planId, planId), gte(acts.undoneAt, since)));
  return rows.flatMap(({ claim }) => claim ?? []);
}

/** Open suggestions of analysers about a plan, the one that saves most first. */
export async function selectCandidates(tx: TenantTx, planId: string): Promise<string[]> {
  const rows = await tx.db
    .select({ uuid: suggestions.id })
    .from(suggestions)
    .where(
      and(eq(suggestions.planId, planId), eq(suggestions.status, 'open'), isNotNull(suggestions.analyser)),
    )
    .orderBy(sql`${suggestions.savings} DESC NULLS LAST`, desc(suggestions.createdAt), suggestions.id);
  return rows.map(({ uuid }) => uuid);
}

/** Whether somebody was asked to apply a suggestion before; a request that became void was not answered. */
export async function wasAsked(tx: TenantTx, uuid: string): Promise<boolean> {
  const [row] = await tx.db
    .select({ id: attestationRecords.id })
    .from(attestationRecords)
    .where(
      and(
        eq(attestationRecords.kind, 'suggestion-apply'),
        eq(attestationRecords.subjectId, uuid),
        inArray(attestationRecords.status, ['open', 'approved', 'rejected']),
      ),
    )
    .limit(1);
  return row !== undefined;
}
