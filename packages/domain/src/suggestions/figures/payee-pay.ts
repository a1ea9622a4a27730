import { ok, type Result } from '../../base/result.ts';
import { type History, type PeriodPay, payHistory, periodsWithin } from '../../findings/pay-history.ts';
import { calculateFigures } from '../../payouts/kernel/lines/calculate-figures.ts';
import { type CheckedPlan, checkedPlan } from '../../payouts/kernel/lines/calculate-in-columns.ts';
import { withoutFunds } from '../../payouts/limits/fund.ts';
import type { Plan } from '../../plans/plan.ts';
import { activeComponents } from '../../plans/plan-checks.ts';
import { remembers } from '../../simulations/reading-components.ts';
import { minorUnits } from '../../simulations/statistics.ts';

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

/** Sums up lines that were paid with their explanations. */
export function payOf(pays: readonly PeriodPay[]): PayeePay {
  return summed(
    pays.flatMap(({ period, lines }) =>
      lines.map(({ componentId, amount }) => [cellOf(period.key, componentId), amount] as const),
    ),
  );
}

/** Pays histories of single payees by one plan, without explanations where that is possible; equal to `payHistory` to the cent. */
export function quickPayer(written: Plan): (history: History) => Result<PayeePay> {
  const plan = withoutFunds(written);
  const dependent = activeComponents(plan).some(remembers);
  const checked = new Map<string, CheckedPlan>();
  return (history) => {
    const { span, ...records } = history;
    const periods = periodsWithin(plan, span);
    if (dependent || periods.length === 0) {
      const paid = payHistory(plan, history);
      return paid.ok ? ok(payOf(paid.value)) : paid;
    }
    const completeFrom = history.completeFrom ?? span.from;
    const found: (readonly [string, string])[] = [];
    for (const period of periods) {
      const input = { ...records, plan, period, earlier: [], completeFrom };
      const known = checked.get(period.key) ?? checkedPlan(input);
      checked.set(period.key, known);
      const paid = calculateFigures(input, known);
      // the reference names every problem of every period
      if (!paid.ok) {
        const explained = payHistory(plan, history);
        return explained.ok ? ok(payOf(explained.value)) : explained;
      }
      for (const line of paid.value.lines) {
        found.push([cellOf(period.key, line.componentId), line.amount]);
      }
    }
    return ok(summed(found));
  };
}

function summed(lines: readonly (readonly [string, string])[]): PayeePay {
  const cells = new Map<string, bigint>();
  let total = 0n;
  for (const [cell, amount] of lines) {
    const units = minorUnits(amount);
    cells.set(cell, (cells.get(cell) ?? 0n) + units);
    total += units;
  }
  return { total, cells };
}
