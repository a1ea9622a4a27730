import { isDecimal } from '../base/decimal.ts';
import type { Period } from '../base/period.ts';
import { ok, type Result } from '../base/result.ts';
import { dealDayFault } from '../crediting/credit-deal.ts';
import type { Deal } from '../crediting/deal.ts';
import {
  type History,
  type PeriodPay,
  payHistory,
  periodsWithin,
  windowsBefore,
} from '../findings/pay-history.ts';
import { calculateFigures, figuresOf, textIn } from '../payouts/kernel/lines/calculate-figures.ts';
import { type CheckedPlan, checkedPlan } from '../payouts/kernel/lines/calculate-in-columns.ts';
import { type ColumnLine, inColumns } from '../payouts/kernel/lines/credit-columns.ts';
import { payPlainly } from '../payouts/kernel/lines/pay-plainly.ts';
import {
  type TargetLine,
  type TargetNumbers,
  targetNumbers,
} from '../payouts/kernel/lines/pay-target-shape.ts';
import { withoutFunds } from '../payouts/limits/fund.ts';
import type { Plan } from '../plans/plan.ts';
import { activeComponents } from '../plans/plan-checks.ts';
import { remembers } from './reading-components.ts';
import { minorUnits } from './statistics.ts';

/** What a plan pays one payee, in minor units by period and component. */
export interface PayeePay {
  readonly total: bigint;
  readonly cells: ReadonlyMap<string, bigint>;
}

/** The key of a cell. */
export function cellOf(period: string, componentId: string): string {
  return `${period} ${componentId}`;
}

/** The period and the component of a cell. */
export function placeOf(cell: string): { readonly period: string; readonly componentId: string } {
  const at = cell.indexOf(' ');
  return { period: cell.slice(0, at), componentId: cell.slice(at + 1) };
}

/** What a plan pays in one of its periods, without explanations. */
export interface PeriodFigures {
  readonly period: Period;
  readonly lines: readonly ColumnLine[];
  /** Whether each line depends on nothing but its own credits, quota and target. */
  readonly isPlain: boolean;
  /** Quota and target of the lines that have the shape of their component (KERNEL-15), by component. */
  readonly numbers: ReadonlyMap<string, TargetNumbers>;
}

/** Sums up lines by period and component. */
export function payOf(pays: readonly PeriodFigures[]): PayeePay {
  const cells = new Map<string, bigint>();
  let total = 0n;
  for (const { period, lines } of pays) {
    for (const { componentId, amount } of lines) {
      const cell = cellOf(period.key, componentId);
      const units = minorUnits(amount);
      cells.set(cell, (cells.get(cell) ?? 0n) + units);
      total += units;
    }
  }
  return { total, cells };
}

/** Pays histories of single payees by one plan; equal to `payHistory` to the cent. */
export function quickPayer(plan: Plan): (history: History) => Result<PayeePay> {
  const pay = figuresPayer(plan);
  return (history) => {
    const paid = pay(history);
    return paid.ok ? ok(payOf(paid.value)) : paid;
  };
}

/** The figures of `payHistory`, byte for byte, without explanations where that is possible: for histories of single payees. */
export function figuresPayer(written: Plan): (history: History) => Result<readonly PeriodFigures[]> {
  const plan = withoutFunds(written);
  const dependent = activeComponents(plan).some(remembers);
  const text = textIn(plan.currency);
  const checked = new Map<string, CheckedPlan>();
  const days = new Set<string>();
  return (history) => {
    if (history.payeeIds?.length !== 1) return explainedFigures(written, history);
    const { span, ...records } = history;
    const periods = periodsWithin(plan, span);
    const completeFrom = history.completeFrom ?? span.from;
    const tooShort = windowsBefore(plan, { span, periods, completeFrom }).length > 0;
    if (dependent || tooShort || periods.length === 0) return explainedFigures(plan, history);
    const parts = dealsByPeriod(history.deals, periods, days);
    const found: PeriodFigures[] = [];
    let isChecked = false;
    for (const [i, period] of periods.entries()) {
      const input = { ...records, plan, period, earlier: [], completeFrom };
      const known = checked.get(period.key) ?? checkedPlan(input);
      checked.set(period.key, known);
      // a plain plan reads no deal of other days
      const own = parts?.[i];
      const numbers = new Map<string, TargetNumbers>();
      const note = (componentId: string, line: TargetLine) => {
        const own = targetNumbers(line);
        if (own !== null) numbers.set(componentId, own);
      };
      const plain =
        own === undefined ? null : payPlainly({ ...input, deals: own }, known, { text, note, isChecked });
      if (plain !== null) {
        // the records of every period are the same but for the deals, which payPlainly checks itself
        isChecked = true;
        found.push({ period, lines: plain, isPlain: true, numbers });
        continue;
      }
      const paid = calculateFigures(input, known);
      // the reference names every problem of every period, and passes no amount beyond all digits on to the next one
      if (!paid.ok || !paid.value.lines.every(({ amount }) => isDecimal(amount)))
        return explainedFigures(plan, history);
      found.push({ period, lines: paid.value.lines, isPlain: false, numbers: NO_NUMBERS });
    }
    return ok(found);
  };
}

function explainedFigures(plan: Plan, history: History): Result<readonly PeriodFigures[]> {
  const paid = payHistory(plan, history);
  if (!paid.ok) return paid;
  const deals = new Map(history.deals.map((deal) => [deal.id, deal]));
  return ok(paid.value.map((one) => withFigures(one, deals)));
}

function withFigures({ period, lines }: PeriodPay, deals: ReadonlyMap<string, Deal>): PeriodFigures {
  return {
    period,
    lines: lines.map((line) => inColumns(figuresOf(line), deals)),
    isPlain: false,
    numbers: NO_NUMBERS,
  };
}

const NO_NUMBERS: ReadonlyMap<string, TargetNumbers> = new Map();

/** The deals of each period; null if they are not in the order of their days, or one has no day. `days` are known to be days. */
function dealsByPeriod(
  deals: readonly Deal[],
  periods: readonly Period[],
  days: Set<string>,
): readonly (readonly Deal[])[] | null {
  const parts: Deal[][] = periods.map(() => []);
  let [at, before] = [0, ''];
  for (const deal of deals) {
    const { date } = deal;
    if (date < before) return null;
    if (date !== before && !days.has(date)) {
      if (dealDayFault(deal) !== null) return null;
      days.add(date);
    }
    before = date;
    while (at < periods.length && date > periods[at]!.to) at += 1;
    if (at < periods.length && date >= periods[at]!.from) parts[at]!.push(deal);
  }
  return parts;
}
