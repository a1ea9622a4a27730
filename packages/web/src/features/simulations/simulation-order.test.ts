import { expect, test } from 'vitest';
import type { PlanSummary } from '../../api/shapes.ts';
import { isScenarioCount, newOrder, sentOrder, withDefaults } from './simulation-order.ts';

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

test('a draft is compared with its own active version, without one with the plan most people are on', () => {
  const plans = [
    plan('small'),
    plan('wide', { assignedCount: 9 }),
    plan('new', { status: 'Draft', activeVersion: null }),
  ];
  expect(withDefaults(newOrder(''), plans)).toMatchObject({ planId: 'new', baselinePlanId: 'wide' });
  expect(withDefaults(newOrder('small'), plans)).toMatchObject({ planId: 'small', baselinePlanId: 'small' });
  expect(sentOrder(withDefaults(newOrder('small'), plans))).toEqual({
    ...{ kind: 'replay', planId: 'small', baselinePlanId: 'small' },
  });
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
