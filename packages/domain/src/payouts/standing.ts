import { attainmentOf, attainmentPercent } from '../attainment/attainment.ts';
import { type PaceFlag, paceFlag, paceOf, projectedCredit, shareGone } from '../attainment/pace.ts';
import { measuredSpan } from '../attainment/window.ts';
import { decimal, plain, ZERO } from '../base/decimal.ts';
import { type Ratio, roundRatio } from '../base/ratio.ts';
import { ok, type Result } from '../base/result.ts';
import type { Holidays } from '../base/working-days.ts';
import type { Deal } from '../crediting/deal.ts';
import { ownAmount } from '../plans/own-fields.ts';
import type { Component } from '../plans/plan.ts';
import { calculateFigures, textIn } from './kernel/lines/calculate-figures.ts';
import { type CheckedPlan, checkedPlan } from './kernel/lines/calculate-in-columns.ts';
import { decimalsOf } from './kernel/lines/fraction.ts';
import type { PlainLine } from './kernel/lines/pay-plainly.ts';
import type { PlainPlan } from './kernel/lines/plain-credits.ts';
import { amountOnTotal } from './kernel/lines/plain-lines.ts';
import { totalOf } from './kernel/lines/plain-totals.ts';
import { type WordedLine, type WordedPay, wordedPay } from './kernel/lines/word-plainly.ts';
import type { CalculationInput } from './payout.ts';
import { paysEachDeal } from './rates/rate-pay.ts';

/** The day a standing is of, the usual share of the period by then, and the workspace's holidays. */
export interface StandingDay {
  readonly asOf: string;
  readonly usual: Ratio;
  readonly holidays: Holidays;
}

/** A line of an open period: what the engine pays on the records so far, and where it leads. */
export interface Standing {
  readonly line: WordedLine;
  /** The usual share by now of what the quota asks, percent with 2 decimals. */
  readonly usualPercent: string;
  readonly pace: string | null;
  readonly flag: PaceFlag;
  /** Measured credit and attainment at the end of the period, and the pay then; null where unknown. */
  readonly projectedCredit: string | null;
  readonly projectedPercent: string | null;
  readonly projectedAmount: string | null;
}

/**
 * What a period pays its payees as of a day (PAY-45): the engine over the records dated up to it. Equals the calculation of the
 * period once it is over. Fails with the problems of `calculate`. `checked`: the input's plan and period, where many are looked at.
 */
export function standingOf(
  input: CalculationInput,
  day: StandingDay,
  checked: CheckedPlan = checkedPlan(input),
): Result<readonly Standing[]> {
  const records = upTo(input, day.asOf);
  const paid = wordedPay(records, checked);
  if (!paid.ok) return paid;
  const projected = projectedPay(records, { day, paid: paid.value, checked });
  const components = new Map(input.plan.components.map((one) => [one.id, one]));
  return ok(
    paid.value.lines.map((line) => {
      const component = components.get(line.componentId)!;
      const amount = projected?.get(keyOf(line)) ?? null;
      return { line, ...courseOf(line, component, { input, day }), projectedAmount: amount };
    }),
  );
}

/** The records dated up to a day: deals decide the period, so later ones are not there yet. */
export function upTo(input: CalculationInput, asOf: string): CalculationInput {
  if (input.deals.every(({ date }) => date <= asOf)) return input;
  return { ...input, deals: input.deals.filter(({ date }) => date <= asOf) };
}

function courseOf(
  line: WordedLine,
  component: Component,
  { input, day }: { input: CalculationInput; day: StandingDay },
): Omit<Standing, 'line' | 'projectedAmount'> {
  const credited = decimal(line.credited);
  const measured = decimal(line.window?.credited ?? line.credited);
  const quota = line.quota === null ? null : decimal(line.quota);
  const usual = usualOfQuota(input, component, day);
  const pace = paceOf(attainmentOf(measured, quota), usual);
  const projected = projectedCredit(credited, measured.minus(credited), day.usual);
  const rounded = projected && roundRatio(projected, 2, 'HALF_UP');
  const reached = rounded && attainmentOf(rounded, quota);
  return {
    usualPercent: roundRatio({ over: usual.over.times('100'), under: usual.under }, 2, 'HALF_UP').toFixed(2),
    pace,
    flag: paceFlag(pace),
    projectedCredit: rounded && plain(rounded),
    projectedPercent: reached && attainmentPercent(reached),
  };
}

/** A quota of the period follows the usual course; one of a longer window is judged by its working days. */
function usualOfQuota(
  input: CalculationInput,
  component: Component,
  { asOf, usual, holidays }: StandingDay,
): Ratio {
  const { plan, period } = input;
  const span = measuredSpan(plan, component, period);
  if (!span.ok) return usual;
  const { from, to } = span.value.asked.whole;
  return from === period.from && to === period.to ? usual : shareGone({ from, to }, asOf, holidays);
}

/**
 * Pay if every deal of the period so far were larger by what is still to come (PAY-46), by payee and component. Null while
 * nothing is usual yet and where deals are counted, because half a deal cannot be added.
 */
function projectedPay(
  input: CalculationInput,
  {
    day: { usual },
    paid,
    checked,
  }: { readonly day: StandingDay; readonly paid: WordedPay; readonly checked: CheckedPlan },
): ReadonlyMap<string, string> | null {
  const { plan, period } = input;
  if (usual.over.eq(ZERO)) return null;
  if (plan.components.some(({ status, measure }) => status === 'Active' && measure.of === 'deals'))
    return null;
  const onTotals = paid.plain && checked.plain && grownTotals(paid.plain, { usual, known: checked.plain });
  if (onTotals) return onTotals;
  const isWhole = usual.over.eq(usual.under);
  const own = plan.components.flatMap(({ measure }) => measure.own ?? []);
  const deals = input.deals.map((deal) =>
    isWhole || deal.date < period.from ? deal : grownDeal(deal, own, usual),
  );
  const grownPay = calculateFigures({ ...input, deals }, checked);
  if (!grownPay.ok) return null;
  return new Map(grownPay.value.lines.map((line) => [keyOf(line), line.amount]));
}

/** The pay of lines on their totals so much larger, where each can be paid by its total; else null. */
function grownTotals(
  lines: readonly PlainLine[],
  { usual, known }: { readonly usual: Ratio; readonly known: PlainPlan },
): ReadonlyMap<string, string> | null {
  const amounts = new Map<string, string>();
  for (const { terms, alone, line } of lines) {
    const total = { ...totalOf(line), credited: grown(line.credited, usual) };
    const amount = paysEachDeal(alone) ? null : amountOnTotal(terms, alone, { total, known });
    if (amount === null) return null;
    amounts.set(keyOf(line), textIn(line.currency)(amount));
  }
  return amounts;
}

/** A deal with all amounts so much larger: its own, and the own fields that components add. */
function grownDeal(deal: Deal, own: readonly string[], usual: Ratio): Deal {
  const more = own.flatMap((name) => {
    const amount = ownAmount(deal.ownFields, name);
    return amount === null ? [] : [[name, grown(amount, usual)]];
  });
  const ownFields =
    more.length === 0 ? {} : { ownFields: { ...deal.ownFields, ...Object.fromEntries(more) } };
  return { ...deal, amount: grown(deal.amount, usual), ...ownFields };
}

/** An amount so much larger, to the decimals it has, at least two. */
function grown(amount: string, usual: Ratio): string {
  const exact = decimal(amount);
  const scale = Math.max(2, decimalsOf(exact));
  return plain(roundRatio({ over: exact.times(usual.under), under: usual.over }, scale, 'HALF_UP'));
}

const keyOf = (line: { participantId: string; componentId: string }) =>
  `${line.participantId} ${line.componentId}`;
