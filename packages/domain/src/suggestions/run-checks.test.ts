import { expect, test } from 'vitest';
import type { Component } from '../plans/plan.ts';
import { sampleComponent, samplePlan } from '../plans/sample-plan.fixture.ts';
import { checkKeys, runChecks } from './run-checks.ts';

const target = (wanted: Partial<Component>) =>
  sampleComponent({ rate: { kind: 'target' }, weight: 100, ...wanted });
const failing = (
  components: readonly Component[],
  { tests = [], policies = [] }: { tests?: readonly string[]; policies?: readonly string[] } = {},
) =>
  runChecks(samplePlan({ components }), {
    tests: tests.map((message) => ({ rule: 'TEST-6', path: 'tests', message })),
    policies: policies.map((message) => ({ rule: 'GOV-17', path: 'policies', message })),
  })
    .filter(({ problems }) => problems.length > 0)
    .map(({ key }) => key);

test('[SGR-47] [ASSIST-STATE-14] checks pass only if the plan does: weights, caps, names, document, tests and policies', () => {
  const one = target({ cap: '2x', accelerator: '>120% @ 1.2x' });
  expect(failing([one])).toEqual([]);
  expect(failing([{ ...one, weight: 70 }])).toEqual(['weights']);
  expect(failing([{ ...one, cap: '1.2x' }])).toEqual(['caps-and-accelerators']);
  expect(failing([{ ...one, cap: '1.21x' }])).toEqual([]);
  expect(failing([{ ...one, cap: 'twice' }])).toEqual(['caps-and-accelerators']);
  const half = { ...one, weight: 50 };
  expect(failing([half, { ...half, id: 'other', name: ' SALES ' }])).toEqual(['names']);
  expect(failing([one], { tests: ['Ann is paid less.'] })).toEqual(['tests']);
  expect(failing([one], { policies: ['It is forbidden.'] })).toEqual(['policies']);
  expect(runChecks(samplePlan(), { tests: [], policies: [] }).map(({ key }) => key)).toEqual(checkKeys);
});
