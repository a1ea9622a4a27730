import { type Decimal, decimal, ZERO } from '../../base/decimal.ts';
import { bracketed, money } from '../../base/figures.ts';
import { moneyText, roundMoney } from '../../base/money.ts';
import type { Period } from '../../base/period.ts';
import { compareRatios, type Ratio } from '../../base/ratio.ts';
import type { LineTerms, Trace } from '../line-terms.ts';
import { limitText, moneyLimit } from '../modifiers.ts';
import type { EarlierPay, PayoutLine } from '../payout.ts';
import { lowerOf } from './limit-formula.ts';

/**
 * What is paid of a pay: rounded once (PAY-13), joined with what earlier periods carried here, and held to the limits whose
 * excess is carried (PAY-33). What they carried comes first, so that it is paid before what this period adds.
 */
export function payable(terms: LineTerms, exact: Ratio): Decimal {
  const claim = claimOf(terms, exact);
  const max = carryingLimit(terms);
  if (max === null || claim.abs().lte(max)) return claim;
  return claim.lt(ZERO) ? max.neg() : max;
}

/**
 * What earlier periods carried into this one for a component: what left the latest of them (PAY-33); zero when none did.
 * `earlier` holds one participant's pay only.
 */
export function carriedInto(componentId: string, period: Period, earlier: readonly EarlierPay[]): Decimal {
  let latest: EarlierPay | null = null;
  for (const one of earlier) {
    if (one.componentId !== componentId || one.to >= period.from) continue;
    if (latest === null || one.to > latest.to) latest = one;
  }
  return latest === null ? ZERO : decimal(latest.carried);
}

/** The figures of a line that carries, or that something was carried to; nothing for all other lines. */
export function carriedFigures(
  terms: LineTerms,
  exact: Ratio,
  amount: Decimal,
  nothing: Decimal,
): Pick<PayoutLine, 'carriedIn' | 'carriedPaid' | 'carriedOut'> {
  if (!carries(terms)) return {};
  const { currency } = terms.plan;
  return {
    carriedIn: moneyText(terms.carriedIn, currency),
    carriedPaid: moneyText(nothing, currency),
    carriedOut: moneyText(claimOf(terms, exact).minus(amount), currency),
  };
}

/** The steps of what came in and what goes on. */
export function carriedSteps(
  terms: LineTerms,
  exact: Ratio,
  amount: Decimal,
  trace: NonNullable<Trace>,
): void {
  if (!carries(terms)) return;
  const { currency } = terms.plan;
  const claim = claimOf(terms, exact);
  const earned = claim.minus(terms.carriedIn);
  if (!terms.carriedIn.eq(ZERO)) {
    const formula = `${money(earned, currency)} + ${bracketed(money(terms.carriedIn, currency))}`;
    const message = 'What earlier periods carried here joins';
    trace.push({ rule: 'PAY-33', message, formula, result: money(claim, currency) });
  }
  const max = carryingLimit(terms);
  if (max === null) return;
  const left = claim.minus(amount);
  const names = terms.limits.carried.map((limit) => limitText(terms, limit)).join(' and ');
  const message = left.eq(ZERO)
    ? `The limit of ${names} is not reached`
    : `The limit of ${names} holds; ${money(left, currency)} ${endWords(terms) ?? 'is carried into the next period'}`;
  const formula = lowerOf(claim, money(max, currency), (size) => money(size, currency));
  trace.push({ rule: 'PAY-33', message, formula, result: money(amount, currency) });
}

/** What becomes of what is over the limit in the last period of a component; null while periods follow. */
export function endWords({ component, period }: LineTerms): string | null {
  const last = component.effective?.to ?? null;
  return last !== null && last <= period.to ? `is left when the component ends on ${last}` : null;
}

/** Whether the line has something to say about carrying. */
export function carries(terms: LineTerms): boolean {
  return terms.limits.carried.length > 0 || !terms.carriedIn.eq(ZERO);
}

function claimOf(terms: LineTerms, exact: Ratio): Decimal {
  const { currency, rounding } = terms.plan;
  return roundMoney(exact, currency, rounding.mode).plus(terms.carriedIn);
}

/** The lowest of the limits whose excess is carried, in money; they stand at the end of the order, so weight is applied. */
export function carryingLimit(terms: LineTerms): Decimal | null {
  const { currency, rounding } = terms.plan;
  const limits = terms.limits.carried.map((limit) => moneyLimit(terms, limit, true));
  if (limits.length === 0) return null;
  const lowest = limits.reduce((low, limit) => (compareRatios(limit, low) < 0 ? limit : low));
  return roundMoney(lowest, currency, rounding.mode);
}
