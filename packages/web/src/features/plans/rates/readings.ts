import { otherReadings as readingsOf } from '@attain/domain/payouts/rates/readings';
import type { Component, Plan } from '@attain/domain/plans/plan';

/** The same words read another way, to be drawn beside the plan's own. */
export type OtherReading = { name: string; plan: Plan; component: Component };

const names = {
  marginal: 'If read marginally',
  retroactive: 'If read retroactively',
  linear: 'If straight between the points',
  stepped: 'If in steps',
  bilinear: 'If in between the values',
} as const;

/** Which other readings a component's words allow: a table the other way round, an accelerator on everything or on the rest. */
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
    return as === 'incremental' ? 'If what lies below stays slow' : 'If crossing lifts the slowing';
  }
  return as === 'incremental' ? 'If above the threshold only' : 'If from the first dollar';
}
