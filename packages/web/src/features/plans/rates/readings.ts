import type { Component, Plan, Rate } from '@attain/domain/plans/plan';

/** The same words read another way, to be drawn beside the plan's own. */
export type OtherReading = { name: string; plan: Plan; component: Component };

/** Which other readings a component's words allow: a table the other way round, an accelerator on everything or on the rest. */
export function otherReadings(plan: Plan, component: Component): OtherReading[] {
  const { rate } = component;
  const readings: OtherReading[] = [];
  if (rate.kind === 'marginal' || rate.kind === 'retroactive') {
    const kind: Rate['kind'] = rate.kind === 'marginal' ? 'retroactive' : 'marginal';
    const name = kind === 'retroactive' ? 'If read retroactively' : 'If read marginally';
    readings.push({ name, plan, component: { ...component, rate: { ...rate, kind } } });
  }
  if (rate.kind === 'target' && component.accelerator !== null) {
    const acceleratorReading = plan.acceleratorReading === 'incremental' ? 'first-dollar' : 'incremental';
    const name =
      acceleratorReading === 'incremental' ? 'If above the threshold only' : 'If from the first dollar';
    readings.push({ name, plan: { ...plan, acceleratorReading }, component });
  }
  if (rate.kind === 'curve') {
    const shape = rate.curve.shape === 'linear' ? 'stepped' : 'linear';
    const name = shape === 'linear' ? 'If straight between the points' : 'If in steps';
    const beyond = shape === 'stepped' ? 'hold' : rate.curve.beyond;
    readings.push({
      name,
      plan,
      component: { ...component, rate: { ...rate, curve: { ...rate.curve, shape, beyond } } },
    });
  }
  return readings;
}
