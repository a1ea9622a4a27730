import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changePlan, type PlanChange } from '../plans/change-plan.ts';
import type { Plan } from '../plans/plan.ts';
import { sampleComponent, samplePlan } from '../plans/sample-plan.fixture.ts';
import { changedSince, sameJson, touchedValues } from './touched-values.ts';
import { undoChanges } from './undo-changes.ts';
import { firstFreeId, visibleIdOf } from './visible-id.ts';

const [first, second, third] = ['sales', 'services', 'renewals'];
const ids = [first, second, third];
const plan: Plan = samplePlan({
  components: ids.map((id) => sampleComponent({ id, name: `Component ${id}` })),
});
const changed = (from: Plan, changes: readonly PlanChange[]): Plan => {
  const done = changePlan(from, changes);
  if (!done.ok) throw new Error(JSON.stringify(done.problems));
  return done.value;
};

const someChange: fc.Arbitrary<PlanChange> = fc.oneof(
  fc.record({
    component: fc.constantFrom(...ids),
    set: fc.oneof(
      fc.record({ weight: fc.integer({ min: 0, max: 100 }) }),
      fc.record({ cap: fc.constantFrom(null, '1.2x', '3x') }),
      fc.record({ name: fc.constantFrom('One', 'Another') }),
    ),
  }),
  fc.constantFrom(...ids).map((remove) => ({ remove })),
  fc
    .constantFrom('incremental', 'first-dollar')
    .map((reading) => ({ plan: { acceleratorReading: reading } })),
);

describe('an applied change', () => {
  test('[SGR-6] undone, leaves the document as it was', () => {
    fc.assert(
      fc.property(fc.array(someChange, { minLength: 1, maxLength: 4 }), (changes) => {
        const done = changePlan(plan, changes);
        fc.pre(done.ok);
        if (!done.ok) return;
        const undone = undoChanges({ before: plan, after: done.value }, done.value);
        expect(undone.ok && sameJson(undone.value, plan), JSON.stringify(changes)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  test('[SGR-6] undone, keeps later edits of other values and refuses those of its own', () => {
    const applied = { before: plan, after: changed(plan, [{ component: first, set: { cap: '1.2x' } }]) };
    const other = changed(applied.after, [{ component: second, set: { name: 'Renamed' } }]);
    const undone = undoChanges(applied, other);
    expect(undone.ok && undone.value).toEqual(
      changed(plan, [{ component: second, set: { name: 'Renamed' } }]),
    );
    const same = changed(applied.after, [{ component: first, set: { cap: '9x' } }]);
    expect(undoChanges(applied, same)).toMatchObject({
      ok: false,
      problems: [{ rule: 'SGR-6', path: 'cap' }],
    });
    const gone = changed(applied.after, [{ remove: first }]);
    expect(undoChanges(applied, gone).ok).toBe(false);
  });

  test('[SGR-5] finds what was edited between suggesting and applying', () => {
    const changes: PlanChange[] = [{ component: first, set: { cap: '2x' } }, { remove: second }];
    const touched = touchedValues(plan, changes);
    expect(changedSince(plan, touched)).toEqual([]);
    expect(changedSince(changed(plan, [{ component: first, set: { weight: 1 } }]), touched)).toEqual([]);
    expect(changedSince(changed(plan, [{ component: first, set: { cap: '7x' } }]), touched)).toMatchObject([
      { component: first, field: 'cap' },
    ]);
    expect(changedSince(changed(plan, [{ remove: first }]), touched)).toMatchObject([{ field: 'cap' }]);
    expect(changedSince(changed(plan, [{ component: second, set: { weight: 1 } }]), touched)).toMatchObject([
      { component: second, field: null },
    ]);
  });
});

test('[SGR-40] a visible ID has the words of the title, and a number when it is taken', () => {
  expect(visibleIdOf('Cap “Services” at 1.2x — für alle')).toBe('cap-services-at-1-2x-fur-alle');
  expect(visibleIdOf('値上げ')).toBe('suggestion');
  expect(visibleIdOf('018f0000-0000-7000-8000-000000000000')).toBe('suggestion');
  expect(firstFreeId('add-cap-mbo', [])).toBe('add-cap-mbo');
  expect(firstFreeId('add-cap-mbo', ['add-cap-mbo', 'add-cap-mbo-2'])).toBe('add-cap-mbo-3');
});
