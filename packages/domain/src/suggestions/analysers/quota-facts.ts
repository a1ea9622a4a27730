import { decimal, plain } from '../../base/decimal.ts';
import type { History } from '../../findings/pay-history.ts';
import { asksTarget, type Component, type Plan } from '../../plans/plan.ts';
import { activeComponents } from '../../plans/plan-checks.ts';
import type { LineFacts } from './facts.ts';
import { median } from './statistics.ts';

const HARD = { reached: 0.4, middle: 85 };
const EASY = { reached: 0.75, middle: 115 };

/** Whether quotas are so hard that few reach them, or so easy that nearly all do; by attainment of the span in percent. */
export function areOff(overall: readonly number[]): boolean {
  if (overall.length === 0) return false;
  const reached = overall.filter((one) => one >= 100).length / overall.length;
  const middle = median(overall);
  return (reached < HARD.reached && middle < HARD.middle) || (reached > EASY.reached && middle > EASY.middle);
}

/** Attainment over all lines of a component, in percent; null without a quota. */
export function overallOf(lines: readonly LineFacts[]): number | null {
  const quota = lines.reduce((all, one) => all + (one.quota ?? 0), 0);
  return quota > 0 ? (lines.reduce((all, one) => all + one.credited, 0) * 100) / quota : null;
}

/** The component whose quotas of money decide most; null: none asks for one. */
export function moneyComponent(plan: Plan): Component | null {
  const asking = activeComponents(plan).filter(
    ({ measure, rate, window }) =>
      measure.unit === '$' && measure.of === 'amount' && window === undefined && asksTarget(rate),
  );
  return asking.toSorted((a, b) => b.weight - a.weight)[0] ?? null;
}

/** The records with every quota of a component scaled. */
export function withScaledQuotas(history: History, component: Component, factor: string): History {
  return {
    ...history,
    quotas: history.quotas.map((quota) => {
      const isOwn = quota.componentId === component.id;
      const isShared = quota.componentId === null && quota.unit === component.measure.unit;
      if (!isOwn && !isShared) return quota;
      return { ...quota, amount: plain(decimal(quota.amount).times(factor).round(2, 1)) };
    }),
  };
}

/** The day after a day. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
}
