import { attainmentOf, attainmentWords } from '../../attainment/attainment.ts';
import { type Decimal, HUNDRED, ONE, ZERO } from '../../base/decimal.ts';
import { money, percent, shortPercent } from '../../base/figures.ts';
import { compareRatios, type Ratio, ratio, scale } from '../../base/ratio.ts';
import type { LineTerms, RateTerms } from '../line-terms.ts';
import { weightOf } from '../modifiers.ts';
import { speedSteps } from './target-pay.ts';
import { shareAt } from './target-share.ts';

type TargetTerms = Extract<RateTerms, { kind: 'target' }>;

/**
 * Why a target-based line pays its share: `150% of quota, counted up to 120%, is worth 120% of the 15,000.00 target`, with what
 * sped it up, slowed it down or held it. `counted` is what of the `total` the limit on attainment lets count, `base` what the rate pays.
 */
export function targetText(
  terms: LineTerms,
  rate: TargetTerms,
  { total, counted, base }: { readonly total: Decimal; readonly counted: Decimal; readonly base: Ratio },
): string {
  const rateOnly = terms.window?.settle === 'rate-only';
  const attained = attainmentOf(total, rate.quota);
  const attainedText = attained === null ? 'undefined' : attainmentWords(attained);
  const max = terms.limits.payoutPercent;
  const worth = shareAt(rate.share, counted.abs(), rate.quota, terms.plan);
  const held = max !== null && compareRatios(worth, ratio(max)) > 0;
  const signed = scale(worth, (counted.lt(ZERO) ? ONE.neg() : ONE).times(HUNDRED));
  const share = held && !rateOnly ? signed : percentOfTarget(base, rate.target);
  const of = money(scale(rate.target, weightOf(terms)), terms.plan.currency);
  const limited = held && max !== null ? `, limited to ${percent(max.times(HUNDRED))} of it` : '';
  const part = rateOnly ? "the period's part of " : '';
  return `${part}${attainedText} of quota${placeWords(terms, rate, counted.eq(total))} is worth ${shortPercent(share)} of the ${of} target${speedWords(terms, rate, counted)}${limited}`;
}

/** What attainment is held to and looked up in: `, counted up to 120%,`, ` by the pay curve`, `, with 85% on hygiene,`. */
function placeWords(terms: LineTerms, { share }: TargetTerms, whole: boolean): string {
  const max = terms.limits.attainment;
  const said: string[] = [];
  if (!whole && max !== null) said.push(`counted up to ${percent(max.times(HUNDRED))}`);
  if (share.of === 'matrix')
    said.push(`with ${percent(share.otherAttained)} on ${share.other.component.name}`);
  const between = said.length === 0 ? '' : `, ${said.join(', ')},`;
  return share.of === 'curve' ? `${between} by the pay curve` : between;
}

/** What an accelerator or decelerator counts how often. */
function speedWords(terms: LineTerms, { share, quota }: TargetTerms, counted: Decimal): string {
  if (share.of !== 'attainment') return '';
  const said = speedSteps(terms, share, counted.abs(), quota).map(
    ({ message }) => `${message.charAt(0).toLowerCase()}${message.slice(1)}`,
  );
  return said.length === 0 ? '' : `, as ${said.join(' and ')}`;
}

/** The percent of target that a pay stands for; of no target none. */
function percentOfTarget(pay: Ratio, target: Ratio): Ratio {
  if (target.over.eq(ZERO)) return ratio(ZERO);
  return { over: pay.over.times(target.under).times(HUNDRED), under: pay.under.times(target.over) };
}
