import type { Plan } from '@attain/domain/plans/plan';
import { expect, test } from 'vitest';
import { changeLines } from './change-lines.ts';

const plan = {
  components: [
    {
      id: 'svc',
      name: 'Services',
      cap: null,
      weight: 40,
      rate: { kind: 'flat', tiers: [{ percent: '4' }, { percent: '10' }] },
    },
  ],
} as unknown as Plan;

test.each([
  [{ component: 'svc', set: { cap: '2x' } }, ['Services Cap: none → 2x']],
  [
    { component: 'svc', set: { weight: 30, targetBased: true } },
    ['Services Weight: 40 → 30', 'Services Target based: none → true'],
  ],
  [
    { component: 'svc', set: { rate: { kind: 'flat', tiers: [{ percent: '4' }, { percent: '8' }] } } },
    ['Services Rate, tiers, 2, percent: 10 → 8'],
  ],
  [
    { component: 'svc', set: { rate: 'own' } },
    ['Services Rate: {"kind":"flat","tiers":[{"percent":"4"},{"percent":"10"}]} → own'],
  ],
  [{ component: 'gone', set: { cap: '2x' } }, ['gone Cap: no longer in the plan → 2x']],
  [{ component: 'svc', set: { toString: 'x' } }, ['Services To string: none → x']],
  [{ remove: 'svc' }, ['Services Component: present → removed']],
  [{ add: { id: 'b', name: 'Bikes' } }, ['Bikes Component: none → added']],
  [{ component: 'svc', set: { name: 'N'.repeat(300) } }, [`Services Name: Services → ${'N'.repeat(120)}…`]],
])('[SGR-5] %j is told line by line', (change, lines) => {
  expect(changeLines([change], plan).map((one) => `${one.of} ${one.what}: ${one.now} → ${one.next}`)).toEqual(
    lines,
  );
});
