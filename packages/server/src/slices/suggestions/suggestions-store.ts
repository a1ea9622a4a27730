import type { Suggestion } from '@attain/contract/suggestions';
import type { PlanChange } from '@attain/domain/plans/change-plan';
import type { SuggestionStatus } from '@attain/domain/suggestions/moves';
import { firstFreeId } from '@attain/domain/suggestions/visible-id';
import { and, count, desc, eq, inArray, isNull, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { anId } from '../../base/cursor.ts';
import type { TenantTx } from '../../db/database.ts';
import { nameOfUser } from '../../db/member-name.ts';
import { momentText } from '../../db/moment-text.ts';
import { attestationRecords } from '../../db/schema/approvals.ts';
import { dueAnalyses } from '../../db/schema/assistant.ts';
import { tenants, users } from '../../db/schema/people.ts';
import { plans, planVersions } from '../../db/schema/plans.ts';
import { participants } from '../../db/schema/records.ts';
import { evidencePacks, suggestionFeedback, suggestions } from '../../db/schema/suggestions.ts';

const deciders = alias(users, 'deciders');

const columns = {
  uuid: suggestions.id,
  id: suggestions.suggestionId,
  planId: suggestions.planId,
  planName: plans.name,
  componentId: suggestions.componentId,
  participantId: suggestions.participantId,
  participantName: participants.name,
  title: suggestions.title,
  reasoning: suggestions.reasoning,
  changes: suggestions.changes,
  evidence: suggestions.evidence,
  touched: suggestions.touched,
  documentHash: suggestions.documentHash,
  savings: suggestions.savings,
  confidence: suggestions.confidence,
  confidenceFormula: suggestions.confidenceFormula,
  riskScore: suggestions.riskScore,
  currency: suggestions.currency,
  analyser: suggestions.analyser,
  claim: suggestions.claim,
  supersededBy: suggestions.supersededBy,
  /** The plan is the one it was computed on, and no analysis of changed records is due. */
  isOnNewest: sql<boolean>`${suggestions.documentHash} = (SELECT document_hash FROM ${planVersions}
    WHERE ${planVersions.planId} = ${suggestions.planId} ORDER BY ${planVersions.version} DESC LIMIT 1)
    AND NOT EXISTS (SELECT 1 FROM ${dueAnalyses} WHERE ${dueAnalyses.planId} = ${suggestions.planId})`,
  status: suggestions.status,
  workflowRunId: suggestions.workflowRunId,
  decidedById: suggestions.decidedBy,
  decidedBy: sql<string>`coalesce(${deciders.displayName}, 'Attain')`,
  decidedAt: sql<string | null>`${momentText(suggestions.decidedAt)}`,
  decisionReason: suggestions.decisionReason,
  decisionCode: suggestions.decisionCode,
  draftVersion: suggestions.draftVersion,
  applied: suggestions.applied,
  createdBy: nameOfUser,
  createdAt: momentText(suggestions.createdAt),
  industry: tenants.industry,
  artifacts: evidencePacks.artifacts,
  complianceOverlays: evidencePacks.complianceOverlays,
  evidenceHash: evidencePacks.evidenceHash,
  verificationStatus: evidencePacks.verificationStatus,
  attestationId: suggestions.attestationId,
  attestationHash: attestationRecords.hash,
  attestationStatus: attestationRecords.status,
  feedback: suggestionFeedback.type,
};

const read = (tx: TenantTx, reader: string) =>
  tx.db
    .select(columns)
    .from(suggestions)
    .innerJoin(plans, eq(plans.id, suggestions.planId))
    .innerJoin(tenants, eq(tenants.id, suggestions.tenantId))
    .leftJoin(participants, eq(participants.id, suggestions.participantId))
    .leftJoin(users, eq(users.id, suggestions.createdBy))
    .leftJoin(deciders, eq(deciders.id, suggestions.decidedBy))
    .leftJoin(evidencePacks, eq(evidencePacks.id, suggestions.packId))
    .leftJoin(attestationRecords, eq(attestationRecords.id, suggestions.attestationId))
    .leftJoin(
      suggestionFeedback,
      and(eq(suggestionFeedback.suggestionId, suggestions.id), eq(suggestionFeedback.userId, reader)),
    )
    .$dynamic();

/** A suggestion as stored, with the names it refers to and its evidence. */
export type StoredSuggestion = Awaited<ReturnType<typeof read>>[number];

/** Who reads, and whose suggestions are visible. */
export interface SuggestionReach {
  readonly reader: string;
  /** Payees whose suggestions are all that is visible; null: those of the whole workspace. */
  readonly payees: readonly string[] | null;
  /** Payees whose pay the reader may see: suggestions computed from their pay; null: all payees. */
  readonly paid: readonly string[] | null;
  /** Analysers whose findings are for others: about single payees, or about draws. */
  readonly withheld: readonly string[];
}

/** No bounds: for what was checked before. */
export const everythingFor = (reader: string): SuggestionReach => ({
  reader,
  payees: null,
  paid: null,
  withheld: [],
});

function within({ payees, paid, withheld }: Omit<SuggestionReach, 'reader'>): SQL | undefined {
  const about = (ids: readonly string[]) =>
    ids.length === 0 ? sql`false` : inArray(suggestions.participantId, [...ids]);
  const mayKnow =
    paid === null
      ? undefined
      : or(isNull(suggestions.analyser), isNull(suggestions.participantId), about(paid));
  const isForReader =
    withheld.length === 0
      ? undefined
      : or(isNull(suggestions.analyser), notInArray(suggestions.analyser, [...withheld]));
  return and(payees === null ? undefined : about(payees), mayKnow, isForReader);
}

const called = (id: string) =>
  anId(id) ? or(eq(suggestions.id, id), eq(suggestions.suggestionId, id)) : eq(suggestions.suggestionId, id);

/** One suggestion by its visible ID or UUID; null if it does not exist or is not within reach. */
export async function selectSuggestion(
  tx: TenantTx,
  id: string,
  reach: SuggestionReach,
): Promise<StoredSuggestion | null> {
  const [row] = await read(tx, reach.reader).where(and(called(id), within(reach)));
  return row ?? null;
}

/** The same, held until the transaction ends: of two who decide at once, the second reads what the first decided. */
export async function lockSuggestion(
  tx: TenantTx,
  id: string,
  reach: SuggestionReach,
): Promise<StoredSuggestion | null> {
  await tx.db.select({ id: suggestions.id }).from(suggestions).where(called(id)).for('no key update');
  return selectSuggestion(tx, id, reach);
}

/** One page of suggestions, newest first, one row more than asked. */
export function selectSuggestions(
  tx: TenantTx,
  filter: { reach: SuggestionReach; status: SuggestionStatus | null; planId: string | null },
  page: { after: readonly string[] | null; limit: number },
): Promise<StoredSuggestion[]> {
  const { reach, status, planId } = filter;
  const { after, limit } = page;
  return read(tx, reach.reader)
    .where(
      and(
        within(reach),
        status === null ? undefined : eq(suggestions.status, status),
        planId === null ? undefined : eq(suggestions.planId, planId),
        after === null
          ? undefined
          : sql`(${suggestions.createdAt}, ${suggestions.id}) < (${after[0]}::timestamptz, ${after[1]}::uuid)`,
      ),
    )
    .orderBy(desc(suggestions.createdAt), desc(suggestions.id))
    .limit(limit + 1);
}

/** Open suggestions within reach, how many of them exceed a confidence, and their confidences in percent. */
export async function countOpen(
  tx: TenantTx,
  { reach, planId, above }: { reach: SuggestionReach; planId: string | null; above: string },
): Promise<{ open: number; above: number; confidences: number[]; withPack: number }> {
  const [row] = await tx.db
    .select({
      open: count(),
      above: sql<number>`count(*) FILTER (WHERE ${suggestions.confidence} > ${above}::numeric)::int`,
      withPack: sql<number>`count(${suggestions.packId})::int`,
      confidences: sql<
        number[]
      >`coalesce(array_agg(round(${suggestions.confidence} * 100)::int) FILTER (WHERE ${suggestions.confidence} IS NOT NULL), '{}')`,
    })
    .from(suggestions)
    .where(
      and(
        within(reach),
        eq(suggestions.status, 'open'),
        planId === null ? undefined : eq(suggestions.planId, planId),
      ),
    );
  return row ?? { open: 0, above: 0, confidences: [], withPack: 0 };
}

/** A suggestion before it is stored. `visibleId` is the wanted one: a number is added when it is taken (SGR-40). */
export type NewSuggestion = Omit<
  typeof suggestions.$inferInsert,
  'tenantId' | 'suggestionId' | 'status' | 'createdAt' | 'changes' | 'evidence'
> & {
  readonly id: string;
  readonly visibleId: string;
  readonly changes: readonly PlanChange[];
  readonly evidence: Suggestion['evidence'];
};

/** Stores a suggestion under the first free visible ID, and returns that. */
export async function insertSuggestion(tx: TenantTx, one: NewSuggestion): Promise<string> {
  const { visibleId, ...row } = one;
  await tx.db.execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${tx.tenantId}/suggestion-ids`}, 14))`,
  );
  const taken = await tx.db
    .select({ id: suggestions.suggestionId })
    .from(suggestions)
    .where(sql`starts_with(${suggestions.suggestionId}, ${visibleId})`);
  const suggestionId = firstFreeId(
    visibleId,
    taken.map(({ id }) => id),
  );
  await tx.db.insert(suggestions).values({ ...row, suggestionId, tenantId: tx.tenantId });
  return suggestionId;
}

/** What a move writes. */
export interface StoredDecision {
  readonly status: SuggestionStatus;
  readonly decidedBy: string;
  readonly decidedAt: string;
  readonly decisionReason: string;
  readonly decisionCode?: string | null;
  readonly draftVersion?: number | null;
  readonly attestationId?: string | null;
  readonly applied?: typeof suggestions.$inferSelect.applied;
}

const undecided = {
  status: 'open',
  decidedBy: null,
  decidedAt: null,
  decisionReason: null,
  decisionCode: null,
  draftVersion: null,
  attestationId: null,
  applied: null,
} as const;

/** Stores the decision on a locked suggestion; null reopens it. */
export async function updateDecision(
  tx: TenantTx,
  uuid: string,
  decision: StoredDecision | null,
): Promise<void> {
  await tx.db
    .update(suggestions)
    .set({ ...undecided, ...decision })
    .where(eq(suggestions.id, uuid));
}

/** Holds the applied suggestions of a plan: whoever changes both locks suggestions before the plan. */
export async function lockApplied(tx: TenantTx, planId: string): Promise<void> {
  await tx.db
    .select({ id: suggestions.id })
    .from(suggestions)
    .where(and(eq(suggestions.planId, planId), eq(suggestions.status, 'applied')))
    .orderBy(suggestions.id)
    .for('no key update');
}

/** The documents before and after each suggestion in a plan version that changed it, the last applied first. */
export async function selectAppliedDocuments(
  tx: TenantTx,
  planId: string,
  version: number,
): Promise<NonNullable<typeof suggestions.$inferSelect.applied>[]> {
  const rows = await tx.db
    .select({ applied: suggestions.applied })
    .from(suggestions)
    .where(
      and(
        eq(suggestions.tenantId, tx.tenantId),
        eq(suggestions.planId, planId),
        eq(suggestions.draftVersion, version),
        eq(suggestions.status, 'applied'),
      ),
    )
    .orderBy(desc(suggestions.decidedAt), desc(suggestions.id));
  return rows.flatMap(({ applied }) => applied ?? []);
}

/** Reopens suggestions applied to a plan version that is discarded; returns their UUIDs. */
export async function reopenApplied(
  tx: TenantTx,
  of: { planId: string; version: number },
): Promise<string[]> {
  const reopened = await tx.db
    .update(suggestions)
    .set(undecided)
    .where(
      and(
        eq(suggestions.planId, of.planId),
        eq(suggestions.draftVersion, of.version),
        eq(suggestions.status, 'applied'),
      ),
    )
    .returning({ id: suggestions.id });
  return reopened.map(({ id }) => id);
}
