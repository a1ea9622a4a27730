import { type Decimal, decimal, plain, sum, ZERO } from '../../base/decimal.ts';
import { money } from '../../base/figures.ts';
import { moneyText, roundMoney } from '../../base/money.ts';
import type { Component, Plan } from '../../plans/plan.ts';
import { isUnderPlanCap, type Spiff } from '../../plans/terms.ts';
import type { Credit, EarlierPay, FundLeft, PayoutLine, Step } from '../payout.ts';
import { reducedMessage } from './reduced-sentence.ts';

/** What a payee asks of a SPIFF's fund for one deal, in the plan's currency, after the payee's own returns; below zero: given back. */
export interface FundClaim {
  readonly componentId: string;
  readonly participantId: string;
  readonly dealId: string;
  readonly date: string;
  readonly amount: string;
}

interface FundedComponent extends Component {
  readonly spiff: Spiff & { readonly fund: string };
}

/** The active components of a plan that pay from a fund. */
export function fundedComponents(plan: Plan): readonly FundedComponent[] {
  return plan.components.filter(
    (one): one is FundedComponent => one.status === 'Active' && (one.spiff?.fund ?? null) !== null,
  );
}

/**
 * The plan with endless funds: what it pays then is what is asked of the funds, and what one payee alone is paid (SIM-1). A plan
 * without funds is answered itself.
 */
export function withoutFunds(plan: Plan): Plan {
  if (plan.components.every(({ spiff }) => spiff?.fund == null)) return plan;
  const components = plan.components.map((one) =>
    one.spiff === undefined ? one : { ...one, spiff: { ...one.spiff, fund: null } },
  );
  return { ...plan, components };
}

/**
 * What a line asks of the fund deal by deal: sales and returns of the payee cancel out, the latest first, so that what is left
 * all points one way (PAY-36).
 */
export function claimsOf(line: PayoutLine): readonly FundClaim[] {
  const open: { readonly credit: Credit; amount: Decimal }[] = [];
  for (const credit of line.credits) {
    let amount = decimal(credit.earned);
    for (let last = open.at(-1); last?.amount.times(amount).lt(ZERO); last = open.at(-1)) {
      const both = last.amount.plus(amount);
      const lastRemains = both.times(last.amount).gt(ZERO);
      last.amount = lastRemains ? both : ZERO;
      amount = lastRemains ? ZERO : both;
      if (!lastRemains) open.pop();
    }
    if (!amount.eq(ZERO)) open.push({ credit, amount });
  }
  const byDeal = new Map<string, FundClaim>();
  for (const { credit, amount } of open) {
    const before = decimal(byDeal.get(credit.dealId)?.amount ?? '0');
    const { participantId, componentId, dealId, date } = credit;
    byDeal.set(dealId, { componentId, participantId, dealId, date, amount: plain(before.plus(amount)) });
  }
  return [...byDeal.values()];
}

/**
 * What is left of each fund when each claim's turn comes: by date, deal id and participant id (PAY-36). What earlier periods
 * have paid is spent; returns are settled in the mirror, from a fund as large, of which what they have taken back is spent.
 */
export function fundsLeft(
  plan: Plan,
  claims: readonly FundClaim[],
  earlier: readonly EarlierPay[],
): readonly FundLeft[] {
  return fundedComponents(plan).flatMap(({ id, spiff }) => {
    const paid = earlier.filter((one) => one.componentId === id && one.to >= spiff.from);
    const fund = roundMoney(decimal(spiff.fund), plan.currency, plan.rounding.mode);
    const amounts = paid.map(({ amount }) => decimal(amount));
    let left = unspent(fund, amounts);
    let mirrored = unspent(
      fund,
      amounts.map((amount) => amount.neg()),
    );
    const turns = claims.filter((claim) => claim.componentId === id).toSorted(byTurn);
    return turns.map(({ participantId, dealId, amount }) => {
      const asked = decimal(amount);
      const now = asked.lt(ZERO) ? mirrored : left;
      const rest = now.lt(asked.abs()) ? ZERO : now.minus(asked.abs());
      if (asked.lt(ZERO)) mirrored = rest;
      else left = rest;
      return { componentId: id, participantId, dealId, left: moneyText(now, plan.currency) };
    });
  });
}

/** What is left of a fund after what was paid from it; what was taken back does not fill it again. */
function unspent(fund: Decimal, amounts: readonly Decimal[]): Decimal {
  const left = fund.minus(sum(amounts.filter((amount) => amount.gt(ZERO))));
  return left.lt(ZERO) ? ZERO : left;
}

/** A SPIFF's line held to what the fund has left for it; `leftFor` gives what was left at a deal's turn. */
export function withinFund(
  line: PayoutLine,
  component: Component,
  plan: Plan,
  leftFor: (claim: FundClaim) => Decimal,
): PayoutLine {
  const { spiff } = component;
  if (spiff === undefined) return line;
  const { currency } = plan;
  const missing = new Map<string, Decimal>();
  for (const claim of spiff.fund === null ? [] : claimsOf(line)) {
    const asked = decimal(claim.amount);
    const over = asked.abs().minus(leftFor(claim));
    if (over.gt(ZERO)) missing.set(claim.dealId, asked.lt(ZERO) ? over.neg() : over);
  }
  const amount = decimal(line.amount).minus(sum(missing.values()));
  const steps = [...line.steps, ...spiffSteps(line, spiff, plan, amount)];
  return {
    ...line,
    amount: moneyText(amount, currency),
    message:
      missing.size === 0
        ? line.message
        : reducedMessage(line, {
            name: component.name,
            amount,
            currency,
            why: (before) => `of these ${before} ${fundHad(decimal(line.amount), amount, currency)}`,
          }),
    steps,
    rules: [...new Set([...line.rules, ...steps.map(({ rule }) => rule)])],
    // Whether the fund would have the money for more is not known here.
    nextTier: spiff.fund === null ? line.nextTier : null,
    credits: withoutMissing(line.credits, missing, currency),
  };
}

/** What of a line's pay the fund had; returns beyond the sales are taken back up to a fund as large. */
function fundHad(asked: Decimal, amount: Decimal, currency: string): string {
  const much = amount.eq(ZERO) ? null : money(amount.abs(), currency);
  if (asked.lt(ZERO)) {
    return much === null
      ? 'nothing is taken back: as much as the fund held already was'
      : `no more than ${much} goes back into the fund`;
  }
  return much === null ? 'nothing was left in the fund' : `only ${much} was left in the fund`;
}

function spiffSteps(line: PayoutLine, spiff: Spiff, plan: Plan, amount: Decimal): readonly Step[] {
  const asked = money(decimal(line.amount), plan.currency);
  const cap = isUnderPlanCap({ spiff }) ? "weights, inside the plan's cap" : "weights and the plan's cap";
  const days = `Only deals from ${spiff.from} to ${spiff.to} count, outside ${cap}`;
  const first = { rule: 'PAY-35', message: days, formula: asked, result: asked };
  const named: Step[] =
    spiff.participants === undefined
      ? []
      : [{ rule: 'PAY-41', message: namedText(spiff.participants.length), formula: asked, result: asked }];
  if (spiff.fund === null) return [first, ...named];
  const fund = money(decimal(spiff.fund), plan.currency);
  const covers = amount.eq(decimal(line.amount));
  const message = covers
    ? `The fund of ${fund} covers it`
    : `The fund of ${fund} is spent in the order of the deals; so much of it was left`;
  const result = money(amount, plan.currency);
  return [first, ...named, { rule: 'PAY-36', message, formula: `min(${asked}, what is left)`, result }];
}

function namedText(count: number): string {
  return count === 1 ? 'It is for you alone' : `It is for ${count} people it names, and you are one of them`;
}

/** Takes what the fund did not have from the credits of each deal, the last one first. */
function withoutMissing(
  credits: readonly Credit[],
  missing: Map<string, Decimal>,
  currency: string,
): readonly Credit[] {
  const reduced = credits.toReversed().map((credit) => {
    const lacks = missing.get(credit.dealId);
    const earned = decimal(credit.earned);
    if (lacks === undefined || earned.times(lacks).lte(ZERO)) return credit;
    const taken = lacks.abs().gt(earned.abs()) ? earned : lacks;
    missing.set(credit.dealId, lacks.minus(taken));
    return { ...credit, earned: moneyText(earned.minus(taken).plus(ZERO), currency) };
  });
  return reduced.toReversed();
}

/** By date, then deal id, then participant id; compared by code units, so that no locale can change an amount. */
function byTurn(a: FundClaim, b: FundClaim): number {
  return before(a.date, b.date) || before(a.dealId, b.dealId) || before(a.participantId, b.participantId);
}

function before(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
