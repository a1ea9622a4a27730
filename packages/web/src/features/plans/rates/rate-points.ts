import { type Decimal, decimal, HUNDRED, isDecimal, plain } from '@attain/domain/base/decimal';
import { type ImaginedPayee, imaginePays } from '@attain/domain/payouts/rates/imagined-pay';
import { parseAccelerator } from '@attain/domain/plans/accelerator';
import { asksTarget, type Component, type Plan } from '@attain/domain/plans/plan';
import { formatDecimal } from '../../../base/format-number.ts';
import { messages } from './messages.ts';

/** A break point of a component's pay curve. Amounts are decimal strings. */
export type RatePoint = {
  credit: string;
  /** Percent of quota, shortened to four decimals for reading. */
  percent: string;
  pay: string;
  /** Pay one smallest unit of credit below; far from `pay` means a jump. */
  justBelow: string;
  /** Pay one smallest unit above, if the change starts above this point; otherwise `pay`. */
  justAbove: string;
  /** Description of the change. */
  message: string;
};

/** Pay of a component over credit: break points, and points for the chart. */
export type RateCourse =
  | {
      ok: true;
      over: 'percent-of-quota' | 'credit';
      points: readonly RatePoint[];
      curve: readonly { x: number; pay: string }[];
    }
  | { ok: false; message: string };

/** Evenly spaced points, so that bends between break points are drawn too. */
const evenPoints = 48;
/** The credit just below or above a break point, in the measure's unit. */
const hair = '0.01';

/** The exact pay curve of a component for an example payee, computed by the payout engine. */
export function rateCourse(plan: Plan, component: Component, payee: ImaginedPayee): RateCourse {
  if (component.measure.of === 'deals') {
    return { ok: false, message: messages.course.byDeals };
  }
  if (!isDecimal(payee.quota) || decimal(payee.quota).lte(0)) {
    return { ok: false, message: messages.course.noQuota };
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

/** Whether the curve is drawn over percent of quota rather than amounts. */
export function isOverQuota({ rate }: Component): boolean {
  if ('thresholds' in rate) return rate.thresholds === 'percent-of-quota';
  return asksTarget(rate);
}

/** End of the axis: beyond the last break point, and at least twice the quota unless the rate has its own amounts. */
function endOf(breaks: readonly { credit: Decimal }[], quota: Decimal, over: string): Decimal {
  const last = breaks.at(-1)?.credit ?? quota;
  const min = over === 'credit' && breaks.length > 2 ? last.times('1.5') : quota.times('2');
  return last.times('1.25').gt(min) ? last.times('1.25') : min;
}

/** `opens`: the change starts with the first unit above the point. */
type BreakPoint = { credit: Decimal; message: string; opens: boolean };

/** Break points of the component, lowest first; always includes quota and zero. */
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
  for (const { at, message, opens } of writtenPoints(component)) {
    if (isDecimal(at)) mark(overQuota ? ofQuota(at) : decimal(at), message, opens);
  }
  if (overQuota) mark(quota, messages.course.quota);
  if (!found.has('0')) mark(decimal('0'), messages.course.start);
  return [...found.values()]
    .sort((a, b) => a.credit.cmp(b.credit))
    .map(({ credit, message, opens }) => ({ credit, message: message.join(' · '), opens }));
}

/** Break points as written in the plan, in percent of quota or amounts. */
function writtenPoints(component: Component): { at: string; message: string; opens?: boolean }[] {
  const { rate, accelerator, decelerator } = component;
  const points: { at: string; message: string; opens?: boolean }[] = [];
  if (rate.kind === 'flat')
    points.push({ at: '0', message: messages.course.flat(formatDecimal(rate.ratePercent)) });
  if ('tiers' in rate) {
    rate.tiers.forEach((tier, index) => {
      if (isDecimal(tier.ratePercent)) {
        const above = index > 0 && rate.kind === 'retroactive' && rate.atBound === 'lower';
        const message = messages.course.tier(index + 1, formatDecimal(tier.ratePercent), above);
        points.push({ at: tier.from, message, opens: above });
      }
    });
  }
  if (rate.kind === 'interpolated-amounts') {
    rate.bands.forEach((band, index) => {
      points.push({ at: band.from, message: messages.course.band(index + 1, band.amount) });
    });
    const last = rate.bands.at(-1);
    if (last) points.push({ at: last.to, message: messages.course.lastBand });
  }
  if (rate.kind === 'interpolated-rate') {
    rate.steps.forEach((step, index) => {
      points.push({ at: step.from, message: messages.course.step(index + 1, step.ratePercent) });
    });
    const last = rate.steps.at(-1);
    if (last) points.push({ at: last.to, message: messages.course.lastStep });
  }
  if (rate.kind === 'curve') {
    for (const point of rate.curve.points) {
      if (isDecimal(point.valuePercent))
        points.push({
          at: point.atPercent,
          message: messages.course.target(formatDecimal(point.valuePercent)),
        });
    }
  }
  if (rate.kind === 'matrix') {
    rate.rowsAtPercent.forEach((at, index) => {
      points.push({ at, message: messages.course.matrixRow(index + 1) });
    });
  }
  const faster = accelerator === null ? null : parseAccelerator(accelerator);
  if (faster?.ok) {
    points.push({
      at: plain(faster.value.abovePercent),
      message: messages.course.accelerator(accelerator ?? ''),
      opens: true,
    });
  }
  const slower = decelerator === undefined ? null : /^\s*<\s*([\d.]+)\s*%/.exec(decelerator);
  if (slower?.[1]) points.push({ at: slower[1], message: messages.course.decelerator(decelerator) });
  for (const limit of component.limits ?? []) {
    if (limit.kind === 'attainment')
      points.push({ at: limit.atMostPercent, message: messages.course.capped });
  }
  return points;
}
