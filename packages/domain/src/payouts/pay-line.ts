import { attainmentOf, attainmentPercent } from '../attainment/attainment.ts';
import { type Decimal, plain, ZERO } from '../base/decimal.ts';
import { money } from '../base/figures.ts';
import { minorText, moneyText, roundMoney } from '../base/money.ts';
import { type Ratio, ratio, scale } from '../base/ratio.ts';
import type { CreditShare } from '../crediting/credit-deal.ts';
import { lineText } from './explain.ts';
import { carriedFigures, carriedSteps, payable } from './limits/carried.ts';
import type { LineTerms } from './line-terms.ts';
import { factorSteps, factorTotals } from './measures/factor-totals.ts';
import { modifiedPay, weightOf } from './modifiers.ts';
import type { Credit, PaidLine, PayoutLine, Step } from './payout.ts';
import { nextTier } from './rates/next-tier.ts';
import { tableParts } from './tier-table.ts';
import { creditOf, paidAt, settledPay, tallyBefore, withCredit } from './windows/window-pay.ts';
import { creditSteps, deductionStep, windowFigures } from './windows/window-steps.ts';

/**
 * What each credit of a line added to its rounded pay, in minor units of the plan's currency and in the order of the credits;
 * null where whoever is asked does not know. Must be what the walk over the credits finds: the line is refused otherwise.
 */
export type Earnings = (line: LineToPay, credited: readonly Decimal[]) => readonly bigint[] | null;

/** Everything a line is computed from. */
export interface LineToPay {
  readonly terms: LineTerms;
  readonly shares: readonly CreditShare[];
}

/** One payable line: the amount with its credits, steps, sentence and rules, all from one walk over the credits. */
export function payLine(
  terms: LineTerms,
  shares: readonly CreditShare[],
  earnings: Earnings = () => null,
): PayoutLine {
  const { plan, component, participant } = terms;
  const { credits, before, tally, parts, nothing, paid } = walk(terms, shares, earnings);
  const factors = factorTotals(terms, shares);
  const steps: Step[] = [...factorSteps(terms, factors), ...creditSteps(terms, shares.length, before, tally)];
  const base = settledPay(terms, before, tally, steps, parts);
  const exact = modifiedPay(terms, base, steps);
  const amount = paidAt(terms, before, tally);
  if (!amount.eq(paid)) throw new Error(`${participant.id}, ${component.id}: deals do not sum to the line.`);
  closingSteps(terms, exact, steps);
  carriedSteps(terms, exact, amount, steps);
  deductionStep(terms, amount, steps);
  const carried = carriedFigures(terms, exact, amount, nothing);
  const deals = new Set(shares.map(({ deal }) => deal.id)).size;
  return {
    ...standingFigures(terms, tally.total),
    credited: plain(tally.total.minus(before.total)),
    amount: moneyText(amount, plan.currency),
    message: lineText(terms, {
      amount,
      base,
      tally,
      before,
      deals,
      credits: shares.length,
      factors,
      ...carried,
    }),
    steps,
    rules: [...new Set([...shareRules(terms, shares), ...steps.map((step) => step.rule)])],
    nextTier: nextTier(terms, { before, tally, amount }),
    credits,
    ...carried,
    ...windowFigures(terms, tally, nothing),
  };
}

/** Whose line it is, and what it stands at with so much credit measured. */
export function standingFigures(
  terms: LineTerms,
  measured: Decimal,
): Pick<PaidLine, 'participantId' | 'componentId' | 'currency' | 'quota' | 'attainmentPercent' | 'target'> {
  const { plan, component, participant, quota } = terms;
  const attained = attainmentOf(measured, quota?.amount ?? null);
  const target = componentTarget(terms);
  return {
    participantId: participant.id,
    componentId: component.id,
    currency: plan.currency,
    quota: quota === null ? null : plain(quota.amount),
    attainmentPercent: attained === null ? null : attainmentPercent(attained),
    target:
      target === null
        ? null
        : moneyText(roundMoney(target, plan.currency, plan.rounding.mode), plan.currency),
  };
}

/** Target pay of the component for what is measured; null where the rate does not ask for one. */
function componentTarget(terms: LineTerms): Ratio | null {
  if (terms.rate.kind === 'icr') return terms.rate.target;
  return terms.rate.kind === 'target' ? scale(terms.rate.target, weightOf(terms)) : null;
}

/**
 * Goes through the credits in their order and gives each what it added to the rounded running pay (PAY-14): because the
 * first starts from nothing sold and each starts where the one before ended, they sum to the line to the cent.
 */
function walk(terms: LineTerms, shares: readonly CreditShare[], earnings: Earnings) {
  const { plan, component, rate } = terms;
  const { currency } = plan;
  const table = rate.kind === 'table' && rate.per === 'deal' ? rate.table : null;
  const credits: Credit[] = [];
  const parts = new Map<number, Decimal>();
  const before = tallyBefore(terms);
  let tally = before;
  // Without any credit only what was carried here is paid, or what a window is due of before.
  const nothing = terms.window === null ? payable(terms, ratio(ZERO)) : paidAt(terms, before, before);
  if (table && terms.window?.settle === 'deduct') {
    for (const share of terms.window.shares) addParts(parts, tableParts(table, creditOf(terms, share)));
  }
  let paid = nothing;
  const credited = shares.map((share) => creditOf(terms, share));
  const known = earnings({ terms, shares }, credited);
  for (const [i, share] of shares.entries()) {
    const credit = credited[i]!;
    if (table) addParts(parts, tableParts(table, credit));
    tally = withCredit(terms, tally, share);
    if (known !== null) {
      credits.push(toCredit(share, component.id, credit, minorText(known[i]!, currency)));
      continue;
    }
    const running = paidAt(terms, before, tally);
    credits.push(toCredit(share, component.id, credit, moneyText(running.minus(paid), currency)));
    paid = running;
  }
  if (known !== null)
    paid = nothing.plus(
      minorText(
        known.reduce((all, one) => all + one, 0n),
        currency,
      ),
    );
  return { credits, before, tally, parts, nothing, paid };
}

/** A credit of a line with what it earned, as text. */
export function toCredit(share: CreditShare, componentId: string, credited: Decimal, earned: string): Credit {
  return {
    dealId: share.deal.id,
    participantId: share.participantId,
    componentId,
    date: share.deal.date,
    credited: plain(credited),
    sharePercent: share.sharePercent,
    role: share.role,
    through: share.through,
    exchange: share.exchange?.shown ?? null,
    ...(share.factor && { factor: share.factor }),
    earned,
  };
}

function addParts(all: Map<number, Decimal>, more: ReadonlyMap<number, Decimal>): void {
  for (const [i, part] of more) all.set(i, (all.get(i) ?? ZERO).plus(part));
}

/** The steps after the order: the mirror for debits, and the rounding where it changes something. */
function closingSteps(terms: LineTerms, exact: Ratio, steps: Step[]): void {
  const { currency, rounding } = terms.plan;
  const amount = roundMoney(exact, currency, rounding.mode);
  if (amount.lt(ZERO)) {
    const message = 'Returns exceed sales: what the same sales would have earned is taken back';
    const mirrored = { over: exact.over.abs(), under: exact.under };
    steps.push({
      rule: 'PAY-15',
      message,
      formula: `−(${money(mirrored, currency)})`,
      result: money(exact, currency),
    });
  }
  if (!amount.times(exact.under).eq(exact.over)) {
    const mode = rounding.mode === 'HALF_UP' ? 'half up' : 'half to even';
    const message = `Rounded once, ${mode}, to the smallest unit of ${currency}`;
    steps.push({ rule: 'PAY-13', message, formula: money(exact, currency), result: money(amount, currency) });
  }
}

function shareRules({ plan }: LineTerms, shares: readonly CreditShare[]): readonly string[] {
  const rules = new Set<string>();
  for (const share of shares) {
    if (share.role === 'split') rules.add('CREDIT-1');
    if (share.role === 'overlay') rules.add('CREDIT-12');
    if (share.role === 'roll-up') rules.add('CREDIT-13');
    if (share.exchange !== null) {
      const byDate = (plan.exchange?.on ?? 'deal-date') === 'deal-date';
      rules.add(share.exchange.inverse ? 'CREDIT-5' : byDate ? 'CREDIT-4' : 'CREDIT-16');
    }
    if (share.count.lt(ZERO)) rules.add('CREDIT-8');
  }
  return [...rules];
}
