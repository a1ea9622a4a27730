import { setImmediate } from 'node:timers/promises';
import type { SuggestionNow } from '@attain/contract/suggestions';
import { exposesFewPayees, seesSinglePay } from '@attain/domain/access/small-groups';
import { decimal, plain } from '@attain/domain/base/decimal';
import { resultOf } from '@attain/domain/base/steps';
import type { History } from '@attain/domain/findings/pay-history';
import { changePlan } from '@attain/domain/plans/change-plan';
import { replayCourse } from '@attain/domain/simulations/replay';
import { analysisCourse } from '@attain/domain/suggestions/analysers/analyse';
import { analysers } from '@attain/domain/suggestions/analysers/list';
import { isUnfinished } from '@attain/domain/suggestions/designed';
import { changedSince, sameJson } from '@attain/domain/suggestions/touched-values';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { countPayees, planHistories } from '../findings/plan-histories.ts';
import { importedRows } from '../imports/imported-rows.ts';
import { type AnalysedSubject, analysedSubject } from './analysed-subject.ts';
import { readAssistantSettings } from './assistant-settings.ts';
import { readOverlayTerms } from './overlay-terms.ts';
import { suggestionReach } from './suggestion-reach.ts';
import { type StoredSuggestion, selectSuggestion } from './suggestions-store.ts';

/** With more payees the user would wait too long; the next analysis computes it in the background. */
const MAX_PAYEES = 2_000;
/** So long the process works before other requests get their turn. */
const TURN_MS = 10;

/**
 * Computes a suggestion again on the newest version of its plan: whether its rule still proposes the same change, and what that saves
 * now (SGR-89). Apply All asks before each of its suggestions. Savings are null where they can't be computed or would show few payees'
 * pay. Changes nothing. Throws NOT_FOUND outside the actor's reach.
 */
export function computeAgain(ctx: AppContext, actor: Actor, id: string): Promise<SuggestionNow> {
  mustAllow(actor, 'decide:suggestions');
  const today = ctx.today(actor);
  const work = async (tx: TenantTx): Promise<SuggestionNow> => {
    const reach = await suggestionReach(tx, { actor, today });
    const row = found(await selectSuggestion(tx, id, reach), 'suggestion');
    if (row.changes.length === 0) return stillApplies(row, null);
    const subject = await subjectOf(tx, row, today);
    if (subject === null) return stillApplies(row, null);
    if (changedSince(subject.document, row.touched).length > 0)
      return noLonger(row, 'Its values were edited since it was suggested.');
    const histories = await historiesOf(tx, subject);
    if (histories.length === 0) return stillApplies(row, null);
    const own = analysers.filter(({ card }) => card.key === row.analyser);
    return own.length === 0
      ? stillApplies(row, await savingsOf(subject, { row, histories, actor }))
      : await ofRule(tx, { row, subject, histories, own, actor });
  };
  return ctx.read(actor, work, { snapshot: true });
}

const stillApplies = ({ currency }: StoredSuggestion, projectedSavings: string | null): SuggestionNow => ({
  stillApplies: true,
  reason: null,
  projectedSavings,
  currency,
});

const noLonger = ({ currency }: StoredSuggestion, reason: string): SuggestionNow => ({
  stillApplies: false,
  reason,
  projectedSavings: null,
  currency,
});

/** Null: there are no deals to compute it on. */
async function subjectOf(
  tx: TenantTx,
  { planId }: StoredSuggestion,
  today: string,
): Promise<AnalysedSubject | null> {
  try {
    return await analysedSubject(tx, planId, today);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_CALCULABLE') return null;
    throw error;
  }
}

/** None if there are too many payees. */
async function historiesOf(tx: TenantTx, { plan, span, people }: AnalysedSubject): Promise<History[]> {
  if ((await countPayees(tx, people, span)) > MAX_PAYEES) return [];
  const histories: History[] = [];
  for await (const { history } of planHistories(tx, { planId: people, plans: [plan], span, everyRate: true }))
    histories.push(history);
  return histories;
}

interface Asked {
  readonly row: StoredSuggestion;
  readonly histories: readonly History[];
  readonly actor: Actor;
}

/** What the change saves by a replay. */
async function savingsOf(
  { plan }: AnalysedSubject,
  { row, histories, actor }: Asked,
): Promise<string | null> {
  const changed = changePlan(plan, row.changes);
  if (!changed.ok || changed.value.currency !== plan.currency) return null;
  const course = replayCourse(changed.value, plan);
  await eachInTurn(histories, (history) => course.take(history));
  const { payees, winners, losers, baseline, draft } = course.summary();
  const isHidden = !seesSinglePay(actor.roles) && exposesFewPayees({ payees, changed: winners + losers });
  return payees === 0 || isHidden ? null : minus(baseline.cost, draft.cost);
}

const minus = (one: string, other: string) => plain(decimal(one).minus(decimal(other)));

/** Whether the rule that proposed it proposes it again, on the draft as it is now. */
async function ofRule(
  tx: TenantTx,
  given: Asked & { readonly subject: AnalysedSubject; readonly own: typeof analysers },
): Promise<SuggestionNow> {
  const { row, subject, histories, own, actor } = given;
  const course = analysisCourse({
    plan: subject.plan,
    isDesigned: isUnfinished(subject.document),
    isActive: subject.isActive,
    span: subject.span,
    analysers: own,
    thresholds: (await readAssistantSettings(tx)).settings.thresholds,
    records: await importedRows(tx),
    daysSinceImport: null,
    overlays: await readOverlayTerms(tx, { planId: row.planId, userId: actor.userId }),
    budget: 'It looks at one rule only.',
    seed: subject.documentHash,
    scenarios: 0,
    isDeclined: () => false,
  });
  await eachInTurn(histories, (history) => course.look(history));
  if (resultOf(course.beginReplay()) > 0) await eachInTurn(histories, (history) => course.replay(history));
  resultOf(course.beginDraw(''));
  const key = row.claim?.key;
  const { found, looked } = course.findings();
  const claim = found.find((one) => one.claim.key === key)?.claim;
  if (claim === undefined)
    return noLonger(row, looked.find((one) => one.key === key)?.message ?? 'Its rule is not met.');
  if (!sameJson(claim.changes, row.changes)) return noLonger(row, 'Its rule now proposes another change.');
  return stillApplies(row, claim.figures?.projectedSavings ?? null);
}

async function eachInTurn(histories: readonly History[], take: (history: History) => unknown): Promise<void> {
  let turn = performance.now();
  for (const history of histories) {
    take(history);
    if (performance.now() - turn < TURN_MS) continue;
    await setImmediate();
    turn = performance.now();
  }
}
