import { type Decimal, decimal, sum, ZERO } from '../../base/decimal.ts';
import { money } from '../../base/figures.ts';
import { allocate, minorDigits, moneyText, roundMoney } from '../../base/money.ts';
import { ratio } from '../../base/ratio.ts';
import type { Plan } from '../../plans/plan.ts';
import { isUnderPlanCap } from '../../plans/terms.ts';
import type { Credit, PayoutLine } from '../payout.ts';
import { mirrored } from './limit-formula.ts';
import { reducedMessage } from './reduced-sentence.ts';

/**
 * The lines of one participant within the plan's cap (PAY-34). SPIFFs stand outside unless they say otherwise. When the others sum to more than the cap,
 * those that pay are reduced in proportion, by largest remainder, so that all sum to the cap; lines that take back stay. A
 * total that takes back more than the cap is the mirror of that (PAY-15).
 */
export function withinPlanCap(lines: readonly PayoutLine[], plan: Plan): readonly PayoutLine[] {
  if (plan.planCap === undefined) return lines;
  const outside = new Set(plan.components.filter((one) => !isUnderPlanCap(one)).map((one) => one.id));
  const inside = lines.filter((line) => !outside.has(line.componentId));
  const cap = roundMoney(decimal(plan.planCap), plan.currency, plan.rounding.mode);
  const total = sum(inside.map((line) => decimal(line.amount)));
  if (total.abs().lte(cap)) {
    return lines.map((line) => (inside.includes(line) ? withinReach(line, cap.minus(total)) : line));
  }
  const reducible = inside.filter((line) => decimal(line.amount).times(total).gt(ZERO));
  const sizes = reducible.map((line) => decimal(line.amount).abs());
  // What lines the other way take off the total leaves as much more room under the cap.
  const back = sum(sizes).minus(total.abs());
  const left = cap.plus(back);
  const parts = allocate(left, sizes, minorDigits(plan.currency));
  const amounts = new Map(reducible.map((line, i) => [line, total.lt(ZERO) ? parts[i]!.neg() : parts[i]!]));
  return lines.map((line) => {
    const amount = amounts.get(line);
    return amount === undefined ? line : reduced(line, amount, { plan, total, back });
  });
}

/** A line whose next tier is only told when the plan's cap leaves room for what it would pay (PAY-17). */
function withinReach(line: PayoutLine, room: Decimal): PayoutLine {
  if (line.nextTier === null) return line;
  const more = decimal(line.nextTier.wouldPay).minus(line.amount);
  return more.lte(room) ? line : { ...line, nextTier: null };
}

function reduced(
  line: PayoutLine,
  amount: Decimal,
  { plan, total, back }: { readonly plan: Plan; readonly total: Decimal; readonly back: Decimal },
): PayoutLine {
  const { currency } = plan;
  const before = decimal(line.amount);
  const cap = money(decimal(plan.planCap ?? '0'), currency);
  const step = {
    rule: 'PAY-34',
    ...inProportion(before, { cap, total, back, currency }),
    result: money(amount, currency),
  };
  const sentence = reducedMessage(line, {
    name: plan.components.find(({ id }) => id === line.componentId)?.name ?? line.componentId,
    amount,
    currency,
    why: (asked) =>
      `of these ${asked} the plan's cap of ${cap} ${currency} for all components leaves ${money(amount.abs(), currency)}`,
  });
  const scaled = scaledCredits(line, amount, plan);
  return {
    ...line,
    ...scaled,
    amount: moneyText(amount, currency),
    message: sentence,
    steps: [...line.steps, step],
    rules: [...new Set([...line.rules, step.rule])],
    nextTier: null,
  };
}

/** The words and the arithmetic of one line's part of the cap; a total that takes back is the mirror of one that pays. */
function inProportion(
  before: Decimal,
  {
    cap,
    total,
    back,
    currency,
  }: { readonly cap: string; readonly total: Decimal; readonly back: Decimal; readonly currency: string },
): { readonly message: string; readonly formula: string } {
  const size = money(total.abs(), currency);
  const verb = total.lt(ZERO) ? 'take back' : 'come to';
  const none = back.eq(ZERO);
  const others = total.lt(ZERO) ? 'what others pay stays' : 'what others take back stays';
  const message = `All components ${verb} ${size}, more than the plan's cap of ${cap}; each is reduced in proportion${none ? '' : `, ${others}`}`;
  const plus = ` + ${money(back, currency)}`;
  const formula = mirrored(before, (own) =>
    none
      ? `(${money(own, currency)} × ${cap} ÷ ${size})`
      : `(${money(own, currency)} × (${cap}${plus}) ÷ (${size}${plus}))`,
  );
  // Only a mirror needs the brackets around it.
  return { message, formula: before.lt(ZERO) ? formula : formula.slice(1, -1) };
}

/** What each deal earned, scaled so that the running sum ends in the reduced amount (PAY-14). */
function scaledCredits(
  line: PayoutLine,
  amount: Decimal,
  { currency, rounding }: Plan,
): Pick<PayoutLine, 'credits' | 'carriedPaid'> {
  const before = decimal(line.amount);
  const scaled = (running: Decimal) =>
    roundMoney(ratio(running.times(amount.abs()), before.abs()), currency, rounding.mode);
  let running = decimal(line.carriedPaid ?? '0');
  let paid = scaled(running);
  const carriedPaid = line.carriedPaid === undefined ? {} : { carriedPaid: moneyText(paid, currency) };
  const credits: Credit[] = line.credits.map((credit) => {
    running = running.plus(credit.earned);
    const now = scaled(running);
    const earned = moneyText(now.minus(paid), currency);
    paid = now;
    return { ...credit, earned };
  });
  return { ...carriedPaid, credits };
}
