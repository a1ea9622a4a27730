import { type Decimal, decimal, HUNDREDTH } from '../../base/decimal.ts';
import { minorDigits, roundTogether } from '../../base/money.ts';
import { type CreditShare, countOf } from '../../crediting/credit-deal.ts';
import { exchanged } from '../../crediting/exchange.ts';
import type { LineTerms } from '../line-terms.ts';

/** Whether the parts of a split deal are rounded together (PAY-44): where the plan says so and each deal has a pay of its own. */
export function roundsSplits({ plan, rate }: LineTerms): boolean {
  if (plan.rounding.splits !== 'largest-remainder') return false;
  return (
    rate.kind === 'rate' ||
    rate.kind === 'dated-rate' ||
    rate.kind === 'icr' ||
    ('per' in rate && rate.per === 'deal')
  );
}

/** Whether a credit is a part of a deal that is divided among several. */
export function isPart({ role, deal }: Pick<CreditShare, 'role' | 'deal'>): boolean {
  return role === 'split' && deal.splits.length > 1;
}

/** The terms of a line none of whose credits is a part: paid the same, without anything to round together. */
export function withoutSplits(terms: LineTerms, anyPart: boolean): LineTerms {
  if (anyPart || !roundsSplits(terms)) return terms;
  const { mode } = terms.plan.rounding;
  return { ...terms, plan: { ...terms.plan, rounding: { mode } } };
}

/**
 * What a part of a split deal pays in whole minor units, times `under` (PAY-44). `pay` is what the line's rate pays on a credit,
 * times `under`: every part of the deal is looked at by this payee's rate, so nothing of the others' is needed.
 */
export function roundedPart(
  terms: LineTerms,
  share: CreditShare,
  { pay, under }: { readonly pay: (credited: Decimal) => Decimal; readonly under: Decimal },
): Decimal {
  const { currency, rounding } = terms.plan;
  const whole = wholeCredit(terms, share);
  // ties go to the earlier part, so the parts need an order of their own
  const splits = share.deal.splits.toSorted((a, b) => (a.participantId < b.participantId ? -1 : 1));
  const parts = splits.map(({ sharePercent }) => pay(whole.times(decimal(sharePercent)).times(HUNDREDTH)));
  const rounded = roundTogether(parts, under, { digits: minorDigits(currency), mode: rounding.mode });
  const own = splits.findIndex(({ participantId }) => participantId === share.participantId);
  return rounded[own]!.times(under);
}

/** What the deal would count undivided, in the line's measure. */
function wholeCredit({ component }: LineTerms, { deal, exchange, factor }: CreditShare): Decimal {
  const stated = decimal(deal.amount);
  const whole = component.measure.of === 'deals' ? countOf(stated) : exchanged(stated, exchange);
  return factor === undefined ? whole : whole.times(decimal(factor.percent)).times(HUNDREDTH);
}
