import { and, eq, gte, inArray, lt, lte, or, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { TenantTx } from '../../db/database.ts';
import {
  dueAnalyses,
  assistantLogPlaces as places,
  assistantSettings as settings,
} from '../../db/schema/assistant.ts';
import { auditEntries, auditHeads } from '../../db/schema/audit.ts';
import { calculationRuns } from '../../db/schema/calculations.ts';
import { plans, planVersions } from '../../db/schema/plans.ts';
import { suggestions } from '../../db/schema/suggestions.ts';

/** How much of a log one look goes through, and how many plans it takes up. */
const ENTRIES_AT_ONCE = 2_000;
const PLANS_AT_ONCE = 20;

/** That a log has grown since it was read for analyses, or the rest of a plan is over. */
export const analysesAreDue = `EXISTS (SELECT 1 FROM audit_heads h LEFT JOIN assistant_log_places p ON p.tenant_id = h.tenant_id
    WHERE h.size > coalesce(p.seen_up_to, 0)) OR EXISTS (SELECT 1 FROM due_analyses WHERE due_at <= clock.now)`;

/** Workspaces whose log has grown since it was read for analyses. */
export async function behindWorkspaces(owner: pg.Pool): Promise<string[]> {
  const rows = await drizzle(owner)
    .select({ tenantId: auditHeads.tenantId })
    .from(auditHeads)
    .leftJoin(places, eq(places.tenantId, auditHeads.tenantId))
    .where(sql`${auditHeads.size} > coalesce(${places.seenUpTo}, 0)`);
  return rows.map(({ tenantId }) => tenantId);
}

/** The next part of the log, for one process at a time; null: another one reads it. */
export async function takeEntries(
  tx: TenantTx,
  actions: readonly string[],
): Promise<readonly { readonly body: string }[] | null> {
  await tx.db.insert(places).values({ tenantId: tx.tenantId }).onConflictDoNothing();
  const [place] = await tx.db
    .select({ from: places.seenUpTo })
    .from(places)
    .for('update', { skipLocked: true });
  if (place === undefined) return null;
  const [head] = await tx.db.select({ size: auditHeads.size }).from(auditHeads);
  const until = Math.min(head?.size ?? 0, place.from + ENTRIES_AT_ONCE);
  await tx.db.update(places).set({ seenUpTo: until });
  return tx.db
    .select({ body: auditEntries.body })
    .from(auditEntries)
    .where(
      and(
        gte(auditEntries.leafIndex, place.from),
        lt(auditEntries.leafIndex, until),
        inArray(sql`${auditEntries.body}::jsonb->>'action'`, [...actions]),
      ),
    )
    .orderBy(auditEntries.leafIndex);
}

/** The plan of a calculation, and drafts that follow it; none if it was removed. */
export async function selectPlansOfCalculation(tx: TenantTx, calculationId: string): Promise<string[]> {
  const rows = await tx.db
    .select({ id: plans.id })
    .from(calculationRuns)
    .innerJoin(
      plans,
      or(eq(plans.id, calculationRuns.planId), eq(plans.followsPlanId, calculationRuns.planId)),
    )
    .where(and(eq(calculationRuns.id, calculationId), isInUse));
  return rows.map(({ id }) => id);
}

/** Plans that pay or have a draft. */
export async function selectPlansInUse(tx: TenantTx): Promise<string[]> {
  const rows = await tx.db.select({ id: plans.id }).from(plans).where(isInUse);
  return rows.map(({ id }) => id);
}

const isInUse = sql`EXISTS (SELECT 1 FROM ${planVersions} WHERE ${planVersions.planId} = ${plans.id}
  AND ${planVersions.status} IN ('Active', 'Draft'))`;

/** The plan of a suggestion. */
export async function selectPlanOfSuggestion(tx: TenantTx, uuid: string): Promise<string[]> {
  return tx.db
    .select({ planId: suggestions.planId })
    .from(suggestions)
    .where(eq(suggestions.id, uuid))
    .then((rows) => rows.map(({ planId }) => planId));
}

/** A plan to analyze, and why. */
export interface DueAnalysis {
  readonly planId: string;
  readonly trigger: string;
  readonly userId: string;
}

/**
 * Stores that plans are to be analyzed once they have rested: each further change puts that off, up to ten times as long. Plans
 * that were removed meanwhile are left out.
 */
export async function putOffAnalyses(
  tx: TenantTx,
  due: readonly DueAnalysis[],
  { now, delaySeconds }: { readonly now: Date; readonly delaySeconds: number },
): Promise<void> {
  if (due.length === 0) return;
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString();
  const known = await tx.db
    .select({ id: plans.id })
    .from(plans)
    .where(
      inArray(
        plans.id,
        due.map(({ planId }) => planId),
      ),
    );
  for (const { id } of known) {
    const { trigger, userId } = due.findLast(({ planId }) => planId === id) as DueAnalysis;
    const dueAt = after(delaySeconds);
    await tx.db
      .insert(dueAnalyses)
      .values({ tenantId: tx.tenantId, planId: id, trigger, userId, firstAt: now.toISOString(), dueAt })
      .onConflictDoUpdate({
        target: [dueAnalyses.tenantId, dueAnalyses.planId],
        set: {
          trigger,
          userId,
          dueAt: sql`least(${dueAt}::timestamptz, ${dueAnalyses.firstAt} + ${delaySeconds * 10} * interval '1 second')`,
        },
      });
  }
}

/** Plans of all workspaces whose rest is over, without those that are paused. */
export function selectDue(owner: pg.Pool, now: Date): Promise<{ tenantId: string; planId: string }[]> {
  return drizzle(owner)
    .select({ tenantId: dueAnalyses.tenantId, planId: dueAnalyses.planId })
    .from(dueAnalyses)
    .leftJoin(settings, eq(settings.tenantId, dueAnalyses.tenantId))
    .where(
      and(
        lte(dueAnalyses.dueAt, now.toISOString()),
        sql`NOT coalesce(${settings.isPaused} OR ${dueAnalyses.planId} = ANY(${settings.pausedPlans}), false)`,
      ),
    )
    .orderBy(dueAnalyses.dueAt)
    .limit(PLANS_AT_ONCE);
}

/** What is due about a plan, held by this process alone; null: nothing, or another process has it. */
export async function lockDue(tx: TenantTx, planId: string, now: Date): Promise<DueAnalysis | null> {
  const { trigger, userId } = dueAnalyses;
  const [row] = await tx.db
    .select({ planId: dueAnalyses.planId, trigger, userId })
    .from(dueAnalyses)
    .where(and(eq(dueAnalyses.planId, planId), lte(dueAnalyses.dueAt, now.toISOString())))
    .for('update', { skipLocked: true });
  return row ?? null;
}

/** Forgets what was due about a plan. */
export async function deleteDue(tx: TenantTx, planId: string): Promise<void> {
  await tx.db.delete(dueAnalyses).where(eq(dueAnalyses.planId, planId));
}
