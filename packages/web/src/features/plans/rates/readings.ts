import { otherReadings as readingsOf } from '@attain/domain/payouts/rates/readings';
import type { Component, Plan } from '@attain/domain/plans/plan';
import { messages } from './messages.ts';

/** Another reading of the same rate, for comparison. */
export type OtherReading = { name: string; plan: Plan; component: Component };

const names = {
  marginal: messages.readings.marginal,
  retroactive: messages.readings.retroactive,
  linear: messages.readings.linear,
  stepped: messages.readings.stepped,
  bilinear: messages.readings.bilinear,
} as const;

/** Other possible readings of a component's rate, accelerator or decelerator. */
export function otherReadings(plan: Plan, component: Component): OtherReading[] {
  return readingsOf(plan, component).map((reading) => ({
    name: nameOf(reading),
    plan: reading.plan,
    component: reading.component,
  }));
}

function nameOf({ of, as }: ReturnType<typeof readingsOf>[number]): string {
  if (as !== 'incremental' && as !== 'first-dollar') return names[as];
  if (of === 'decelerator') {
    return as === 'incremental' ? messages.readings.belowStays : messages.readings.crossingLifts;
  }
  return as === 'incremental' ? messages.readings.incremental : messages.readings.firstDollar;
}
