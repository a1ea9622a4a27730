import type { Period } from '../base/period.ts';
import { dealMatcher } from '../crediting/credit-deal.ts';
import type { Deal } from '../crediting/deal.ts';
import { type Accelerator, parseAccelerator } from '../plans/accelerator.ts';
import { type Cap, parseCap } from '../plans/cap.ts';
import type { Component, Plan } from '../plans/plan.ts';
import { activeComponents } from '../plans/soundness.ts';

/** What a plan says about one component, read once for all participants. */
export interface Rules {
  readonly component: Component;
  readonly counts: (deal: Deal) => boolean;
  readonly cap: Cap | null;
  readonly accelerator: Accelerator | null;
  /** Whether pay, its own or through a gate, depends on this component's quota. */
  readonly needsQuota: boolean;
}

/** A plan and a period made ready to pay anybody. */
export interface PaySetting {
  readonly plan: Plan;
  readonly period: Period;
  readonly rules: readonly Rules[];
}

/** Reads a sound plan once; an unsound one must have been refused before. */
export function paySetting(plan: Plan, period: Period): PaySetting {
  const active = activeComponents(plan);
  const gating = new Set(active.map((component) => component.gate?.componentId));
  const rules = active.map((component) => {
    const { rate } = component;
    const ofQuota = 'thresholds' in rate && rate.thresholds === 'percent-of-quota';
    const cap = component.cap === null ? null : parseCap(component.cap);
    const accelerator = component.accelerator === null ? null : parseAccelerator(component.accelerator);
    return {
      component,
      counts: dealMatcher(component),
      cap: cap?.ok ? cap.value : null,
      accelerator: accelerator?.ok ? accelerator.value : null,
      needsQuota: rate.kind === 'target' || ofQuota || gating.has(component.id),
    };
  });
  return { plan, period, rules };
}
