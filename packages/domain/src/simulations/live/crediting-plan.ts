import { withoutFunds } from '../../payouts/limits/fund.ts';
import type { Component, Plan } from '../../plans/plan.ts';

/**
 * A plan with everything that decides what is credited, and by what quota and target it is measured, and nothing of how that is
 * paid. Plans of one crediting plan pay the same totals, so totals that were read once pay all of them.
 */
export function creditingPlan(written: Plan): Plan {
  const { acceleratorReading: _, deceleratorReading: __, planCap: ___, ...plan } = withoutFunds(written);
  return {
    ...plan,
    name: '',
    type: 'sales-commission',
    order: [],
    rounding: { mode: 'HALF_UP' },
    acceleratorReading: 'incremental',
    undefinedAttainment: 'refuse',
    components: plan.components.map(creditingComponent),
  };
}

function creditingComponent(component: Component): Component {
  // whatever else a component says stays, so that a term nobody has considered here is read anew rather than overlooked
  const { decelerator: _, limits: __, multiplier: ___, ...terms } = component;
  return {
    ...terms,
    name: '',
    weight: 0,
    rate: { kind: 'target' },
    cap: null,
    accelerator: null,
    gate: null,
  };
}
