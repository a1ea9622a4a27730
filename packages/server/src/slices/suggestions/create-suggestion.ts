import type { Suggestion, SuggestionClaim } from '@attain/contract/suggestions';
import type { Problem } from '@attain/domain/base/result';
import { changePlan } from '@attain/domain/plans/change-plan';
import { confidenceFaults } from '@attain/domain/suggestions/confidence';
import { touchedValues } from '@attain/domain/suggestions/touched-values';
import { visibleIdOf } from '@attain/domain/suggestions/visible-id';
import type { z } from 'zod';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import { valueHash } from '../../db/write.ts';
import { planDetail } from '../plans/plan-document.ts';
import { packEvidence } from './evidence/pack-evidence.ts';
import { shownTo } from './present-suggestion.ts';
import { insertSuggestion } from './suggestions-store.ts';

/**
 * Stores a suggestion about a plan for a decision; the plan stays unchanged. Its changes are first tried on the plan's
 * document. Throws NOT_FOUND for the plan, BAD_INPUT for an unknown component or payee, for changes that give no valid
 * plan document, and for a confidence without its formula.
 */
export async function createSuggestion(
  ctx: AppContext,
  actor: Actor,
  claim: z.infer<typeof SuggestionClaim>,
  workflowRunId: string | null = null,
): Promise<Suggestion> {
  mustAllow(actor, 'make:suggestions');
  const made = await ctx.write(actor, async (tx) => {
    const newest = await planDetail(tx, claim.planId, { today: ctx.today(actor) });
    const plan = newest.document;
    const problems: Problem[] = [...confidenceFaults(claim)];
    const { componentId, participantId } = claim;
    if (componentId !== null && !plan.components.some(({ id }) => id === componentId)) {
      const message = `The component was not found in “${newest.name}”.`;
      problems.push({ rule: 'SGR-2', path: 'componentId', message });
    }
    if (participantId !== null) {
      const known = await tx.client.query('SELECT 1 FROM participants WHERE id = $1', [participantId]);
      const message = 'Not found in this workspace.';
      if (known.rowCount === 0) problems.push({ rule: 'SGR-2', path: 'participantId', message });
    }
    const changed = changePlan(plan, claim.changes);
    if (!changed.ok) problems.push(...changed.problems);
    if (problems.length > 0) {
      throw new ApiError('BAD_INPUT', problems[0]?.message ?? 'The suggestion has errors.', { problems });
    }
    const id = newId();
    const { projectedSavings: savings, ...said } = claim;
    await insertSuggestion(tx, {
      ...said,
      id,
      visibleId: visibleIdOf(claim.title),
      savings,
      currency: plan.currency,
      touched: touchedValues(plan, claim.changes),
      documentHash: newest.documentHash,
      workflowRunId,
      createdBy: actor.userId,
    });
    tx.record({
      action: 'suggestion.made',
      object: { type: 'suggestion', id },
      after: valueHash(claim),
      evidence: claim.evidence.flatMap(({ hash }) => (hash === null ? [] : [hash])),
    });
    return shownTo(tx, actor, id);
  });
  return made.changes.length === 0 ? made : packed(ctx, actor, made.uuid);
}

/** The suggestion with its evidence, which a repeated request finds packed. */
async function packed(ctx: AppContext, actor: Actor, uuid: string): Promise<Suggestion> {
  const shown = () => ctx.read(actor, (tx) => shownTo(tx, actor, uuid));
  if ((await shown()).evidenceHash === null)
    await packEvidence(ctx, actor, { suggestionUuid: uuid, payees: null, people: null });
  return shown();
}
