import type { Suggestion } from '@attain/contract/suggestions';
import { changePlan } from '@attain/domain/plans/change-plan';
import type { Plan } from '@attain/domain/plans/plan';
import { isApplicable } from '@attain/domain/suggestions/moves';
import { changedSince, type TouchedValue } from '@attain/domain/suggestions/touched-values';
import { undoChanges } from '@attain/domain/suggestions/undo-changes';
import type { AppContext } from '../../app-context.ts';
import { type Actor, ATTAIN_ID, mustAllow } from '../../base/actor.ts';
import { ApiError, must } from '../../base/api-error.ts';
import type { Act } from '../../db/act.ts';
import type { WriteTx } from '../../db/write.ts';
import { dropDraft } from '../plans/drop-draft.ts';
import { planDetail } from '../plans/plan-document.ts';
import { storeDocument } from '../plans/save-plan.ts';
import { endActs } from './act-attestation.ts';
import { lockForMove, moveAct } from './locked-suggestion.ts';
import { lowerIfDeclined } from './lower-autonomy.ts';
import { shownTo } from './present-suggestion.ts';
import { lockApplied, reopenApplied, type StoredSuggestion, updateDecision } from './suggestions-store.ts';

/**
 * Applies an open suggestion: writes its changes into the plan's draft, in the same transaction (SGR-5). Pay changes only
 * after another user activates the draft. Throws NOT_FOUND, POLICY_DENIED where a policy forbids it, and CONFLICT if it is
 * already decided or the plan changed so that it no longer applies.
 */
export function applySuggestion(
  ctx: AppContext,
  actor: Actor,
  decision: { id: string; reason: string },
): Promise<Suggestion> {
  mustAllow(actor, 'decide:suggestions');
  mustAllow(actor, 'edit:plans');
  return ctx.write(actor, async (tx) => {
    const { id, reason } = decision;
    const { uuid, act } = await applyWithin(tx, { ctx, actor, id, reason, code: 'applied' });
    tx.record(act);
    return shownTo(tx, actor, uuid);
  });
}

/** The same inside a transaction that checked who decides; returns the act for the log. */
export async function applyWithin(
  tx: WriteTx,
  given: {
    ctx: AppContext;
    actor: Actor;
    id: string;
    reason: string;
    code: string;
    /** Attain’s own act, with the request to attest to it. */
    alone?: { readonly attestationId: string };
  },
): Promise<{ uuid: string; act: Act }> {
  const { ctx, actor, id, reason, code, alone } = given;
  const { suggestion, status } = await lockForMove(tx, { ctx, actor, id, move: 'apply' });
  mustChangePlan(suggestion);
  await ctx.policies.guardApply(tx, actor, suggestion);
  const written = suggestion.changes.length === 0 ? null : await write(tx, { actor, suggestion });
  await updateDecision(tx, suggestion.uuid, {
    status,
    decidedBy: alone === undefined ? actor.userId : ATTAIN_ID,
    decidedAt: ctx.clock.now().toISOString(),
    decisionReason: reason,
    draftVersion: written?.version ?? null,
    applied: written?.applied ?? null,
    attestationId: alone?.attestationId ?? null,
  });
  const hashes = written === null ? {} : { before: written.before, after: written.after };
  const act = { ...moveAct(suggestion, { action: 'applied', code, text: reason }), ...hashes };
  return { uuid: suggestion.uuid, act };
}

/** Records are changed by a person with an import, and a finding changes nothing: neither is applied. */
function mustChangePlan({ claim, changes, analyser, title }: StoredSuggestion): void {
  if (claim === null || isApplicable({ changes, analyser })) return;
  const how =
    claim.recordChange === null
      ? 'Reject or override it once you have looked at it.'
      : 'Import the changed records instead.';
  throw new ApiError('CONFLICT', `“${title}” changes no plan, so it can’t be applied. ${how}`);
}

/** What applying wrote: the version, its hashes, and the documents for an undo. */
async function write(tx: WriteTx, { actor, suggestion }: { actor: Actor; suggestion: StoredSuggestion }) {
  const { planId, touched } = suggestion;
  const documents: { before?: Plan; after?: Plan } = {};
  const written = await storeDocument(tx, actor, {
    planId,
    revision: null,
    change: (plan) => {
      mustHold(plan, { suggestion, touched });
      documents.before = plan;
      documents.after = must(changePlan(plan, suggestion.changes), 'CONFLICT', noLonger(suggestion));
      return documents.after;
    },
  });
  const { before, after } = documents;
  if (before === undefined || after === undefined) throw new Error('The plan was stored without a change.');
  return { ...written, applied: { before, after } };
}

const noLonger = ({ title }: StoredSuggestion) =>
  `The plan has changed since “${title}” was created, so its changes no longer apply. Reject it or edit the plan.`;

/** Refuses a change of values that were edited since it was suggested. */
function mustHold(
  plan: Plan,
  { suggestion, touched }: { suggestion: StoredSuggestion; touched: readonly TouchedValue[] },
): void {
  const edited = changedSince(plan, touched);
  if (edited.length === 0) return;
  throw new ApiError('CONFLICT', noLonger(suggestion), {
    problems: edited.map(({ component, field }) => {
      const gone = component !== null && !plan.components.some(({ id }) => id === component);
      return {
        rule: gone ? 'PLAN-10' : 'SGR-5',
        path: [component, field].filter((part) => part !== null).join('.'),
        message: gone ? `The plan has no component “${component}”.` : 'Edited since it was suggested.',
      };
    }),
  });
}

/**
 * Takes an applied suggestion back out of the plan's draft (SGR-6). Throws NOT_FOUND, and CONFLICT if it is not applied, the
 * version was activated, or its values were edited again.
 */
export async function undoSuggestion(ctx: AppContext, actor: Actor, id: string): Promise<Suggestion> {
  mustAllow(actor, 'decide:suggestions');
  mustAllow(actor, 'edit:plans');
  const undone = await ctx.write(actor, async (tx) => {
    const { uuid, act } = await undoWithin(tx, { ctx, actor, id, code: 'undone' });
    tx.record(act);
    return shownTo(tx, actor, uuid);
  });
  await lowerIfDeclined(ctx, actor.tenantId);
  return undone;
}

/** The same inside a transaction that checked who decides; returns the act for the log. */
export async function undoWithin(
  tx: WriteTx,
  given: { ctx: AppContext; actor: Actor; id: string; code: string },
): Promise<{ uuid: string; act: Act }> {
  const { ctx, actor, id, code } = given;
  const { suggestion } = await lockForMove(tx, { ctx, actor, id, move: 'undo' });
  const written = suggestion.applied === null ? null : await takeOut(tx, { ctx, actor, suggestion });
  await updateDecision(tx, suggestion.uuid, null);
  await endActs(tx, [suggestion.uuid], ctx.clock);
  const hashes = written === null ? {} : { before: written.before, after: written.after };
  const text = 'The plan’s draft is as it was before.';
  return {
    uuid: suggestion.uuid,
    act: { ...moveAct(suggestion, { action: 'undone', code, text }), ...hashes },
  };
}

const byHand = 'Change the plan’s draft instead.';

async function takeOut(
  tx: WriteTx,
  given: { ctx: AppContext; actor: Actor; suggestion: StoredSuggestion },
): Promise<{ before: string; after: string }> {
  const { ctx, actor, suggestion } = given;
  const { planId, applied, draftVersion, title } = suggestion;
  if (applied === null) throw new Error('An applied change has its documents.');
  await lockApplied(tx, planId);
  const plan = await planDetail(tx, planId, { today: ctx.today(actor) });
  const newest = plan.versions[0];
  if (newest?.version !== draftVersion || newest.status !== 'Draft' || newest.activatedAt !== null)
    throw new ApiError('CONFLICT', `“${title}” is part of a version that was activated. ${byHand}`);
  const undone = await storeDocument(tx, actor, {
    planId,
    revision: null,
    change: (current) =>
      must(
        undoChanges(applied, current),
        'CONFLICT',
        `“${title}” can’t be undone: its values were edited. ${byHand}`,
      ),
  });
  const earlier = plan.versions[1];
  // Nothing remains in the draft that applying opened.
  if (earlier !== undefined && earlier.documentHash === undone.after) {
    const { version } = await dropDraft(tx, { id: planId, documentHash: undone.after });
    await endActs(tx, await reopenApplied(tx, { planId, version }), ctx.clock);
  }
  return { before: undone.before, after: undone.after };
}
