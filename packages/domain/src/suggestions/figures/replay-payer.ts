import type { RoundingMode } from '../../base/ratio.ts';
import { ok, type Result } from '../../base/result.ts';
import { type History, periodsWithin } from '../../findings/pay-history.ts';
import { type CheckedPlan, checkedPlan } from '../../payouts/kernel/lines/calculate-in-columns.ts';
import { type TargetNumbers, targetPay } from '../../payouts/kernel/lines/pay-target-shape.ts';
import type { CreditTotal } from '../../payouts/kernel/lines/plain-lines.ts';
import { payTotals, totalOf } from '../../payouts/kernel/lines/plain-totals.ts';
import { refined, smallAmount } from '../../payouts/kernel/lines/small-amount.ts';
import type { TargetShape } from '../../payouts/kernel/lines/target-shape.ts';
import { withoutFunds } from '../../payouts/limits/fund.ts';
import type { Component, Plan } from '../../plans/plan.ts';
import { cellOf, type PayeePay, type PeriodFigures, quickPayer } from '../../simulations/payee-pay.ts';
import { minorUnits } from '../../simulations/statistics.ts';
import { sameJson } from '../touched-values.ts';
import type { MonthCredits } from './month-credits.ts';

/** What a plan paid one payee, for replays and drawn years without the deals. */
export interface PaidTotals {
  /** By period and component. */
  readonly lines: ReadonlyMap<string, ReadonlyMap<string, PaidTotal>>;
  /** Null where drawn years need the deals. */
  readonly months: MonthCredits | null;
}

interface PaidTotal {
  readonly units: number;
  readonly total: CreditTotal;
  /** Null where the line has no shape. */
  readonly numbers: TargetNumbers | null;
}

/** What is kept of a payee for replays; null where lines depend on more than the totals of their credits. */
export function paidTotals(
  pays: readonly PeriodFigures[],
  months: MonthCredits | null = null,
): PaidTotals | null {
  if (!pays.every(({ isPlain }) => isPlain)) return null;
  const lines = new Map(
    pays.map(({ period, lines: paid, numbers }) => [
      period.key,
      new Map(
        paid.map((line): [string, PaidTotal] => {
          const own = numbers.get(line.componentId) ?? null;
          return [
            line.componentId,
            { units: Number(minorUnits(line.amount)), total: totalOf(line), numbers: own },
          ];
        }),
      ),
    ]),
  );
  return { lines, months };
}

/** What is known of the records that are replayed. */
export interface Replayed {
  readonly totals: PaidTotals | null;
  /** The records are those the totals are of. */
  readonly asPaid: boolean;
  /** Left out: the deals are there. */
  readonly withoutDeals?: boolean;
}

/**
 * Pays histories by a variant of a plan, the same as `quickPayer` to the cent. Where the variant credits the same deals, it pays
 * the totals that the plan paid on, and only for components that differ. Null where the deals are needed and not there.
 */
export function replayPayer(base: Plan, written: Plan) {
  const payer = quickPayer(written);
  const plan = withoutFunds(written);
  const changed = changedComponents(withoutFunds(base), plan);
  const checked = new Map<string, CheckedPlan>();
  const { mode } = plan.rounding;
  return (history: History, { totals, asPaid, withoutDeals = false }: Replayed): Result<PayeePay> | null => {
    const full = () => (withoutDeals ? null : payer(history));
    if (changed === null || totals === null) return full();
    const { span, ...records } = history;
    const completeFrom = history.completeFrom ?? span.from;
    const cells = new Map<string, bigint>();
    let total = 0n;
    for (const period of periodsWithin(plan, span)) {
      const input = { ...records, plan, period, earlier: [], completeFrom };
      const known = checked.get(period.key) ?? checkedPlan(input);
      checked.set(period.key, known);
      const paid = totals.lines.get(period.key);
      if (paid === undefined || !isSameLines(known, paid)) return full();
      const amounts = new Map<string, number>();
      const open = new Map<string, CreditTotal>();
      for (const [id, one] of paid) {
        if (asPaid && !changed.has(id)) continue;
        const shape = asPaid && !changed.get(id)?.rate ? known.plain?.shapes.get(id) : null;
        const amount = shape == null ? null : paidOnShape(shape, one, mode);
        if (amount === null) open.set(id, one.total);
        else amounts.set(id, amount);
      }
      const others = open.size === 0 ? NONE : payTotals(input, known, open);
      if (others === null) return full();
      for (const { component } of known.setting.rules) {
        const amount = amounts.get(component.id) ?? others.get(component.id);
        const units = BigInt(amount ?? paid.get(component.id)!.units);
        cells.set(cellOf(period.key, component.id), units);
        total += units;
      }
    }
    return ok({ total, cells });
  };
}

/** A line by the shape of its component and the quota and target it was paid on; null where it takes more to say. */
function paidOnShape(shape: TargetShape, { total, numbers }: PaidTotal, mode: RoundingMode): number | null {
  const credited = numbers === null ? null : smallAmount(total.credited);
  if (numbers === null || credited === null) return null;
  const decimals = Math.max(credited.decimals, numbers.decimals);
  const units = refined(credited.units, credited.decimals, decimals);
  const pay = targetPay(shape, numbers, { decimals, mode });
  const amount = units === null || pay === null ? Number.NaN : pay(units);
  return Number.isNaN(amount) ? null : amount;
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

/** What of a component differs, where its credits do not. */
interface Differing {
  /** Its rate, and with it what quota and target it needs. */
  readonly rate: boolean;
}

/** Components that may pay otherwise on the same credits; null where the credits may be others. */
export function changedComponents(base: Plan, variant: Plan): ReadonlyMap<string, Differing> | null {
  if (!sameJson(withoutReading(base), withoutReading(variant))) return null;
  const before = new Map(base.components.map((one) => [one.id, one]));
  const isRead = base.acceleratorReading !== variant.acceleratorReading;
  const changed = new Map<string, Differing>();
  for (const one of variant.components) {
    const own = before.get(one.id);
    if (own === undefined || !sameJson(crediting(own), crediting(one))) return null;
    if (isRead || !sameJson(own, one)) changed.set(one.id, { rate: !sameJson(own.rate, one.rate) });
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
