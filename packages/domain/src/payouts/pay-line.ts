import { attainmentOf, attainmentPercent } from '../attainment/attainment.ts';
import { type Decimal, plain, ZERO } from '../base/decimal.ts';
import { money } from '../base/figures.ts';
import { moneyText, roundMoney } from '../base/money.ts';
import { type Ratio, scale } from '../base/ratio.ts';
import type { CreditShare } from '../crediting/credit-deal.ts';
import { lineSays } from './explain.ts';
import { type LineTerms, measured, type Tally } from './line-terms.ts';
import { modifiedPay, weightOf } from './modifiers.ts';
import { nextTier } from './next-tier.ts';
import type { Credit, PayoutLine, Step } from './payout.ts';
import { ratePay } from './rate-pay.ts';
import { tableParts, tablePay } from './tier-table.ts';

/** One payable line: the amount with its credits, steps, sentence and rules, all from one walk over the credits. */
export function payLine(terms: LineTerms, shares: readonly CreditShare[]): PayoutLine {
  const { plan, component, participant, quota } = terms;
  const { credits, tally, parts } = walk(terms, shares);
  const steps: Step[] = creditSteps(terms, shares.length, tally.total);
  const base = ratePay(terms, tally, steps, parts);
  const exact = modifiedPay(terms, base, steps);
  const amount = roundMoney(exact, plan.currency, plan.rounding.mode);
  closingSteps(terms, exact, amount, steps);
  const attained = attainmentOf(tally.total, quota?.amount ?? null);
  const target = terms.rate.kind === 'target' ? scale(terms.rate.target, weightOf(terms)) : null;
  return {
    participantId: participant.id,
    componentId: component.id,
    currency: plan.currency,
    credited: plain(tally.total),
    quota: quota === null ? null : plain(quota.amount),
    attainmentPercent: attained === null ? null : attainmentPercent(attained),
    target:
      target === null
        ? null
        : moneyText(roundMoney(target, plan.currency, plan.rounding.mode), plan.currency),
    amount: moneyText(amount, plan.currency),
    say: lineSays(terms, { amount, base, tally, deals: shares.length }),
    steps,
    rules: [...new Set([...shareRules(shares), ...steps.map((step) => step.rule)])],
    nextTier: nextTier(terms, tally.total, amount, tally.dealsPay),
    credits,
  };
}

/**
 * Goes through the credits in their order and gives each what it added to the rounded running pay (PAY-14): because the
 * first starts from zero and each starts where the one before ended, they sum to the line to the cent.
 */
function walk(terms: LineTerms, shares: readonly CreditShare[]) {
  const { plan, component, rate } = terms;
  const table = rate.kind === 'table' ? rate.table : null;
  const perDeal = rate.kind === 'table' && rate.per === 'deal';
  const credits: Credit[] = [];
  const parts = new Map<number, Decimal>();
  let tally: Tally = { total: ZERO, dealsPay: ZERO };
  let paid = ZERO;
  for (const share of shares) {
    const credited = component.measure.of === 'deals' ? share.count : share.amount;
    const dealsPay = perDeal && table ? tally.dealsPay.plus(tablePay(table, credited)) : tally.dealsPay;
    if (perDeal && table) addParts(parts, tableParts(table, credited));
    tally = { total: tally.total.plus(credited), dealsPay };
    const running = roundMoney(
      modifiedPay(terms, ratePay(terms, tally, null), null),
      plan.currency,
      plan.rounding.mode,
    );
    credits.push(toCredit(share, component.id, credited, moneyText(running.minus(paid), plan.currency)));
    paid = running;
  }
  if (table && !perDeal) addParts(parts, tableParts(table, tally.total));
  return { credits, tally, parts };
}

function toCredit(share: CreditShare, componentId: string, credited: Decimal, earned: string): Credit {
  return {
    dealId: share.deal.id,
    participantId: share.participantId,
    componentId,
    date: share.deal.date,
    credited: plain(credited),
    sharePercent: share.sharePercent,
    exchange: share.exchange?.shown ?? null,
    earned,
  };
}

function addParts(all: Map<number, Decimal>, more: ReadonlyMap<number, Decimal>): void {
  for (const [i, part] of more) all.set(i, (all.get(i) ?? ZERO).plus(part));
}

/** The steps before the rate: what was credited, what was asked for, how far that is. */
function creditSteps(terms: LineTerms, deals: number, total: Decimal): Step[] {
  const { component, plan, quota, period } = terms;
  const shown = measured(component, plan, total);
  const noun = deals === 1 ? 'credit' : 'credits';
  const say = component.measure.of === 'deals' ? 'Deals counted in the period' : 'Credited in the period';
  const steps: Step[] = [{ rule: 'CREDIT-3', say, formula: `Σ of ${deals} ${noun}`, result: shown }];
  const attained = attainmentOf(total, quota?.amount ?? null);
  if (quota === null || attained === null) return steps;
  const asked = measured(component, plan, quota.amount);
  const from = quota.own ? "the component's own" : `for all that is measured in ${component.measure.unit}`;
  const formula = quota.parts === 1 ? asked : `Σ of ${quota.parts} quotas`;
  steps.push({
    rule: quota.parts === 1 ? 'QUOTA-1' : 'QUOTA-2',
    say: `Quota for ${period.key}, ${from}`,
    formula,
    result: asked,
  });
  const result = `${attainmentPercent(attained)}%`;
  steps.push({ rule: 'ATT-1', say: 'Attainment is credit ÷ quota', formula: `${shown} ÷ ${asked}`, result });
  return steps;
}

/** The steps after the order: the mirror for debits, and the rounding where it changes something. */
function closingSteps(terms: LineTerms, exact: Ratio, amount: Decimal, steps: Step[]): void {
  const { currency, rounding } = terms.plan;
  if (amount.lt(ZERO)) {
    const say = 'Returns exceed sales: what the same sales would have earned is taken back';
    const mirrored = { over: exact.over.abs(), under: exact.under };
    steps.push({
      rule: 'PAY-15',
      say,
      formula: `−(${money(mirrored, currency)})`,
      result: money(exact, currency),
    });
  }
  if (!amount.times(exact.under).eq(exact.over)) {
    const mode = rounding.mode === 'HALF_UP' ? 'half up' : 'half to even';
    const say = `Rounded once, ${mode}, to the smallest unit of ${currency}`;
    steps.push({ rule: 'PAY-13', say, formula: money(exact, currency), result: money(amount, currency) });
  }
}

function shareRules(shares: readonly CreditShare[]): readonly string[] {
  const rules = new Set<string>();
  for (const share of shares) {
    if (share.sharePercent !== '100') rules.add('CREDIT-1');
    if (share.exchange !== null) rules.add(share.exchange.inverse ? 'CREDIT-5' : 'CREDIT-4');
    if (share.count.lt(ZERO)) rules.add('CREDIT-8');
  }
  return [...rules];
}
