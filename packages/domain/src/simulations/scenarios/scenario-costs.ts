import { plusDays } from '../../base/day.ts';
import type { Period } from '../../base/period.ts';
import { ok, type Result, rejected } from '../../base/result.ts';
import { type History, payHistory, periodsWithin } from '../../findings/pay-history.ts';
import { calculate } from '../../payouts/calculate.ts';
import { calculateInColumns } from '../../payouts/kernel/lines/calculate-in-columns.ts';
import { withoutFunds } from '../../payouts/limits/fund.ts';
import type { CalculationInput, PayoutLine } from '../../payouts/payout.ts';
import type { Plan } from '../../plans/plan.ts';
import { activeComponents } from '../../plans/plan-checks.ts';
import { payeeOf } from '../performance-point.ts';
import { remembers } from '../reading-components.ts';
import { minorUnits } from '../statistics.ts';
import { drawsOf } from './draws.ts';
import { mergedDeals } from './merged-deals.ts';
import { type PeriodInColumns, periodInColumns } from './period-in-columns.ts';
import { type DealMonths, dealMonths, slotsIn } from './redraw.ts';
import { type SpanInColumns, spanInColumns } from './span-in-columns.ts';

/** Calculations between two chances to leave off, and what a period paid in columns weighs among them. */
const PORTION = 8;
const IN_COLUMNS = 1 / 512;

/** What a period pays is kept for so many choices of months: for a quarter of two years. */
const MAX_KEPT = 24 ** 3;

/** What the plan pays the payee in each scenario, in minor units; yields between portions of the work. Refused where a scenario cannot be paid. */
export function* costsOf(
  written: Plan,
  { seed, scenarios }: { readonly seed: string; readonly scenarios: number },
  history: History,
): Generator<void, Result<readonly bigint[]>, void> {
  const plan = history.payeeIds?.length === 1 ? withoutFunds(written) : written;
  const draws = drawsOf(seed, payeeOf(history));
  const byMonths = periodsWithin(plan, history.span).every((period) => isOfMonths(period));
  // Elsewhere a day inside a month may belong to another period.
  const cut = dealMonths(history, (deals) => (byMonths ? mergedDeals(plan, history, deals) : deals));
  const payer = yield* payerOf(plan, history, cut);
  if (!payer.ok) return payer;
  const costs: bigint[] = [];
  const work: Work = { calculated: 0 };
  const drawn = new Int32Array(cut.months.length);
  for (let scenario = 0; scenario < scenarios; scenario += 1) {
    draws.fill(scenario, drawn, drawn.length);
    let cost = 0n;
    for (const part of payer.value) {
      const paid = part.pay(drawn, work);
      if (!paid.ok) return paid;
      cost += paid.value;
      if (work.calculated >= PORTION) {
        work.calculated = 0;
        yield;
      }
    }
    costs.push(cost);
  }
  return ok(costs);
}

/** A part of the span that is paid by itself: one period, or all of them where periods remember each other. */
interface Part {
  /** Pays in minor units and adds to the work; `drawn` has the month drawn for each slot of the span and is not kept. */
  pay(drawn: Int32Array, work: Work): Result<bigint>;
}

/** Calculations since the last chance to leave off. */
interface Work {
  calculated: number;
}

function* payerOf(
  plan: Plan,
  history: History,
  cut: DealMonths,
): Generator<void, Result<readonly Part[]>, void> {
  const periods = periodsWithin(plan, history.span);
  const slots = periods.map((period) => slotsIn(period, cut.months));
  if (periods.length === 0 || cut.months.length === 0) {
    const [rule, what] =
      periods.length === 0
        ? ['SIM-1', `${plan.calendar.period} of this plan`]
        : ['SIM-5', 'calendar month to draw deals from'];
    const message = `There is no full ${what} from ${history.span.from} to ${history.span.to}. Choose a longer span.`;
    return rejected([{ rule, path: 'span', message }]);
  }
  // a month that reaches beyond a period is laid on each of the two
  if (!slots.every((own) => own !== null) || activeComponents(plan).some(remembers)) {
    const columns = yield* spanInColumns(plan, history, cut);
    return ok([wholeSpan(plan, history, { cut, columns })]);
  }
  return ok(periods.map((period, i) => onePeriod(plan, { history, cut, period, slots: slots[i] ?? [] })));
}

/** Whether a period begins with a calendar month and ends with one. */
function isOfMonths({ from, to }: Period): boolean {
  return from.endsWith('-01') && plusDays(to, 1).endsWith('-01');
}

/**
 * Months of one period are laid down in calendar order: which of them come first does not change how likely a result is.
 * Where the period can be paid in columns it is (SIM-10). The same months pay the same: a few of them are paid only once.
 */
function onePeriod(
  plan: Plan,
  given: { history: History; cut: DealMonths; period: Period; slots: readonly number[] },
): Part {
  const { history, cut, period, slots } = given;
  const known = new Map<number, Result<bigint>>();
  const isKept = cut.months.length ** slots.length <= MAX_KEPT;
  const { span: _, ...records } = history;
  const input = { ...records, plan, period, deals: [], exchangeRates: cut.exchangeRates };
  const sources = slots.map(() => 0);
  let columns: [PeriodInColumns | null] | undefined;
  return {
    pay: (drawn, work) => {
      for (const [at, slot] of slots.entries()) insert(sources, at, drawn[slot]!);
      let key = 0;
      for (const month of sources) key = key * cut.months.length + month;
      const before = isKept ? known.get(key) : undefined;
      if (before !== undefined) return before;
      // reading the period is a portion of work by itself
      const weight = columns === undefined ? PORTION : IN_COLUMNS;
      columns ??= [periodInColumns(input, cut, slots)];
      const quick = columns[0]?.pay(sources) ?? null;
      work.calculated += quick === null ? 1 : weight;
      const cost = quick === null ? paidCost({ ...input, deals: cut.lay(slots, sources) }) : ok(quick);
      if (isKept) known.set(key, cost);
      return cost;
    },
  };
}

/** Puts a month among the first `count` months, which are in order. */
function insert(months: number[], count: number, month: number): void {
  let at = count;
  for (; at > 0 && months[at - 1]! > month; at -= 1) months[at] = months[at - 1]!;
  months[at] = month;
}

/** What a calculation pays in minor units: without explanations where the kernel takes the plan (KERNEL-10), by the reference otherwise. */
function paidCost(input: CalculationInput): Result<bigint> {
  const quick = input.plan.planCap === undefined ? calculateInColumns(input) : null;
  if (quick?.ok) return ok(quick.value.reduce((all, { amount }) => all + amount, 0n));
  const paid = calculate(input);
  return paid.ok ? ok(costOf(paid.value.lines)) : paid;
}

/** All periods together, one after the other: in columns where they can be (SIM-10), else by the calculation. */
function wholeSpan(
  plan: Plan,
  history: History,
  { cut, columns }: { readonly cut: DealMonths; readonly columns: SpanInColumns | null },
): Part {
  const slots = cut.months.map((_, i) => i);
  return {
    pay: (all, work) => {
      const drawn = Array.from(all);
      const quick = columns?.pay(drawn) ?? null;
      work.calculated += quick === null ? slots.length : IN_COLUMNS * slots.length;
      if (quick !== null) return ok(quick);
      const deals = cut.lay(slots, drawn);
      const paid = payHistory(plan, { ...history, deals, exchangeRates: cut.exchangeRates });
      if (!paid.ok) return paid;
      return ok(costOf(paid.value.flatMap(({ lines }) => lines)));
    },
  };
}

function costOf(lines: readonly PayoutLine[]): bigint {
  return lines.reduce((all, line) => all + minorUnits(line.amount), 0n);
}
