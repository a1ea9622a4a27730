import { decimal, HUNDREDTH } from '../../base/decimal.ts';
import type { Period } from '../../base/period.ts';
import { EXACT } from '../../payouts/kernel/line-pieces.ts';
import { fractionOf } from '../../payouts/kernel/lines/fraction.ts';
import { componentShapes, type LineShape } from '../../payouts/kernel/lines/line-shape.ts';
import { ShapePay } from '../../payouts/kernel/lines/shape-pay.ts';
import { withoutFunds } from '../../payouts/limits/fund.ts';
import { type PlanSetting, planSetting } from '../../payouts/pay-setting.ts';
import { asksAverage, gateConditions } from '../../plans/gate.ts';
import type { Component, Plan } from '../../plans/plan.ts';
import { isUnderPlanCap } from '../../plans/terms.ts';
import { capOf } from '../scenarios/period-in-columns.ts';
import { within } from '../scenarios/remembered-pay.ts';
import { HELD, type LiveColumns } from './live-columns.ts';

/** What a plan pays on totals that were read once. */
export interface LivePays {
  /** By payee, over all periods, in minor units; words: why only the calculation itself can say. */
  readonly pays: readonly (bigint | string)[];
}

/** A component in force in a period, ready to pay. */
interface LiveComponent {
  readonly at: number;
  readonly underCap: boolean;
  /** Whether pay, its own or of what looks at it, depends on its quota. */
  readonly needsQuota: boolean;
  readonly conditions: readonly Condition[];
  readonly open: ShapePay | string;
  /** Null: nothing is paid. */
  readonly closed: ShapePay | string | null;
}

/** A component that must have reached a share of its quota: `total × under ≥ over × quota`. */
interface Condition {
  readonly at: number;
  readonly over: number;
  readonly under: number;
}

const REASONS = {
  unread: 'A record is missing or wrong.',
  quota: 'A quota is missing or wrong.',
  target: 'Target variable pay is missing or wrong.',
  rate: 'A commission rate is missing, or changes with its pay term.',
  parts: 'The parts of split deals are rounded together.',
  average: 'Its gate asks for an average.',
  other: 'A gate looks at a component that is not in force.',
} as const;

/** Pays everybody by a plan whose crediting plan the columns were read by (SIM-11, KERNEL-16). */
export function livePay(written: Plan, columns: LiveColumns, periods: readonly Period[]): LivePays {
  const plan = withoutFunds(written);
  const payer = new PayeePayer(plan, columns, periods);
  return { pays: Array.from({ length: columns.payees }, (_, payee) => payer.pay(payee)) };
}

class PayeePayer {
  readonly #columns: LiveColumns;
  readonly #live: readonly (readonly LiveComponent[])[];
  readonly #cap: bigint | null;
  readonly #refuses: boolean;
  readonly #unread: string;
  /** What has been paid in the period at hand, within the plan's cap and beside it. */
  #capped = 0;
  #beside = 0;
  /** The part of the two that no binary float holds. */
  #largeCapped = 0n;
  #largeBeside = 0n;

  constructor(plan: Plan, columns: LiveColumns, periods: readonly Period[]) {
    this.#columns = columns;
    this.#live = periods.map((period) => liveComponents(plan, period));
    this.#cap = capOf(plan);
    this.#refuses = plan.undefinedAttainment === 'refuse';
    const untaken = this.#live.flat().find(({ open }) => typeof open === 'string')?.open;
    this.#unread = typeof untaken === 'string' ? untaken : REASONS.unread;
  }

  pay(payee: number): bigint | string {
    if (!this.#columns.isRead(payee)) return this.#unread;
    let all = 0n;
    let sum = 0;
    for (const [period, components] of this.#live.entries()) {
      const why = this.#payPeriod(this.#columns.place(payee, period), components);
      if (why !== null) return why;
      const isSmall = this.#largeCapped === 0n && this.#largeBeside === 0n && this.#cap === null;
      if (isSmall && Math.abs(sum) <= EXACT) sum += this.#capped + this.#beside;
      else {
        all += within(BigInt(this.#capped) + this.#largeCapped, this.#cap);
        all += BigInt(this.#beside) + this.#largeBeside;
      }
    }
    return all + BigInt(sum);
  }

  /** Pays a period; null, or why it cannot be paid. */
  #payPeriod(first: number, components: readonly LiveComponent[]): string | null {
    this.#capped = 0;
    this.#beside = 0;
    this.#largeCapped = 0n;
    this.#largeBeside = 0n;
    const { held } = this.#columns;
    for (const component of components) {
      const at = first + component.at;
      const has = held[at]!;
      if (!(has & HELD.present)) continue;
      if (component.needsQuota && has & HELD.quotaFault) return REASONS.quota;
      if (!(has & HELD.theirs)) continue;
      const { open, closed } = component;
      if (typeof open === 'string') return open;
      const fault = this.#fault(open.shape, has);
      if (fault !== null) return fault;
      const gate = this.#gate(first, component.conditions);
      if (typeof gate === 'string') return gate;
      const paying = gate ? open : closed;
      if (typeof paying === 'string') return paying;
      if (paying === null || !hasWhatItNeeds(paying.shape, has)) continue;
      this.#add(paying, at, component.underCap);
    }
    return null;
  }

  #add(paying: ShapePay, at: number, underCap: boolean): void {
    const pay = paying.on(this.#columns, at);
    if (Math.abs(pay) <= EXACT && Math.abs(this.#capped) + Math.abs(this.#beside) <= EXACT) {
      if (underCap) this.#capped += pay;
      else this.#beside += pay;
      return;
    }
    const exact = paying.exactly(this.#columns.exact(at));
    if (underCap) this.#largeCapped += exact;
    else this.#largeBeside += exact;
  }

  /** Why the calculation refuses a line, or pays it by more than its total. */
  #fault({ needsTarget, needsQuota, scaling, roundsParts }: LineShape, has: number): string | null {
    if (needsTarget && (has & HELD.targetFault || !(has & HELD.target))) return REASONS.target;
    if (needsQuota && !(has & HELD.quota) && this.#refuses) return REASONS.quota;
    if (scaling === 'own-rate' && !(has & HELD.rate) && has & HELD.credits) return REASONS.rate;
    return roundsParts && has & HELD.parts ? REASONS.parts : null;
  }

  /** Whether all conditions are reached (PAY-10), or why only the calculation can say. */
  #gate(first: number, conditions: readonly Condition[]): boolean | string {
    let open = true;
    for (const { at, over, under } of conditions) {
      const has = this.#columns.held[first + at] ?? 0;
      if (at < 0 || !(has & HELD.present)) return REASONS.other;
      if (!(has & HELD.quota)) {
        if (this.#refuses) return REASONS.quota;
        open = false;
        continue;
      }
      const reached = this.#columns.total[first + at]! * under;
      const asked = this.#columns.quota[first + at]! * over;
      if (Math.abs(reached) <= EXACT && asked <= EXACT) open &&= reached >= asked;
      else {
        const { total, quota } = this.#columns.exact(first + at);
        open &&= total * BigInt(under) >= BigInt(over) * (quota ?? 0n);
      }
    }
    return open;
  }
}

/** A line without a quota or rate of its own pays nothing where that is not a fault (ATT-2). */
function hasWhatItNeeds({ needsQuota, scaling }: LineShape, has: number): boolean {
  if (needsQuota && !(has & HELD.quota)) return false;
  return scaling !== 'own-rate' || (has & HELD.rate) !== 0;
}

function liveComponents(plan: Plan, period: Period): readonly LiveComponent[] {
  const setting = planSetting({ plan, period }, true);
  return setting.rules.map((rules) => {
    const { component, needsQuota } = rules;
    const shapes = componentShapes(setting, rules);
    const average = component.gate !== null && asksAverage(component.gate);
    const ready = <T>(shape: LineShape | T) =>
      typeof shape === 'object' && shape !== null ? payer(shape as LineShape, plan) : (shape as T);
    return {
      at: plan.components.indexOf(component),
      underCap: isUnderPlanCap(component),
      needsQuota,
      conditions: conditionsOf(component, setting),
      open: average ? REASONS.average : ready<string>(shapes.open),
      closed: ready<string | null>(shapes.closed),
    };
  });
}

function payer(shape: LineShape, { rounding }: Plan): ShapePay {
  return new ShapePay(shape, rounding.mode);
}

function conditionsOf({ gate }: Component, { plan, rules }: PlanSetting): readonly Condition[] {
  if (gate === null || asksAverage(gate)) return [];
  return gateConditions(gate).map(({ componentId, atLeastPercent }) => {
    const other = rules.find(({ component }) => component.id === componentId);
    const share = fractionOf(decimal(atLeastPercent).times(HUNDREDTH));
    const at = other === undefined ? -1 : plan.components.indexOf(other.component);
    return { at, over: Number(share.over), under: Number(share.under) };
  });
}
