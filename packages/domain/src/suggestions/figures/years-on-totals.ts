import type { Period } from '../../base/period.ts';
import type { History } from '../../findings/pay-history.ts';
import { type CheckedPlan, checkedPlan } from '../../payouts/kernel/lines/calculate-in-columns.ts';
import { lineProgram } from '../../payouts/kernel/lines/line-program.ts';
import {
  type PayOnTotal,
  type TargetNumbers,
  targetNumbers,
  targetPay,
} from '../../payouts/kernel/lines/pay-target-shape.ts';
import { shapedLine } from '../../payouts/kernel/lines/plain-lines.ts';
import { plainTerms } from '../../payouts/kernel/lines/plain-totals.ts';
import { refined } from '../../payouts/kernel/lines/small-amount.ts';
import { TotalPay } from '../../payouts/kernel/lines/total-pay.ts';
import { withoutFunds } from '../../payouts/limits/fund.ts';
import type { LineTerms } from '../../payouts/line-terms.ts';
import type { Plan } from '../../plans/plan.ts';
import { payeeOf } from '../../simulations/performance-point.ts';
import { drawsOf } from '../../simulations/scenarios/draws.ts';
import { creditsMonths, type LaidOut, laidOut, type MonthCredits } from './month-credits.ts';
import { changedComponents, type PaidTotals } from './replay-payer.ts';

/** A variant as `scenario-risk` has it. */
interface Varied {
  readonly plan: Plan;
  readonly records?: ((history: History) => History) | undefined;
}

/** What a plan and its variants cost one payee in each drawn year, in minor units: the plan first. */
export type DrawnCosts = readonly Float64Array[];

/** A plan or a variant whose lines are paid on totals. */
interface Payer {
  readonly plan: Plan;
  readonly isBase: boolean;
  readonly records: Varied['records'];
  /** Components with other pay than the plan's on the same totals; null: all of them. */
  readonly changed: ReadonlyMap<string, { readonly rate: boolean }> | null;
  readonly checked: Map<string, CheckedPlan>;
}

/** One line on the credits of any month, in units that its quota has no more decimals than. */
interface ReadyLine {
  readonly units: Float64Array;
  readonly pay: PayOnTotal;
}

/**
 * Draws years of a payee from what each month credits, with the draws and to the cent of `costsOf`, and without deals. Null where
 * the credits of a plan depend on more than the month; a payee is null where a line does.
 */
export function yearsOnTotals(
  written: Plan,
  variants: readonly Varied[],
  { seed, scenarios }: { readonly seed: string; readonly scenarios: number },
): ((history: History, totals: PaidTotals | null) => DrawnCosts | null) | null {
  const base = withoutFunds(written);
  const unchanged = { records: undefined, changed: new Map(), checked: new Map() };
  const payers: Payer[] = [{ plan: base, isBase: true, ...unchanged }];
  for (const variant of variants) {
    const plan = withoutFunds(variant.plan);
    const changed = changedComponents(base, plan);
    if (changed === null || !creditsMonths(plan)) return null;
    const { records } = variant;
    const differing = records === undefined ? changed : null;
    payers.push({ plan, isBase: false, records, changed: differing, checked: new Map() });
  }
  if (!creditsMonths(base)) return null;
  const layouts = new Map<string, LaidOut | null>();
  return (history, totals) => {
    const months = totals?.months ?? null;
    if (totals === null || months === null || history.payeeIds?.length !== 1) return null;
    const { key } = history.span;
    const layout = layouts.get(key) ?? laidOut(base, history.span);
    layouts.set(key, layout);
    if (layout === null) return null;
    const lines: (readonly (readonly (ReadyLine | null)[])[])[] = [];
    for (const payer of payers) {
      const own = linesOf(payer, { history, totals, months, layout });
      if (own === null) return null;
      lines.push(own);
    }
    const draws = drawsOf(seed, payeeOf(history));
    const drawn = new Int32Array(layout.months.length);
    const costs = payers.map(() => new Float64Array(scenarios));
    for (let scenario = 0; scenario < scenarios; scenario += 1) {
      draws.fill(scenario, drawn, drawn.length);
      if (!payYear(lines, { layout, drawn, costs, scenario })) return null;
    }
    return costs;
  };
}

/** Adds up what the months drawn for one year pay; false where a line is out of the proven range. */
function payYear(
  lines: readonly (readonly (readonly (ReadyLine | null)[])[])[],
  of: { layout: LaidOut; drawn: Int32Array; costs: readonly Float64Array[]; scenario: number },
): boolean {
  const { layout, drawn, costs, scenario } = of;
  for (let p = 0; p < layout.periods.length; p += 1) {
    const { slots } = layout.periods[p]!;
    const own = lines[0]![p]!;
    for (let c = 0; c < own.length; c += 1) {
      const base = own[c] ?? null;
      if (base === null) return false;
      const total = totalOf(base.units, slots, drawn);
      const paid = base.pay(total);
      if (Number.isNaN(paid)) return false;
      costs[0]![scenario]! += paid;
      for (let v = 1; v < lines.length; v += 1) {
        const line = lines[v]![p]![c]!;
        const cost =
          line === null
            ? paid
            : line.pay(line.units === base.units ? total : totalOf(line.units, slots, drawn));
        if (Number.isNaN(cost)) return false;
        costs[v]![scenario]! += cost;
      }
    }
  }
  return true;
}

function totalOf(units: Float64Array, slots: readonly number[], drawn: Int32Array): number {
  let total = 0;
  for (let s = 0; s < slots.length; s += 1) total += units[drawn[slots[s]!]!]!;
  return total;
}

interface Known {
  readonly history: History;
  readonly totals: PaidTotals;
  readonly months: MonthCredits;
  readonly layout: LaidOut;
}

/** The lines of every period in the order of the components; a line is null where it pays what the plan's own does. Null: not on totals. */
function linesOf(payer: Payer, known: Known): readonly (readonly (ReadyLine | null)[])[] | null {
  const found: (ReadyLine | null)[][] = [];
  for (const { period } of known.layout.periods) {
    const lines = linesIn(payer, period, known);
    if (lines === null) return null;
    found.push(lines);
  }
  return found;
}

function linesIn(
  { plan, isBase, records, changed, checked }: Payer,
  period: Period,
  { history, totals, months }: Known,
): (ReadyLine | null)[] | null {
  const paid = totals.lines.get(period.key);
  const { span, ...own } = records?.(history) ?? history;
  const input = { ...own, plan, period, earlier: [], completeFrom: history.completeFrom ?? span.from };
  const read = checked.get(period.key) ?? checkedPlan(input);
  checked.set(period.key, read);
  const { rules } = read.setting;
  const { credits: ofMonths } = months;
  if (paid === undefined || rules.length !== ofMonths.size || rules.length !== paid.size) return null;
  if (!rules.every(({ component: { id } }) => ofMonths.has(id) && paid.has(id))) return null;
  let terms: ReadonlyMap<string, LineTerms> | null | undefined;
  const lines: (ReadyLine | null)[] = [];
  for (const [id, credits] of ofMonths) {
    if (!isBase && changed !== null && !changed.has(id)) {
      lines.push(null);
      continue;
    }
    const numbers = changed === null || changed.get(id)?.rate === true ? null : paid.get(id)!.numbers;
    const shape = numbers === null ? null : read.plain?.shapes.get(id);
    let line = shape == null || numbers === null ? null : onShape({ shape, numbers }, credits, plan);
    if (line === null) {
      terms ??= plainTerms(input, read);
      const own = terms?.get(id);
      if (own === undefined) return null;
      line = byTerms(own, read, credits);
    }
    if (line === null) return null;
    lines.push(line);
  }
  return lines;
}

type Credits = MonthCredits['credits'] extends ReadonlyMap<string, infer Of> ? Of : never;

function onShape(
  { shape, numbers }: { readonly shape: Parameters<typeof targetPay>[0]; readonly numbers: TargetNumbers },
  credits: Credits,
  { rounding: { mode } }: Plan,
): ReadyLine | null {
  const decimals = Math.max(credits.decimals, numbers.decimals);
  const units = inUnitsOf(credits, decimals);
  const pay = targetPay(shape, numbers, { decimals, mode });
  return units === null || pay === null ? null : { units, pay };
}

/** A line by its own terms: its shape, or a program of its own. */
function byTerms(terms: LineTerms, { plain }: CheckedPlan, credits: Credits): ReadyLine | null {
  if (plain === null) return null;
  const shaped = shapedLine(terms, plain);
  const numbers = shaped === null ? null : targetNumbers(shaped);
  if (shaped !== null && numbers !== null) {
    const line = onShape({ shape: shaped.shape, numbers }, credits, terms.plan);
    if (line !== null) return line;
  }
  const program = lineProgram(terms, credits.decimals);
  if (typeof program === 'string') return null;
  const pay = new TotalPay(program, terms.plan.rounding.mode);
  return {
    units: credits.units,
    pay: (total) => {
      const paid = Number(pay.on(total));
      return Number.isSafeInteger(paid) ? paid : Number.NaN;
    },
  };
}

function inUnitsOf({ decimals, units }: Credits, finer: number): Float64Array | null {
  if (decimals === finer) return units;
  const found = new Float64Array(units.length);
  for (const [m, own] of units.entries()) {
    const fine = refined(own, decimals, finer);
    if (fine === null) return null;
    found[m] = fine;
  }
  return found;
}
