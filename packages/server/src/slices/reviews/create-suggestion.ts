import type { Suggestion } from '@attain/contract/reviews/suggestions';
import type { Problem } from '@attain/domain/base/result';
import { changePlan } from '@attain/domain/plans/change-plan';
import { confidenceFaults } from '@attain/domain/reviews/confidence';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import { valueHash } from '../../db/write.ts';
import { planDetail } from '../plans/plan-document.ts';
import { insertSuggestion, type NewSuggestion, selectSuggestion } from './suggestion-store.ts';

/** What is proposed, and the run that proposes it, when it is one. */
type Claim = Omit<NewSuggestion, 'id' | 'currency' | 'createdBy' | 'workflowRunId'>;

/**
 * Stores a proposal about a plan for somebody to decide about; the plan stays as it is. What would change is tried on the
 * plan's document first. Refuses NOT_FOUND for the plan, BAD_INPUT for a component or payee that is not there, for changes
 * that make no plan document, and for a confidence without its formula.
 */
export function createSuggestion(
  ctx: AppContext,
  actor: Actor,
  claim: Claim,
  workflowRunId: string | null = null,
): Promise<Suggestion> {
  mustAllow(actor, 'make:suggestions');
  return ctx.write(actor, async (tx) => {
    const newest = await planDetail(tx, claim.planId, { today: ctx.clock.today() });
    const plan = newest.document;
    const problems: Problem[] = [...confidenceFaults(claim)];
    const { componentId, participantId } = claim;
    if (componentId !== null && !plan.components.some(({ id }) => id === componentId)) {
      const message = `The plan “${newest.name}” has no component with this id.`;
      problems.push({ rule: 'SUGG-2', path: 'componentId', message });
    }
    if (participantId !== null) {
      const known = await tx.client.query('SELECT 1 FROM participants WHERE id = $1', [participantId]);
      const message = 'There is none with this id in the workspace.';
      if (known.rowCount === 0) problems.push({ rule: 'SUGG-2', path: 'participantId', message });
    }
    const changed = changePlan(plan, claim.changes);
    if (!changed.ok) problems.push(...changed.problems);
    if (problems.length > 0) {
      throw new ApiError('BAD_INPUT', problems[0]?.message ?? 'This cannot be proposed.', { problems });
    }
    const id = newId();
    const currency = plan.currency;
    await insertSuggestion(tx, { ...claim, id, currency, workflowRunId, createdBy: actor.userId });
    tx.record({
      action: 'suggestion.made',
      object: { type: 'suggestion', id },
      after: valueHash(claim),
      evidence: claim.evidence.flatMap(({ hash }) => (hash === null ? [] : [hash])),
    });
    return found(await selectSuggestion(tx, id), 'suggestion');
  });
}
