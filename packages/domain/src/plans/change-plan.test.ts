import { describe, expect, test } from 'vitest';
import { changePlan, type PlanChange } from './change-plan.ts';
import { sampleComponent, samplePlan } from './sample-plan.fixture.ts';

const plan = samplePlan({ components: [sampleComponent(), sampleComponent({ id: 'other', name: 'Other' })] });
const first = plan.components[0]!.id;
const second = plan.components[1]!.id;

describe('[PLAN-10] a changed plan', () => {
  test('has the new fields of a component and everything else as it was', () => {
    const before = JSON.stringify(plan);
    const changed = changePlan(plan, [{ component: first, set: { cap: '1.5x', weight: 55 } }]);
    expect(changed.ok && changed.value.components[0]).toEqual({
      ...plan.components[0],
      cap: '1.5x',
      weight: 55,
    });
    if (changed.ok) {
      expect({ ...changed.value, components: [] }).toEqual({ ...plan, components: [] });
      expect(changed.value.components.slice(1)).toEqual(plan.components.slice(1));
    }
    expect(JSON.stringify(plan)).toBe(before);
  });

  test('gains and loses components, one change after another', () => {
    const more = { ...plan.components[1]!, id: 'more', name: 'More' };
    const changed = changePlan(plan, [
      { add: { ...more } },
      { remove: second },
      { component: 'more', set: { weight: 1 } },
    ]);
    expect(changed.ok && changed.value.components.map(({ id }) => id)).toEqual([
      ...plan.components.map(({ id }) => id).filter((id) => id !== second),
      'more',
    ]);
  });

  test('has the new fields of the plan', () => {
    const changed = changePlan(plan, [{ plan: { acceleratorReading: 'first-dollar' } }]);
    expect(changed).toEqual({ ok: true, value: { ...plan, acceleratorReading: 'first-dollar' } });
  });

  test('is the plan itself without a change', () => {
    expect(changePlan(plan, [])).toEqual({ ok: true, value: plan });
  });

  test.each<[string, PlanChange, string]>([
    ['a component that is not there', { component: 'nobody', set: { weight: 1 } }, 'changes[0]'],
    ['a component of a prototype', { remove: 'constructor' }, 'changes[0]'],
    ['another id', { component: first, set: { id: 'third' } }, 'changes[0].set.id'],
    ['a field there is not', { component: first, set: { wieght: 1 } }, 'components[0].wieght'],
    ['a number where a text belongs', { component: first, set: { cap: 2 } }, 'components[0].cap'],
    ['a field the plan does not have', { plan: { exchanges: {} } }, 'exchanges'],
    ['all components at once', { plan: { components: [] } }, 'changes[0].plan.components'],
    ['half a component', { add: { id: 'half' } }, `components[${plan.components.length}]`],
  ])('is refused with the place of %s', (_, change, place) => {
    const changed = changePlan(plan, [change]);
    expect(changed.ok ? [] : changed.problems.map(({ path }) => path)).toEqual(
      expect.arrayContaining([expect.stringContaining(place)]),
    );
  });
});
