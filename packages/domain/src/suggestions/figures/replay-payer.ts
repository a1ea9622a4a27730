import { ok, type Result } from '../../base/result.ts';
import { type History, periodsWithin } from '../../findings/pay-history.ts';
import { type CheckedPlan, checkedPlan } from '../../payouts/kernel/lines/calculate-in-columns.ts';
import type { CreditTotal } from '../../payouts/kernel/lines/plain-lines.ts';
import { payTotals, totalOf } from '../../payouts/kernel/lines/plain-totals.ts';
import { withoutFunds } from '../../payouts/limits/fund.ts';
import type { Component, Plan } from '../../plans/plan.ts';
import { minorUnits } from '../../simulations/statistics.ts';
import { sameJson } from '../touched-values.ts';
import { cellOf, type PayeePay, type PeriodFigures, quickPayer } from './payee-pay.ts';

/** What a plan paid one payee by period and component, with the totals it paid on. */
export type PaidTotals = ReadonlyMap<string, ReadonlyMap<string, PaidTotal>>;

interface PaidTotal {
  readonly units: bigint;
  readonly total: CreditTotal;
}

/** What is kept of a payee for replays; null where lines depend on more than the totals of their credits. */
export function paidTotals(pays: readonly PeriodFigures[]): PaidTotals | null {
  if (!pays.every(({ isPlain }) => isPlain)) return null;
  return new Map(
    pays.map(({ period, lines }) => [
      period.key,
      new Map(
        lines.map((line) => [line.componentId, { units: minorUnits(line.amount), total: totalOf(line) }]),
      ),
    ]),
  );
}

/**
 * Pays histories by a variant of a plan, the same as `quickPayer` to the cent. Where the variant credits the same deals, it pays
 * the totals that the plan paid on, and only for components that differ. `asPaid`: the records are those the totals are of.
 */
export function replayPayer(base: Plan, written: Plan) {
  const full = quickPayer(written);
  const plan = withoutFunds(written);
  const changed = changedComponents(withoutFunds(base), plan);
  const checked = new Map<string, CheckedPlan>();
  return (
    history: History,
    { totals, asPaid }: { readonly totals: PaidTotals | null; readonly asPaid: boolean },
  ): Result<PayeePay> => {
    if (changed === null || totals === null) return full(history);
    const { span, ...records } = history;
    const completeFrom = history.completeFrom ?? span.from;
    const cells = new Map<string, bigint>();
    let total = 0n;
    for (const period of periodsWithin(plan, span)) {
      const input = { ...records, plan, period, earlier: [], completeFrom };
      const known = checked.get(period.key) ?? checkedPlan(input);
      checked.set(period.key, known);
      const paid = totals.get(period.key);
      if (paid === undefined || !isSameLines(known, paid)) return full(history);
      const open = new Map<string, CreditTotal>();
      for (const [id, one] of paid) if (!asPaid || changed.has(id)) open.set(id, one.total);
      const amounts = open.size === 0 ? NONE : payTotals(input, known, open);
      if (amounts === null) return full(history);
      for (const { component } of known.setting.rules) {
        const amount = amounts.get(component.id);
        const units = amount === undefined ? paid.get(component.id)!.units : BigInt(amount);
        cells.set(cellOf(period.key, component.id), units);
        total += units;
      }
    }
    return ok({ total, cells });
  };
}

const NONE: ReadonlyMap<string, number> = new Map();

/** Whether a payee was paid a line for each component of the variant, and no other: someone without lines may get some. */
function isSameLines({ problems, setting }: CheckedPlan, paid: ReadonlyMap<string, unknown>): boolean {
  const { rules } = setting;
  return (
    problems.length + setting.problems.length === 0 &&
    rules.length > 0 &&
    rules.length === paid.size &&
    rules.every(({ component: { id } }) => paid.has(id))
  );
}

/** Components that may pay otherwise on the same credits; null where the credits may be others. */
function changedComponents(base: Plan, variant: Plan): ReadonlySet<string> | null {
  if (!sameJson(withoutReading(base), withoutReading(variant))) return null;
  const before = new Map(base.components.map((one) => [one.id, one]));
  const isRead = base.acceleratorReading !== variant.acceleratorReading;
  const changed = new Set<string>();
  for (const one of variant.components) {
    const own = before.get(one.id);
    if (own === undefined || !sameJson(crediting(own), crediting(one))) return null;
    if (isRead || !sameJson(own, one)) changed.add(one.id);
  }
  return changed;
}

/** The plan but for its components and what only decides how they pay. */
function withoutReading({ components: _, acceleratorReading: __, ...rest }: Plan): unknown {
  return rest;
}

/** A component but for the terms that only decide what it pays on its credits. */
function crediting(component: Component): unknown {
  const { weight: _w, rate: _r, cap: _c, accelerator: _a, decelerator: _d, limits: _l, ...rest } = component;
  return rest;
}
