import type { Component, Plan } from '../../plans/plan.ts';
import { deceleratorReading } from './target-share.ts';

/** Another way in which the words of a component could have been meant. */
export interface OtherReading {
  readonly of: 'table' | 'accelerator' | 'decelerator' | 'curve' | 'matrix';
  /** How the table, accelerator, curve or matrix is read then. */
  readonly as:
    | 'marginal'
    | 'retroactive'
    | 'incremental'
    | 'first-dollar'
    | 'linear'
    | 'stepped'
    | 'bilinear';
  readonly plan: Plan;
  readonly component: Component;
}

/** Every other reading of a component: a table the other way round, speed on the rest or on everything, a curve in steps. */
export function otherReadings(plan: Plan, component: Component): readonly OtherReading[] {
  const { rate } = component;
  const rated = (other: Component['rate']): Component => ({ ...component, rate: other });
  switch (rate.kind) {
    case 'marginal':
    case 'retroactive': {
      const as = rate.kind === 'marginal' ? 'retroactive' : 'marginal';
      return [{ of: 'table', as, plan, component: rated({ ...rate, kind: as }) }];
    }
    case 'target':
      return speedReadings(plan, component);
    case 'curve': {
      const as = rate.curve.shape === 'linear' ? 'stepped' : 'linear';
      const beyond = as === 'stepped' ? 'hold' : rate.curve.beyond;
      const curve = { ...rate.curve, shape: as, beyond } as const;
      return [{ of: 'curve', as, plan, component: rated({ ...rate, curve }) }];
    }
    case 'matrix': {
      const as = rate.shape === 'stepped' ? 'bilinear' : 'stepped';
      return [{ of: 'matrix', as, plan, component: rated({ ...rate, shape: as }) }];
    }
    case 'flat':
    case 'individual':
    case 'icr':
    case 'interpolated-amounts':
    case 'interpolated-rate':
      return [];
  }
}

function speedReadings(plan: Plan, component: Component): readonly OtherReading[] {
  const opposite = (reading: Plan['acceleratorReading']): Plan['acceleratorReading'] =>
    reading === 'incremental' ? 'first-dollar' : 'incremental';
  const slow = deceleratorReading(plan);
  const found: OtherReading[] = [];
  if (component.accelerator !== null) {
    const as = opposite(plan.acceleratorReading);
    const read = { ...plan, acceleratorReading: as, deceleratorReading: slow };
    found.push({ of: 'accelerator', as, plan: read, component });
  }
  if (component.decelerator !== undefined) {
    const as = opposite(slow);
    found.push({ of: 'decelerator', as, plan: { ...plan, deceleratorReading: as }, component });
  }
  return found;
}
