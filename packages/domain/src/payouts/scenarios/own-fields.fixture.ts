import fc from 'fast-check';
import type { Deal } from '../../crediting/deal.ts';
import type { Condition } from '../../plans/condition.ts';
import type { Component } from '../../plans/plan.ts';
import type { CalculationInput } from '../payout.ts';

const condition = fc.constantFrom<Condition>(
  { field: 'own:Channel', in: ['web'] },
  { field: 'own:Channel', notIn: ['Web', 'Fair'], matchCase: true },
  { field: 'own:Seats', number: { atLeast: '10', lessThan: '500' } },
  { field: 'own:Starts', days: { from: '2024-02-02' } },
);

const ownFields = fc.record(
  {
    Channel: fc.constantFrom('Web', 'web', 'Fair'),
    Seats: fc.constantFrom('10', '9.99', '-500', 'many'),
    Starts: fc.constantFrom('2024-02-01', '2024-02-02', 'soon'),
  },
  { requiredKeys: [] },
);

/** Inputs whose deals have own fields, which the plan's first component looks at in its filter or a credit factor, or adds. */
export function withOwnFields(inputs: fc.Arbitrary<CalculationInput>): fc.Arbitrary<CalculationInput> {
  return fc
    .record({
      input: inputs,
      condition,
      look: fc.constantFrom('filter' as const, 'factor' as const, 'measure' as const),
      lots: fc.array(ownFields, { minLength: 5, maxLength: 5 }),
    })
    .map(({ input, condition: asked, look, lots }) => {
      const [first, ...others] = input.plan.components;
      const components = first === undefined ? [] : [looking(first, asked, look), ...others];
      const deals = input.deals.map((deal, i): Deal => ({ ...deal, ownFields: lots[i % lots.length] ?? {} }));
      return { ...input, plan: { ...input.plan, components }, deals };
    });
}

function looking(component: Component, asked: Condition, look: 'filter' | 'factor' | 'measure'): Component {
  const { filter, creditFactors = [], measure } = component;
  if (look === 'measure')
    return measure.of === 'deals' ? component : { ...component, measure: { ...measure, own: 'Seats' } };
  return look === 'factor'
    ? { ...component, creditFactors: [{ where: [asked], percent: '37.5' }, ...creditFactors] }
    : { ...component, filter: [...filter, asked] };
}
