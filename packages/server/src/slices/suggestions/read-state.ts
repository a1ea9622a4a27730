import type { AssistantState } from '@attain/contract/autonomy';
import { scopeOf } from '@attain/domain/access/permissions';
import { autonomyCap, heldLevel } from '@attain/domain/suggestions/autonomy';
import { industryOf } from '@attain/domain/suggestions/configurations/industries';
import { defaultPersona } from '@attain/domain/suggestions/configurations/personas';
import { modeDuties } from '@attain/domain/suggestions/mode-duties';
import { trustMetrics } from '@attain/domain/suggestions/trust';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { selectMemberName } from '../../db/member-name.ts';
import { readMode, selectPreferences } from '../people/preferences.ts';
import { planDetail } from '../plans/plan-document.ts';
import { actingStanding } from './acting-standing.ts';
import { readWorkspaceFacts, selectDataQuality } from './assistant-store.ts';
import { openRaise } from './raise-autonomy.ts';
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
    if (planId !== null) await planDetail(tx, planId, { today: ctx.today(actor) });
    const chosen = await selectPreferences(tx, actor.userId);
    const mode = await readMode(tx, actor.userId);
    const { level, ownerId, settings } = await actingStanding(tx, actor.userId);
    const { autonomyLevel, policyId, isPaused, pausedPlans } = settings;
    const { industry } = await readWorkspaceFacts(tx);
    const counts =
      scopeOf(actor.roles, 'read:suggestions') === null
        ? noSuggestions
        : await countOpen(tx, {
            reach: await suggestionReach(tx, { actor, today: ctx.today(actor) }),
            planId,
            above: COUNTED_ABOVE,
          });
    const { confidences } = counts;
    const { auditLevel, complianceLevel } = modeDuties(mode);
    return {
      mode,
      autonomy: {
        chosen: autonomyLevel,
        level: heldLevel(autonomyLevel, mode),
        cap: autonomyCap(mode),
        policyId,
        acting: { level, owner: ownerId === null ? null : await selectMemberName(tx, ownerId) },
        raiseId: await openRaise(tx),
      },
      paused: { workspace: isPaused, plan: planId !== null && pausedPlans.includes(planId) },
      persona: chosen?.persona ?? defaultPersona(actor.roles),
      industry: chosen?.industry ?? industryOf(industry),
      auditLevel,
      complianceLevel,
      suggestions: { open: counts.open, aboveThreshold: counts.above },
      trust: {
        ...trustMetrics({ mode, confidences, hasArtifact: counts.withPack > 0 }),
        dataQuality: await selectDataQuality(tx, planId),
      },
    };
  });
}
