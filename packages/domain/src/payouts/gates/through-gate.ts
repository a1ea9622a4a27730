import { missingTo } from '../../attainment/attainment.ts';
import { countedAttainment } from '../../attainment/weighted-average.ts';
import { type Decimal, HUNDRED, ONE, plain, ZERO } from '../../base/decimal.ts';
import { money, percent } from '../../base/figures.ts';
import { moneyText } from '../../base/money.ts';
import { addRatios, compareRatios, type Ratio, ratio, scale } from '../../base/ratio.ts';
import {
  type AveragedTerms,
  type AverageTerms,
  type GateTerms,
  type LineTerms,
  measured,
  type Tally,
} from '../line-terms.ts';
import type { NextTier } from '../payout.ts';
import { upToUnit } from '../rates/credit-units.ts';
import { looksAtEachDeal } from '../rates/rate-pay.ts';
import type { OtherComponent } from '../rates/target-share.ts';
import { moreCredit, paidAt } from '../windows/window-pay.ts';

/** One component whose credit alone would open a gate: how much more of it, and how the gate's percent is called. */
interface Way {
  readonly other: OtherComponent;
  readonly needed: Decimal;
  readonly at: string;
}

/**
 * What opens a closed gate (PAY-17), where more credit on one component alone does: on the one that is missing, or in an average on
 * the one whose attainment has the least way to go. Null where it takes several, and where that credit would also change what
 * else the line looks at, so that nobody could say what it would then pay.
 */
export function throughGate(
  terms: LineTerms,
  { before, tally, amount }: { readonly before: Tally; readonly tally: Tally; readonly amount: Decimal },
): NextTier | null {
  const { gate, plan } = terms;
  if (gate === null || gate.open) return null;
  // What each deal paid by itself was paid without the higher rates, so it does not say what the open gate would pay.
  if (gate.closes === 'higher-rates' && !tally.dealsPay.eq(ZERO)) return null;
  const way = wayThrough(terms, gate);
  if (way === null) return null;
  const { other, needed, at } = way;
  const opened = { ...terms, rate: gate.openRate, gate: { ...gate, open: true } };
  const own = other.component.id === terms.component.id;
  const wouldPay = paidAt(opened, before, own ? moreCredit(opened, tally, needed) : tally);
  if (wouldPay.lte(ZERO) || wouldPay.lte(amount)) return null;
  const message = `Another ${measured(other.component, plan, needed)} on ${other.component.name} opens the gate at ${at}; the line would then pay ${money(wouldPay, plan.currency)} ${plan.currency}.`;
  return { message, needed: plain(needed), wouldPay: moneyText(wouldPay, plan.currency) };
}

/** How much more of its own credit would open a line's closed gate, where its average counts the line itself; else null. */
export function ownWayThrough({ gate, component, plan }: LineTerms): Decimal | null {
  if (gate === null || gate.open || gate.average === null) return null;
  const own = gate.average.parts.find((part) => part.component.id === component.id);
  const needed = own === undefined ? null : neededOf(own, gate.average);
  return needed === null ? null : upToUnit(component, plan, needed);
}

function wayThrough(terms: LineTerms, gate: GateTerms): Way | null {
  if (gate.average !== null) return throughAverage(terms, gate.average);
  const [missing, ...further] = gate.conditions.filter(({ reached }) => !reached);
  if (missing === undefined || further.length > 0 || looksOtherwise(terms, missing)) return null;
  const { component, credited, quota, atLeastPercent } = missing;
  if (quota === null || quota.lte(ZERO)) return null;
  const needed = upToUnit(component, terms.plan, missingTo(atLeastPercent, credited, quota));
  return { other: missing, needed, at: percent(atLeastPercent) };
}

function throughAverage(terms: LineTerms, average: AverageTerms): Way | null {
  const ways = average.parts.flatMap((other) => {
    const needed =
      isOwnPerDeal(terms, other) || looksOtherwise(terms, other) ? null : neededOf(other, average);
    return needed === null || other.quota === null ? [] : [{ other, needed, quota: other.quota }];
  });
  const far = (way: (typeof ways)[number]) => ({
    over: way.needed.over,
    under: way.needed.under.times(way.quota),
  });
  const [nearest] = ways.toSorted((a, b) => compareRatios(far(a), far(b)));
  if (nearest === undefined) return null;
  const { other, needed } = nearest;
  const at = `an average of ${percent(average.atLeastPercent)}`;
  return { other, needed: upToUnit(other.component, terms.plan, needed), at };
}

/** How much more credit on one part alone brings the average to its percent, exact; null where none does, as no more counts. */
function neededOf(
  { component, credited, quota, weightPercent }: AveragedTerms,
  { parts, atLeastPercent, maxPercent }: AverageTerms,
): Ratio | null {
  let others = ratio(ZERO);
  for (const { attained, ...part } of parts) {
    if (attained === null) return null;
    if (part.component.id === component.id) continue;
    others = addRatios(others, scale(countedAttainment(attained, maxPercent), part.weightPercent));
  }
  if (quota === null) return null;
  // weight × attainment must come to the percent less what the others bring
  const left = addRatios(ratio(atLeastPercent), scale(others, ZERO.minus(ONE)));
  const attained = { over: left.over, under: left.under.times(weightPercent) };
  if (maxPercent !== null && compareRatios(attained, ratio(maxPercent, HUNDRED)) > 0) return null;
  return addRatios(scale(attained, quota), ratio(credited.neg()));
}

/** A table on each deal by itself: what one more deal would pay is not known. */
function isOwnPerDeal(terms: LineTerms, { component }: OtherComponent): boolean {
  return component.id === terms.component.id && looksAtEachDeal(terms);
}

/** Whether the line looks at a component for its multiplier or its matrix too. */
function looksOtherwise({ multiplier, rate }: LineTerms, { component }: OtherComponent): boolean {
  const matrix = rate.kind === 'target' && rate.share.of === 'matrix' ? rate.share.other : null;
  return [multiplier, matrix].some((looked) => looked?.component.id === component.id);
}
