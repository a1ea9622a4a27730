import { plain } from '../../../base/decimal.ts';
import type { Problem } from '../../../base/result.ts';
import { type CreditShare, creditDeal, dealDayFault } from '../../../crediting/credit-deal.ts';
import { type DealFactor, factored } from '../../../crediting/credit-factor.ts';
import type { Deal } from '../../../crediting/deal.ts';
import { dependencies } from '../../../plans/dependencies.ts';
import type { Component } from '../../../plans/plan.ts';
import { isEnrolledOn } from '../../../quotas/attendance.ts';
import { creditingTerms } from '../../measures/credit-all.ts';
import { isOfTeam, type PaySetting, type PlanSetting, type Rules } from '../../pay-setting.ts';
import type { CalculationInput } from '../../payout.ts';
import type { CreditOrigin } from './credit-columns.ts';
import { decimalsOf, inUnits } from './fraction.ts';
import { percentOf, type SmallAmount, smallAmount } from './small-amount.ts';
import type { TargetShape } from './target-shape.ts';

/** The credits of one component in their order, as numbers that binary floats hold exactly. */
export interface PlainCredits {
  readonly deals: Deal[];
  /** In whole units of 10^-`decimals`, each of its own. */
  readonly units: number[];
  readonly decimals: number[];
  readonly texts: string[];
  /** Null where every deal is credited whole, to its owner, in the plan's currency, and counts in full. */
  shares: (CreditOrigin | null)[] | null;
}

/** What is known of a plain plan and its period after some payees. */
export interface PlainPlan {
  /** Texts that are days. */
  readonly days: Set<string>;
  /** By component; null where it has none. */
  readonly shapes: Map<string, TargetShape | null>;
}

/**
 * Whether lines of a plan depend on nothing but their own credits, quota and target: nothing rolls up, waits for approval, counts
 * an own field, looks at another component or at more than the period.
 */
export function isPlainPlan({ rules }: Pick<PlanSetting, 'rules'>): boolean {
  return rules.every(
    (one) =>
      !isOfTeam(one) &&
      one.component.measure.own === undefined &&
      one.measured.window === null &&
      one.component.approval !== 'required' &&
      one.component.spiff?.participants === undefined &&
      dependencies(one.component).length === 0,
  );
}

/**
 * The credits of the one payee of a plain plan by component, as `creditAll`, `ordered` and `standing` find them; null where anything
 * is not as usual (a problem to be told, an order to be made, a number too large), so that those have to be asked. `days` are
 * known to be days; those that are found to be are added.
 */
export function plainCredits(
  input: CalculationInput,
  setting: PaySetting,
  days: Set<string>,
): readonly PlainCredits[] | null {
  const [payeeId] = input.payeeIds ?? [];
  if (payeeId === undefined || input.payeeIds?.length !== 1) return null;
  const { from, to } = setting.measured;
  const problems: Problem[] = [];
  const terms = creditingTerms(input, setting, problems);
  const attendance = setting.attendance(payeeId);
  const columns = setting.rules.map((rules) => ({
    rules,
    unit: rules.component.measure.unit,
    own: noCredits(),
  }));
  const counting: (typeof columns)[number][] = [];
  const ids = new Set<string>();
  let before: Deal | null = null;
  for (const deal of input.deals) {
    const { date, unit } = deal;
    if (!days.has(date)) {
      if (dealDayFault(deal) !== null) return null;
      days.add(date);
    }
    if (before !== null && !comesAfter(deal, before)) return null;
    before = deal;
    if (date < from || date > to) continue;
    if (ids.has(deal.id)) return null;
    ids.add(deal.id);
    counting.length = 0;
    for (const one of columns) if (one.unit === unit && one.rules.counts(deal)) counting.push(one);
    if (counting.length === 0) continue;
    const shares: readonly CreditShare[] | null = isWhole(deal, payeeId, input.plan.currency)
      ? null
      : creditDeal(deal, terms, problems);
    if (problems.length > 0) return null;
    if (attendance.enrolments !== null && !isEnrolledOn(attendance, date)) continue;
    for (const { own, rules } of counting) if (!credit(own, deal, { shares, rules, payeeId })) return null;
  }
  return problems.length > 0 ? null : columns.map(({ own }) => own);
}

function noCredits(): PlainCredits {
  return { deals: [], units: [], decimals: [], texts: [], shares: null };
}

/** Adds what a component counts of a deal; false where a number is too large. */
function credit(
  own: PlainCredits,
  deal: Deal,
  of: { readonly shares: readonly CreditShare[] | null; readonly rules: Rules; readonly payeeId: string },
): boolean {
  const { shares, rules, payeeId } = of;
  const factor = rules.factoring?.(deal) ?? null;
  if (shares === null)
    return factor === null ? addWhole(own, deal, rules) : addFactored(own, deal, factor, rules);
  const { measure } = rules.component;
  return shares.every(
    (share) => share.participantId !== payeeId || addShare(own, factored(share, factor, measure), rules),
  );
}

function comesAfter(deal: Deal, before: Deal): boolean {
  return deal.date > before.date || (deal.date === before.date && deal.id > before.id);
}

/** Whether all of a deal is the payee's, without anything to be looked up; its amount is looked at when it is read. */
function isWhole(deal: Deal, payeeId: string, currency: string): boolean {
  return (
    deal.participantId === payeeId &&
    deal.splits.length === 0 &&
    (deal.overlays === undefined || deal.overlays.length === 0) &&
    (deal.approvedOn === undefined || deal.approvedOn === null) &&
    (deal.unit !== '$' || deal.currency === currency) &&
    deal.id !== ''
  );
}

function addWhole(own: PlainCredits, deal: Deal, { component }: Rules): boolean {
  const credit = wholeOf(deal, component);
  if (credit === null) return false;
  add(own, deal, credit);
  own.shares?.push(null);
  return true;
}

/** The share of a whole deal that counts (CREDIT-17); false where a number is too large. */
function addFactored(own: PlainCredits, deal: Deal, factor: DealFactor, { component }: Rules): boolean {
  const whole = wholeOf(deal, component);
  const percent = smallAmount(factor.text);
  const credit = whole === null || percent === null ? null : percentOf(whole, percent);
  if (whole === null || credit === null) return false;
  own.shares ??= own.deals.map(() => null);
  add(own, deal, credit);
  const { text, where } = factor;
  own.shares.push({ ...WHOLE, factor: { percent: text, of: whole.text, where } });
  return true;
}

const WHOLE: CreditOrigin = { sharePercent: '100', role: 'direct', through: null, exchange: null };

/** All of a deal in the component's measure; null where its amount is too large. */
function wholeOf(deal: Deal, { measure }: Component): SmallAmount | null {
  const amount = smallAmount(deal.amount);
  return amount === null || measure.of !== 'deals' ? amount : countOf(amount.units);
}

function addShare(own: PlainCredits, share: CreditShare, { component }: Rules): boolean {
  const credit = component.measure.of === 'deals' ? share.count : share.amount;
  const decimals = decimalsOf(credit);
  const units = inUnits(credit, decimals);
  if (units === null) return false;
  own.shares ??= own.deals.map(() => null);
  add(own, share.deal, { units, decimals, text: plain(credit) });
  const { sharePercent, role, through, exchange, factor } = share;
  own.shares.push({
    sharePercent,
    role,
    through,
    exchange: exchange?.shown ?? null,
    ...(factor && { factor }),
  });
  return true;
}

function add(own: PlainCredits, deal: Deal, { units, decimals, text }: SmallAmount): void {
  own.deals.push(deal);
  own.units.push(units);
  own.decimals.push(decimals);
  own.texts.push(text);
}

const ONE_DEAL: SmallAmount = { units: 1, decimals: 0, text: '1' };
const ONE_RETURN: SmallAmount = { units: -1, decimals: 0, text: '-1' };
const NO_DEAL: SmallAmount = { units: 0, decimals: 0, text: '0' };

/** A deal counts one, a return takes one back, a deal of nothing counts nothing (CREDIT-8). */
function countOf(units: number): SmallAmount {
  return units === 0 ? NO_DEAL : units < 0 ? ONE_RETURN : ONE_DEAL;
}
