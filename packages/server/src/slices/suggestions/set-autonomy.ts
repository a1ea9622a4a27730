import type { AssistantState } from '@attain/contract/autonomy';
import { scopeOf } from '@attain/domain/access/permissions';
import { autonomyCap, autonomyChange, DEFAULT_LEVEL, heldLevel } from '@attain/domain/suggestions/autonomy';
import { industryOf } from '@attain/domain/suggestions/configurations/industries';
import { defaultPersona } from '@attain/domain/suggestions/configurations/personas';
import { trustMetrics } from '@attain/domain/suggestions/trust';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { valueHash } from '../../db/write.ts';
import { readMode } from '../people/preferences.ts';
import { planDetail } from '../plans/plan-document.ts';
import {
  lockSettings,
  readWorkspaceFacts,
  selectDataQuality,
  selectSettings,
  updateSettings,
} from './assistant-store.ts';
import { suggestionReach } from './suggestion-reach.ts';
import { countOpen } from './suggestions-store.ts';

const noSuggestions = { open: 0, above: 0, confidences: [], withPack: 0 };

/** The share above which the bar counts a suggestion. */
const COUNTED_ABOVE = '0.7';

/** Mode, autonomy, trust and counts for the actor; of one plan, or of the workspace. NOT_FOUND for the plan. */
export function readAssistantState(
  ctx: AppContext,
  actor: Actor,
  { planId = null }: { planId?: string | null | undefined },
): Promise<AssistantState> {
  mustAllow(actor, 'use:assistant');
  return ctx.read(actor, async (tx) => {
    if (planId !== null) await planDetail(tx, planId, { today: ctx.clock.today() });
    const mode = await readMode(tx, actor.userId);
    const { autonomyLevel, policyId, isPaused, pausedPlans } = await selectSettings(tx, DEFAULT_LEVEL);
    const { industry } = await readWorkspaceFacts(tx);
    const counts =
      scopeOf(actor.roles, 'read:suggestions') === null
        ? noSuggestions
        : await countOpen(tx, {
            reach: await suggestionReach(tx, { actor, today: ctx.clock.today() }),
            planId,
            above: COUNTED_ABOVE,
          });
    const { confidences } = counts;
    const isAgentic = mode === 'agentic';
    return {
      mode,
      autonomy: {
        chosen: autonomyLevel,
        level: heldLevel(autonomyLevel, mode),
        cap: autonomyCap(mode),
        policyId,
      },
      paused: { workspace: isPaused, plan: planId !== null && pausedPlans.includes(planId) },
      persona: defaultPersona(actor.roles),
      industry: industryOf(industry),
      auditLevel: isAgentic ? 'comprehensive' : 'standard',
      complianceLevel: isAgentic ? 'strict' : 'standard',
      suggestions: { open: counts.open, aboveThreshold: counts.above },
      trust: {
        ...trustMetrics({ mode, confidences, hasArtifact: counts.withPack > 0 }),
        dataQuality: await selectDataQuality(tx, planId),
      },
    };
  });
}

/** Sets the level of the workspace; what holds for a user is capped by their mode (SGR-46). */
export function setAutonomy(ctx: AppContext, actor: Actor, { level }: { level: number }) {
  mustAllow(actor, 'set:autonomy');
  return ctx.write(actor, async (tx) => {
    await lockSettings(tx, actor.userId);
    const before = await selectSettings(tx, DEFAULT_LEVEL);
    await updateSettings(tx, actor.userId, { autonomyLevel: level, ownerId: actor.userId });
    const mode = await readMode(tx, actor.userId);
    const change = autonomyChange(before.autonomyLevel, level, { mode });
    tx.record({
      action: 'autonomy.changed',
      object: { type: 'autonomy', id: tx.tenantId },
      reason: { code: change.context, text: `From level ${change.from} to level ${change.to}.` },
      evidence: [valueHash(change)],
    });
    return { ...change, thresholds: { ...change.thresholds }, restrictions: [...change.restrictions] };
  });
}

/** Pauses or resumes analyses and acts of the assistant, for the workspace or one plan. NOT_FOUND for the plan. */
export function pauseAssistant(
  ctx: AppContext,
  actor: Actor,
  { isPaused, planId }: { isPaused: boolean; planId?: string | undefined },
) {
  mustAllow(actor, 'set:autonomy');
  return ctx.write(actor, async (tx) => {
    if (planId !== undefined) await planDetail(tx, planId, { today: ctx.clock.today() });
    await lockSettings(tx, actor.userId);
    const before = await selectSettings(tx, DEFAULT_LEVEL);
    const others = before.pausedPlans.filter((one) => one !== planId);
    const after =
      planId === undefined
        ? { isPaused, pausedPlans: before.pausedPlans }
        : { isPaused: before.isPaused, pausedPlans: isPaused ? [...others, planId] : others };
    await updateSettings(tx, actor.userId, after);
    tx.record({
      action: isPaused ? 'autonomy.paused' : 'autonomy.resumed',
      object: { type: 'autonomy', id: planId ?? tx.tenantId },
      reason: { code: planId === undefined ? 'workspace' : 'plan' },
    });
    return { isPaused: after.isPaused, pausedPlans: [...after.pausedPlans] };
  });
}
