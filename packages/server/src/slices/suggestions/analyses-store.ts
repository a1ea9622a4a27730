import type { AnalysisRun } from '@attain/contract/analyses';
import type { Claim, ReplayedPayee } from '@attain/domain/suggestions/claim';
import { and, desc, eq, gte, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { nameOfUser } from '../../db/member-name.ts';
import { momentText } from '../../db/moment-text.ts';
import { jobs } from '../../db/schema/jobs.ts';
import { users } from '../../db/schema/people.ts';
import { planAssignments, plans } from '../../db/schema/plans.ts';
import { analysisRuns, suggestions } from '../../db/schema/suggestions.ts';

const columns = {
  id: analysisRuns.id,
  planId: analysisRuns.planId,
  status: jobs.status,
  done: jobs.done,
  total: jobs.total,
  trigger: analysisRuns.trigger,
  spanFrom: analysisRuns.spanFrom,
  spanTo: analysisRuns.spanTo,
  read: analysisRuns.read,
  looked: analysisRuns.looked,
  found: analysisRuns.found,
  inputHash: analysisRuns.inputHash,
  durationMs: analysisRuns.durationMs,
  problem: analysisRuns.problem,
  createdBy: nameOfUser,
  createdAt: momentText(analysisRuns.createdAt),
  finishedAt: sql<string | null>`${momentText(analysisRuns.finishedAt)}`,
};

/** The newest analysis of a plan, or null. */
export async function selectNewestAnalysis(tx: TenantTx, planId: string): Promise<AnalysisRun | null> {
  const [row] = await tx.db
    .select(columns)
    .from(analysisRuns)
    .innerJoin(jobs, and(eq(jobs.kind, 'analysis'), eq(jobs.subjectId, analysisRuns.id)))
    .leftJoin(users, eq(users.id, analysisRuns.createdBy))
    .where(eq(analysisRuns.planId, planId))
    .orderBy(desc(analysisRuns.createdAt), desc(analysisRuns.id))
    .limit(1);
  if (row === undefined) return null;
  const { done, total, spanFrom, spanTo, looked, ...run } = row;
  return {
    ...run,
    looked: [...looked],
    progress: { done: Number(done), total: total === null ? null : Math.max(Number(total), Number(done)) },
    span: spanFrom === null || spanTo === null ? null : { from: spanFrom, to: spanTo },
  };
}

/** Analyses of a plan that have not ended; null: of the workspace. */
export async function selectOpenAnalyses(tx: TenantTx, planId: string | null): Promise<string[]> {
  const rows = await tx.db
    .select({ id: analysisRuns.id })
    .from(analysisRuns)
    .innerJoin(jobs, and(eq(jobs.kind, 'analysis'), eq(jobs.subjectId, analysisRuns.id)))
    .where(
      and(
        inArray(jobs.status, ['queued', 'running']),
        planId === null ? undefined : eq(analysisRuns.planId, planId),
      ),
    );
  return rows.map(({ id }) => id);
}

/** What an analysis works on. */
export interface AnalysisOrder {
  readonly id: string;
  readonly planId: string;
  readonly createdBy: string;
}

/** Stores an ordered analysis. */
export async function insertAnalysis(
  tx: TenantTx,
  order: AnalysisOrder & { readonly trigger: string },
): Promise<void> {
  await tx.db.insert(analysisRuns).values({ ...order, tenantId: tx.tenantId });
}

/** Reads an ordered analysis; null: it was removed with its plan. */
export async function selectOrder(tx: TenantTx, id: string): Promise<AnalysisOrder | null> {
  const { planId, createdBy } = analysisRuns;
  const [row] = await tx.db
    .select({ id: analysisRuns.id, planId, createdBy })
    .from(analysisRuns)
    .where(eq(analysisRuns.id, id));
  return row ?? null;
}

/** What an analysis writes onto its row when it ends. */
export type AnalysisEnd = Partial<Omit<typeof analysisRuns.$inferInsert, 'tenantId' | 'id' | 'planId'>>;

/** Writes the end of an analysis. */
export async function updateAnalysis(tx: TenantTx, id: string, end: AnalysisEnd): Promise<void> {
  await tx.db
    .update(analysisRuns)
    .set({ ...end, finishedAt: sql`now()` })
    .where(eq(analysisRuns.id, id));
}

/** The plan whose payees a plan is tried on: itself, or the plan it follows while it has no payees of its own in the span. */
export async function selectPeopleOf(
  tx: TenantTx,
  planId: string,
  span: { readonly from: string; readonly to: string },
): Promise<string> {
  const [own] = await tx.db
    .select({ id: planAssignments.participantId })
    .from(planAssignments)
    .where(
      and(
        eq(planAssignments.planId, planId),
        sql`${planAssignments.fromDate} <= ${span.to}`,
        sql`(${planAssignments.toDate} IS NULL OR ${planAssignments.toDate} >= ${span.from})`,
      ),
    )
    .limit(1);
  if (own !== undefined) return planId;
  const [plan] = await tx.db.select({ follows: plans.followsPlanId }).from(plans).where(eq(plans.id, planId));
  return plan?.follows ?? planId;
}

/** A suggestion of an earlier analysis of the plan. */
export interface EarlierSuggestion {
  readonly uuid: string;
  readonly claim: Claim;
  readonly status: string;
  readonly inputHash: string | null;
}

/** Open suggestions of analysers about a plan. */
export async function lockOpenSuggestions(tx: TenantTx, planId: string): Promise<EarlierSuggestion[]> {
  const rows = await tx.db
    .select(earlier)
    .from(suggestions)
    .where(
      and(eq(suggestions.planId, planId), eq(suggestions.status, 'open'), isNotNull(suggestions.analyser)),
    )
    .orderBy(suggestions.id)
    .for('no key update');
  return rows.flatMap(({ claim, ...row }) => (claim === null ? [] : [{ ...row, claim }]));
}

const earlier = {
  uuid: suggestions.id,
  claim: suggestions.claim,
  status: suggestions.status,
  inputHash: suggestions.inputHash,
};

/** Suggestions of analysers about a plan that were overridden or rejected since a moment. */
export async function selectDeclined(
  tx: TenantTx,
  planId: string,
  since: Date,
): Promise<EarlierSuggestion[]> {
  const rows = await tx.db
    .select(earlier)
    .from(suggestions)
    .where(
      and(
        eq(suggestions.planId, planId),
        inArray(suggestions.status, ['overridden', 'rejected']),
        gte(suggestions.decidedAt, since.toISOString()),
      ),
    );
  return rows.flatMap(({ claim, ...row }) => (claim === null ? [] : [{ ...row, claim }]));
}

/** Marks open suggestions as superseded, each by the one that takes its place, if any. */
export async function supersede(tx: TenantTx, uuid: string, by: string | null): Promise<void> {
  await tx.db
    .update(suggestions)
    .set({ status: 'superseded', supersededBy: by })
    .where(eq(suggestions.id, uuid));
}

/** Suggestions of an analysis that have no evidence yet, with the payees of their replay and the plan they are on. */
export async function selectUnpacked(tx: TenantTx, analysisId: string) {
  const [run] = await tx.db
    .select({
      createdBy: analysisRuns.createdBy,
      replayed: analysisRuns.replayed,
      people: analysisRuns.peopleOf,
    })
    .from(analysisRuns)
    .where(eq(analysisRuns.id, analysisId));
  const rows = await tx.db
    .select({ uuid: suggestions.id })
    .from(suggestions)
    .where(and(eq(suggestions.analysisId, analysisId), isNull(suggestions.packId)))
    .orderBy(suggestions.suggestionId);
  return { run: run ?? null, uuids: rows.map(({ uuid }) => uuid) };
}

/** The payees of each suggestion's replay, by the suggestion's UUID. */
export type Replayed = Readonly<Record<string, readonly ReplayedPayee[]>>;
