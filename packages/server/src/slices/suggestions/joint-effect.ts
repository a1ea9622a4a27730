import { setImmediate } from 'node:timers/promises';
import { exposesFewPayees, smallGroupSentence } from '@attain/domain/access/small-groups';
import { isLargeChange } from '@attain/domain/approvals/required-approvals';
import { counted } from '@attain/domain/base/figures';
import { spanOfWindows } from '@attain/domain/findings/pay-history';
import type { Plan } from '@attain/domain/plans/plan';
import { planChanges } from '@attain/domain/plans/plan-changes';
import { checkPlan } from '@attain/domain/plans/plan-checks';
import { comparable, replayCourse } from '@attain/domain/simulations/replay';
import { spanWords } from '@attain/domain/suggestions/figures/change-figures';
import { undoChanges } from '@attain/domain/suggestions/undo-changes';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { textFact } from '../approvals/text-fact.ts';
import { countPayees, planHistories } from '../findings/plan-histories.ts';
import type { PlanEffect } from '../plans/activate-plan.ts';
import { planDetail } from '../plans/plan-document.ts';
import { type AnalysedSubject, analysedSubject } from './analysed-subject.ts';
import { readWorkspaceFacts } from './assistant-store.ts';
import { selectAppliedDocuments } from './suggestions-store.ts';

/** With more payees the user would wait too long; a simulation runs in the background. */
const MAX_PAYEES = 2_000;
/** So long the process works before other requests get their turn. */
const TURN_MS = 10;

/**
 * What a version of a plan would have paid in the last year, with all its suggestions together, against the version that pays or paid
 * last or, before there is one, against the draft without its suggestions (SGR-87). Null for an unknown version, and for one with errors.
 * What can’t be computed says so, and never throws.
 */
export async function jointEffect(
  ctx: AppContext,
  actor: Actor,
  { id, documentHash }: { readonly id: string; readonly documentHash: string },
): Promise<PlanEffect | null> {
  mustAllow(actor, 'read:plans');
  const today = ctx.today(actor);
  const work = async (tx: TenantTx): Promise<PlanEffect | null> => {
    const newest = await planDetail(tx, id, { today });
    const version = newest.versions.find((one) => one.documentHash === documentHash)?.version;
    if (version === undefined) return null;
    const { document } = await planDetail(tx, id, { today, version });
    if (checkPlan(document).length > 0) return null;
    const subject = { ...(await analysedSubject(tx, id, today)), document };
    return { documentHash, ...(await figuresOf(tx, subject, await baselineOf(tx, { id, version, today }))) };
  };
  try {
    return await ctx.read(actor, work, { snapshot: true });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') throw error;
    if (error instanceof ApiError) return { documentHash, ...notComputed(error.message) };
    ctx.log.error({ err: error, planId: id }, 'the effect of a plan could not be computed');
    return { documentHash, ...notComputed('Attain could not compute it. Its log has the reason.') };
  }
}

const notComputed = (why: string) => ({
  figures: [textFact('Pay on past deals', `Not computed. ${why}`)],
  isLarge: false,
});

/** What a version is compared with: what pays or paid last, or its draft without its suggestions; null: nothing. */
async function baselineOf(
  tx: TenantTx,
  { id: planId, version, today }: { id: string; version: number; today: string },
): Promise<Plan | null> {
  const { activeVersion, versions, document } = await planDetail(tx, planId, { today, version });
  const activated = versions
    .filter(({ activatedAt }) => activatedAt !== null)
    .toSorted((one, other) => String(other.activatedAt).localeCompare(String(one.activatedAt)));
  const paid = activeVersion ?? activated[0]?.version;
  if (paid !== undefined) return (await planDetail(tx, planId, { today, version: paid })).document;
  const applied = await selectAppliedDocuments(tx, planId, version);
  let earlier = document;
  for (const one of applied) {
    const undone = undoChanges(one, earlier);
    if (!undone.ok) return null;
    earlier = undone.value;
  }
  return applied.length === 0 || checkPlan(earlier).length > 0 ? null : earlier;
}

async function figuresOf(
  tx: TenantTx,
  { document, people, ...subject }: AnalysedSubject,
  baseline: Plan | null,
): Promise<Omit<PlanEffect, 'documentHash'>> {
  const before = baseline ?? document;
  const other = comparable(document, before);
  if (other !== null) return notComputed(other.message);
  const span = spanOfWindows([document, before], subject.span);
  const count = await countPayees(tx, people, span);
  if (count === 0) return notComputed('The plan has no payees in the last year.');
  if (count > MAX_PAYEES)
    return notComputed(`The plan has more than ${MAX_PAYEES} payees. Run a simulation.`);
  const course = replayCourse(document, before);
  let turn = performance.now();
  for await (const { history } of planHistories(tx, { planId: people, plans: [document, before], span })) {
    course.take(history);
    if (performance.now() - turn < TURN_MS) continue;
    await setImmediate();
    turn = performance.now();
  }
  const { payees, unpaid, winners, losers, same, currency, change, ...costs } = course.summary();
  if (payees === 0) return notComputed(`The plan can pay none of its ${counted(unpaid, 'payee')}.`);
  const isCompared = baseline !== null;
  const pay = { before: costs.baseline.cost, after: costs.draft.cost, currency };
  // everyone who may read plans reads the request, and how many approvals it needs: that must not depend on the pay either
  if (exposesFewPayees({ payees, changed: winners + losers }))
    return { ...notComputed(smallGroupSentence), isLarge: planChanges(before, document).length > 0 };
  const isLarge = isCompared && isLargeChange(pay, (await readWorkspaceFacts(tx)).currency);
  const figures = [
    {
      label: `Pay of ${counted(payees, 'payee')} on the deals of ${spanWords(span)}`,
      before: isCompared ? pay.before : null,
      after: pay.after,
      change: isCompared ? change : null,
      currency,
      isTotal: true,
    },
    ...(isCompared
      ? [textFact('Payees who would earn less, more, the same', `${losers}, ${winners}, ${same}`)]
      : []),
    ...(unpaid > 0 ? [textFact('Payees who can’t be paid, in no total', String(unpaid))] : []),
  ];
  return { figures, isLarge };
}
