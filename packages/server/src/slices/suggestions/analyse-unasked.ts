import type { AuditEntry } from '@attain/domain/proofs/entry';
import type { AppContext } from '../../app-context.ts';
import { systemActor } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import type { Look } from '../../runs/look.ts';
import { newestDeal } from '../findings/plan-histories.ts';
import { actingStanding, isPausedFor } from './acting-standing.ts';
import { selectNewestAnalysis } from './analyses-store.ts';
import {
  analysesAreDue,
  behindWorkspaces,
  type DueAnalysis,
  deleteDue,
  lockDue,
  putOffAnalyses,
  selectDue,
  selectPlanOfSuggestion,
  selectPlansInUse,
  selectPlansOfCalculation,
  takeEntries,
} from './due-analyses-store.ts';
import { isOpenAnalysis, orderAnalysis } from './order-analysis.ts';

export const analysesLook: Look = { isDue: analysesAreDue, act: analyseUnasked };

/**
 * Orders analyses that no one asked for (SGR-80): what happened is read off each workspace's log, in its order, and a plan is
 * analyzed once that has rested. However many processes look, one of them orders each analysis.
 */
export async function analyseUnasked(ctx: AppContext): Promise<void> {
  for (const tenantId of await behindWorkspaces(ctx.db.owner)) await readLog(ctx, tenantId);
  for (const due of await selectDue(ctx.db.owner, ctx.clock.now())) await startDue(ctx, due);
}

type Affected = (tx: TenantTx, objectId: string) => Promise<readonly string[]> | readonly string[];

const itself: Affected = (_tx, id) => [id];

/** What changes an analysis, and the plans it changes. */
const causes: Readonly<Record<string, { readonly trigger: string; readonly plans: Affected }>> = {
  'calculation.completed': { trigger: 'calculation', plans: selectPlansOfCalculation },
  'import.committed': { trigger: 'import', plans: selectPlansInUse },
  'plan.saved': { trigger: 'draft', plans: itself },
  'plan.discarded': { trigger: 'draft', plans: itself },
  'suggestion.applied': { trigger: 'draft', plans: selectPlanOfSuggestion },
  'suggestion.undone': { trigger: 'draft', plans: selectPlanOfSuggestion },
};

function readLog(ctx: AppContext, tenantId: string): Promise<void> {
  return ctx.db.within(tenantId, async (tx) => {
    const entries = await takeEntries(tx, Object.keys(causes));
    if (entries === null) return;
    const due: DueAnalysis[] = [];
    for (const { body } of entries) {
      const { action, object, actor, before, after } = JSON.parse(body) as AuditEntry;
      const cause = causes[action];
      if (cause === undefined || (before !== null && before === after)) continue;
      const userId = actor.onBehalfOf ?? actor.id;
      for (const planId of await cause.plans(tx, object.id))
        due.push({ planId, trigger: cause.trigger, userId });
    }
    const delaySeconds = ctx.settings.analysisDelaySeconds;
    await putOffAnalyses(tx, due, { now: ctx.clock.now(), delaySeconds });
  });
}

/** Thrown so that a transaction ends without a change. */
class NothingDue extends Error {}

async function startDue(ctx: AppContext, { tenantId, planId }: { tenantId: string; planId: string }) {
  const onBehalfOf = await ctx.db.within(tenantId, (tx) => mayStart(tx, ctx, planId));
  if (onBehalfOf === null) return;
  const actor = systemActor(tenantId, onBehalfOf, `assistant/${planId}`);
  const ordering = ctx.write(actor, async (tx) => {
    const due = await lockDue(tx, planId, ctx.clock.now());
    if (due === null) throw new NothingDue();
    await deleteDue(tx, planId);
    return orderAnalysis(tx, { planId, trigger: due.trigger, createdBy: onBehalfOf });
  });
  const id = await ordering.catch((error: unknown) => {
    // paused or started by someone else meanwhile: the row stays and is looked at again
    if (error instanceof NothingDue || error instanceof ApiError) return null;
    throw error;
  });
  if (id !== null) await ctx.jobs.order('analysis', { tenantId, id });
}

/** For whom a due analysis is made; null: not now, or never, and then the row is gone. */
async function mayStart(tx: TenantTx, ctx: AppContext, planId: string): Promise<string | null> {
  const now = ctx.clock.now();
  const due = await lockDue(tx, planId, now);
  if (due === null) return null;
  const { level, ownerId, settings } = await actingStanding(tx, due.userId);
  if (isPausedFor(settings, planId)) return null;
  if (level === 0 || (await newestDeal(tx)) === null) {
    await deleteDue(tx, planId);
    return null;
  }
  const newest = await selectNewestAnalysis(tx, planId);
  if (newest === null || !isOpenAnalysis(newest)) return ownerId ?? due.userId;
  // it may have read the records before they changed
  await putOffAnalyses(tx, [due], { now, delaySeconds: ctx.settings.analysisDelaySeconds });
  return null;
}
