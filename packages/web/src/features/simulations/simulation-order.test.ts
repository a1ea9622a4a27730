import { expect, test } from 'vitest';
import type { PlanSummary } from '../../api/shapes.ts';
import {
  comparablePlans,
  comparesWithItself,
  isScenarioCount,
  newOrder,
  sentOrder,
  withDefaults,
} from './simulation-order.ts';

const plan = (id: string, change: Partial<PlanSummary> = {}) =>
  ({
    id,
    name: id,
    currency: 'USD',
    status: 'Active',
    version: 1,
    activeVersion: 1,
    totalWeight: 100,
    assignedCount: 1,
    ...change,
  }) as PlanSummary;

test('a draft is compared with its own active version; between other plans nothing is guessed', () => {
  const drafted = plan('drafted', { status: 'Draft', version: 2, activeVersion: 1 });
  const fresh = plan('new', { status: 'Draft', activeVersion: null });
  const plans = [plan('small'), plan('wide', { assignedCount: 9 }), fresh];
  expect(withDefaults(newOrder('drafted'), [...plans, drafted])).toMatchObject({
    planId: 'drafted',
    baselinePlanId: 'drafted',
  });
  expect(withDefaults(newOrder(''), plans)).toMatchObject({ planId: 'new', baselinePlanId: '' });
  expect(withDefaults(newOrder('new'), [plan('only'), fresh])).toMatchObject({ baselinePlanId: 'only' });
  expect(sentOrder(withDefaults({ ...newOrder('small'), baselinePlanId: 'wide' }, plans))).toEqual({
    kind: 'replay',
    planId: 'small',
    baselinePlanId: 'wide',
  });
});

test('a plan with one version is compared with itself only by choice, and that is noticed', () => {
  const plans = [plan('small'), plan('wide'), plan('third')];
  expect(comparablePlans(plans, 'small').map(({ id }) => id)).toEqual(['small', 'wide', 'third']);
  expect(withDefaults(newOrder('small'), plans)).toMatchObject({ baselinePlanId: '' });
  expect(withDefaults(newOrder('small'), [plan('small')])).toMatchObject({ baselinePlanId: '' });
  const changed = plan('changed', { version: 3, activeVersion: 3 });
  const itself = { ...newOrder('changed'), baselinePlanId: 'changed' };
  expect(comparesWithItself(itself, [changed])).toBe(true);
  expect(comparesWithItself({ ...itself, version: '2' }, [changed])).toBe(false);
  expect(comparesWithItself({ ...itself, baselineVersion: '2' }, [changed])).toBe(false);
  expect(comparesWithItself({ ...itself, kind: 'lint' }, [changed])).toBe(false);
});

test('two versions of one plan are compared; a plan that pays nobody any more with the version before', () => {
  const idle = plan('idle', { status: 'Inactive', version: 3, activeVersion: null, currency: 'EUR' });
  const order = withDefaults(newOrder('idle'), [plan('wide'), idle]);
  expect(order).toMatchObject({ baselinePlanId: 'idle', baselineVersion: '2' });
  expect(sentOrder({ ...order, version: '1' })).toMatchObject({ version: 1, baselineVersion: 2 });
  expect(sentOrder({ ...order, kind: 'lint' })).not.toHaveProperty('baselineVersion');
});

test('a plan whose newest version is the active one is compared with the version before: with itself nothing would differ', () => {
  const changed = plan('changed', { version: 3, activeVersion: 3 });
  expect(withDefaults(newOrder('changed'), [changed])).toMatchObject({ baselineVersion: '2' });
  expect(withDefaults({ ...newOrder('changed'), version: '1' }, [changed])).toMatchObject({
    baselineVersion: '',
  });
  const drafted = plan('drafted', { version: 3, activeVersion: 2 });
  expect(withDefaults(newOrder('drafted'), [drafted])).toMatchObject({ baselineVersion: '' });
});

test.each([
  ['10', true],
  ['5000', true],
  ['9', false],
  ['5001', false],
  ['1000000000', false],
  ['1e3', false],
  ['0x10', false],
  ['10.5', false],
  ['١٠٠', false],
  ['', false],
])('%j as a count of scenarios is %s', (text, is) => expect(isScenarioCount(text)).toBe(is));
