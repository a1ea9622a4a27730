import type { Suggestion } from '@attain/contract/reviews/suggestions';
import { changePlan } from '@attain/domain/plans/change-plan';
import type { Plan } from '@attain/domain/plans/plan';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found, must } from '../../base/api-error.ts';
import type { Act } from '../../db/act.ts';
import type { TenantTx } from '../../db/database.ts';
import { storeDocument } from '../plans/save-plan.ts';
import { lockSuggestion, selectSuggestion, updateDecided } from './suggestion-store.ts';

/**
 * Accepts an open suggestion: writes its changes into the plan's draft, in the same transaction (SUGG-5). Pay changes
 * only after another user activates the draft. Throws NOT_FOUND, and CONFLICT if it is already decided or the plan
 * changed so that it no longer applies.
 */
export function acceptSuggestion(
  ctx: AppContext,
  actor: Actor,
  decision: { id: string; reason: string },
): Promise<Suggestion> {
  mustAllow(actor, 'decide:suggestions');
  mustAllow(actor, 'edit:plans');
  return ctx.write(actor, async (tx) => {
    const { id, reason } = decision;
    const before = await openSuggestion(tx, id);
    const { planId, changes } = before;
    const written =
      changes.length === 0
        ? null
        : await storeDocument(tx, actor, { planId, revision: null, change: (plan) => changed(plan, before) });
    await decide(ctx, tx, actor, {
      ...{ id, status: 'accepted', reason, code: null },
      draftVersion: written?.version ?? null,
    });
    const hashes = written === null ? {} : { before: written.before, after: written.after };
    tx.record({ ...actOf(before, 'accepted', reason), ...hashes });
    return found(await selectSuggestion(tx, id), 'suggestion');
  });
}

/** Rejects an open suggestion, or overrides it with a reason category; no plan changes. Throws as accepting does. */
export function declineSuggestion(
  ctx: AppContext,
  actor: Actor,
  decision: { id: string; reason: string; code: NonNullable<Suggestion['decision']>['code'] },
): Promise<Suggestion> {
  mustAllow(actor, 'decide:suggestions');
  return ctx.write(actor, async (tx) => {
    const { id, reason, code } = decision;
    const before = await openSuggestion(tx, id);
    const status = code === null ? 'rejected' : 'overridden';
    await decide(ctx, tx, actor, { id, status, reason, code, draftVersion: null });
    tx.record(actOf(before, code ?? status, reason, status));
    return found(await selectSuggestion(tx, id), 'suggestion');
  });
}

async function openSuggestion(tx: TenantTx, id: string): Promise<Suggestion> {
  const before = found(await lockSuggestion(tx, id), 'suggestion');
  if (before.status === 'open') return before;
  throw new ApiError('CONFLICT', `“${before.title}” was already ${before.status}.`);
}

type Decided = Omit<Parameters<typeof updateDecided>[1], 'by' | 'at'>;

async function decide(ctx: AppContext, tx: TenantTx, actor: Actor, decided: Decided): Promise<void> {
  const at = ctx.clock.now().toISOString();
  await updateDecided(tx, { ...decided, by: actor.userId, at });
}

function changed(plan: Plan, { title, changes }: Suggestion): Plan {
  return must(
    changePlan(plan, changes),
    'CONFLICT',
    `The plan has changed since “${title}” was created, so its changes no longer apply. Reject it or edit the plan.`,
  );
}

function actOf(
  { id, evidence }: Suggestion,
  code: string,
  text: string,
  status: Suggestion['status'] = 'accepted',
): Act {
  return {
    action: `suggestion.${status}`,
    object: { type: 'suggestion', id },
    reason: { code, text },
    evidence: evidence.flatMap(({ hash }) => (hash === null ? [] : [hash])),
  };
}
