import { type Decimal, decimal, HUNDRED, isDecimal, plain } from '@attain/domain/base/decimal';
import { type ImaginedPayee, imaginePays } from '@attain/domain/payouts/rates/imagined-pay';
import { parseAccelerator } from '@attain/domain/plans/accelerator';
import { asksTarget, type Component, type Plan } from '@attain/domain/plans/plan';
import { formatDecimal } from '../../../base/format-number.ts';

/** A place where a component's pay changes its course. Amounts are decimal texts. */
export type RatePoint = {
  credit: string;
  /** Percent of quota, shortened to four decimals for reading. */
  percent: string;
  pay: string;
  /** What is paid with the smallest unit of credit less; the pay jumps where this is far from `pay`. */
  justBelow: string;
  /** What is paid with the smallest unit more, where what begins here begins above it; elsewhere `pay`. */
  justAbove: string;
  /** What begins here. */
  message: string;
};

/** What a component pays over credit: the places where its course changes, and points to draw it by. */
export type RateCourse =
  | {
      ok: true;
      over: 'percent-of-quota' | 'credit';
      points: readonly RatePoint[];
      curve: readonly { x: number; pay: string }[];
    }
  | { ok: false; message: string };

/** Even points beside the exact ones, so that bends between two break points are drawn too. */
const evenPoints = 48;
/** The credit just below or above a break point, in the measure's unit. */
const hair = '0.01';

/** The exact course of a component's pay for an imagined payee, every figure computed by the code that pays. */
export function rateCourse(plan: Plan, component: Component, payee: ImaginedPayee): RateCourse {
  if (component.measure.of === 'deals') {
    return { ok: false, message: 'Pay is counted by deals; there is no course over an amount.' };
  }
  if (!isDecimal(payee.quota) || decimal(payee.quota).lte(0)) {
    return { ok: false, message: 'Give the imagined person a quota above zero.' };
  }
  const quota = decimal(payee.quota);
  const over = isOverQuota(component) ? 'percent-of-quota' : 'credit';
  const breaks = breakPoints(component, quota);
  const end = endOf(breaks, quota, over);
  const below = (credit: Decimal) => (credit.gt(0) ? credit.minus(hair) : credit);
  const above = ({ credit, opens }: BreakPoint) => (opens ? credit.plus(hair) : credit);
  const even = Array.from({ length: evenPoints + 1 }, (_, step) =>
    end.times(String(step)).div(String(evenPoints)).round(2),
  );
  const asked = [
    ...new Set(
      [quota, ...breaks.flatMap((one) => [one.credit, below(one.credit), above(one)]), ...even].map(plain),
    ),
  ];
  const pays = new Map<string, string>();
  for (const [at, pay] of imaginePays(plan, component, payee, asked).entries()) {
    if (!pay.ok) return pay;
    pays.set(asked[at] ?? '', pay.pay);
  }
  const payAt = (credit: Decimal) => pays.get(plain(credit)) ?? '0';
  const points = breaks.map((one) => ({
    credit: plain(one.credit),
    percent: plain(one.credit.times(HUNDRED).div(quota).round(4)),
    pay: payAt(one.credit),
    justBelow: payAt(below(one.credit)),
    justAbove: payAt(above(one)),
    message: one.message,
  }));
  const inUnits = (credit: Decimal) =>
    Number(over === 'credit' ? credit : credit.times(HUNDRED).div(quota).round(6));
  const drawn = (credit: Decimal) => ({ x: inUnits(credit), pay: payAt(credit) });
  const inside = breaks.filter(({ credit }) => !credit.gt(end));
  const curve = [
    ...even.map(drawn),
    ...inside.flatMap((one) => [below(one.credit), one.credit, above(one)].map(drawn)),
  ];
  const byPlace = new Map(curve.map((point) => [point.x, point]));
  return { ok: true, over, points, curve: [...byPlace.values()].sort((one, other) => one.x - other.x) };
}

/** Whether the course is best read over percent of quota (and not over amounts). */
export function isOverQuota({ rate }: Component): boolean {
  if ('thresholds' in rate) return rate.thresholds === 'percent-of-quota';
  return asksTarget(rate);
}

/** Half again as much as the last break, and never less than quota (or twice the quota, where nothing else is known). */
function endOf(breaks: readonly { credit: Decimal }[], quota: Decimal, over: string): Decimal {
  const last = breaks.at(-1)?.credit ?? quota;
  const min = over === 'credit' && breaks.length > 2 ? last.times('1.5') : quota.times('2');
  return last.times('1.25').gt(min) ? last.times('1.25') : min;
}

/** `opens`: what begins here begins with the first unit above it. */
type BreakPoint = { credit: Decimal; message: string; opens: boolean };

/** Where the plan's own words change the course, lowest first; quota and zero are always among them. */
function breakPoints(component: Component, quota: Decimal): BreakPoint[] {
  const found = new Map<string, { credit: Decimal; message: string[]; opens: boolean }>();
  const mark = (credit: Decimal, message: string, opens = false) => {
    const key = plain(credit);
    const there = found.get(key);
    found.set(key, {
      credit,
      message: [...(there?.message ?? []), message],
      opens: opens || there?.opens === true,
    });
  };
  const ofQuota = (percent: string) => quota.times(decimal(percent)).div(HUNDRED);
  const overQuota = isOverQuota(component);
  for (const { at, message, opens } of wordsOf(component)) {
    if (isDecimal(at)) mark(overQuota ? ofQuota(at) : decimal(at), message, opens);
  }
  if (overQuota) mark(quota, 'Quota');
  if (!found.has('0')) mark(decimal('0'), 'Start');
  return [...found.values()]
    .sort((a, b) => a.credit.cmp(b.credit))
    .map(({ credit, message, opens }) => ({ credit, message: message.join(' · '), opens }));
}

/** The break points as the plan writes them: percent of quota or amounts, with what begins there. */
function wordsOf(component: Component): { at: string; message: string; opens?: boolean }[] {
  const { rate, accelerator, decelerator } = component;
  const words: { at: string; message: string; opens?: boolean }[] = [];
  if (rate.kind === 'flat')
    words.push({ at: '0', message: `${formatDecimal(rate.ratePercent)}% on everything` });
  if ('tiers' in rate) {
    rate.tiers.forEach((tier, index) => {
      if (isDecimal(tier.ratePercent)) {
        const above = index > 0 && rate.kind === 'retroactive' && rate.atBound === 'lower';
        const message = `Tier ${index + 1}${above ? ', above it' : ''}: ${formatDecimal(tier.ratePercent)}%`;
        words.push({ at: tier.from, message, opens: above });
      }
    });
  }
  if (rate.kind === 'interpolated-amounts') {
    rate.bands.forEach((band, index) => {
      words.push({ at: band.from, message: `Band ${index + 1}: ${band.amount} when full` });
    });
    const last = rate.bands.at(-1);
    if (last) words.push({ at: last.to, message: 'The last band is full' });
  }
  if (rate.kind === 'interpolated-rate') {
    rate.steps.forEach((step, index) => {
      words.push({ at: step.from, message: `Step ${index + 1}: the rate grows by ${step.ratePercent}%` });
    });
    const last = rate.steps.at(-1);
    if (last) words.push({ at: last.to, message: 'The rate grows no more' });
  }
  if (rate.kind === 'curve') {
    for (const point of rate.curve.points) {
      if (isDecimal(point.valuePercent))
        words.push({ at: point.atPercent, message: `${formatDecimal(point.valuePercent)}% of target` });
    }
  }
  if (rate.kind === 'matrix') {
    rate.rowsAtPercent.forEach((at, index) => {
      words.push({ at, message: `Row ${index + 1} of the matrix` });
    });
  }
  const faster = accelerator === null ? null : parseAccelerator(accelerator);
  if (faster?.ok) {
    words.push({ at: plain(faster.value.abovePercent), message: `Accelerator ${accelerator}`, opens: true });
  }
  const slower = decelerator === undefined ? null : /^\s*<\s*([\d.]+)\s*%/.exec(decelerator);
  if (slower?.[1]) words.push({ at: slower[1], message: `Decelerator ${decelerator} ends` });
  for (const limit of component.limits ?? []) {
    if (limit.kind === 'attainment') words.push({ at: limit.atMostPercent, message: 'Attainment is capped' });
  }
  return words;
}
