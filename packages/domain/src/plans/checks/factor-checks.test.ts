import { expect, test } from 'vitest';
import type { Condition, IsOneOf } from '../condition.ts';
import { parsePlan } from '../parse-plan.ts';
import type { Component } from '../plan.ts';
import { checkPlan } from '../plan-checks.ts';
import { sampleComponent, samplePlan } from '../sample-plan.fixture.ts';

const is = (field: IsOneOf['field'], ...values: string[]): IsOneOf => ({ field, in: values });
const renewal = is('kind', 'renewal');
const factor = (percent: string, ...where: Condition[]) => ({ where, percent });
const faults = (component: Partial<Component>) =>
  checkPlan(samplePlan({ components: [sampleComponent(component)] })).map(
    ({ rule, path }) => `${rule} ${path.replace('components[0].creditFactors', '')}`,
  );

test('[TERM-10] a factor is a percent from 0 that can be read', () => {
  expect(faults({ creditFactors: [] })).toEqual([]);
  for (const percent of ['0', '50', '33.3333', '150', '1000000'])
    expect(faults({ creditFactors: [factor(percent, renewal)] }), percent).toEqual([]);
  for (const percent of ['-1', '1000001', '1e3', '', 'half', '50 ', 'NaN'])
    expect(faults({ creditFactors: [factor('20'), factor(percent)] }), percent).toContain(
      'TERM-10 [1].percent',
    );
});

test('[TERM-10] a factor whose conditions never hold with the filter, or with each other, is reported at the condition', () => {
  const never = [factor('20', is('territory', 'West'), renewal)];
  expect(faults({ filter: [is('kind', 'sale')], creditFactors: never })).toEqual(['TERM-10 [0].where[1]']);
  expect(faults({ filter: [is('kind', 'sale', 'renewal')], creditFactors: never })).toEqual([]);
  expect(faults({ creditFactors: [factor('20', renewal, is('kind', 'sale'))] })).toEqual([
    'TERM-10 [0].where[0]',
  ]);
});

test('[TERM-10] a factor after one that takes all its deals is reported, with that one', () => {
  const all = factor('80');
  expect(faults({ creditFactors: [all, factor('50', renewal)] })).toEqual(['TERM-10 [1].where']);
  expect(faults({ creditFactors: [factor('50', renewal), all] })).toEqual([]);
  const wide = factor('50', is('kind', 'renewal', 'upsell'));
  const narrow = factor('20', renewal, is('product', 'X'));
  expect(faults({ creditFactors: [wide, narrow] })).toEqual(['TERM-10 [1].where']);
  expect(faults({ creditFactors: [narrow, wide] })).toEqual([]);
  // the filter leaves nothing but renewals: the first factor takes them all
  expect(faults({ filter: [renewal], creditFactors: [factor('50', renewal), all] })).toEqual([
    'TERM-10 [1].where',
  ]);
  const [problem] = checkPlan(samplePlan({ components: [sampleComponent({ creditFactors: [all, all] })] }));
  expect(problem?.message).toBe(
    'This factor is never reached: factor 1 before it applies to every deal. Move it above that one, or remove it.',
  );
});

test('[PLAN-1] [TERM-10] factors are read by the schema; without conditions one is for every deal, and a condition is a field and values', () => {
  const read = (creditFactors: unknown) =>
    parsePlan({ ...samplePlan(), components: [{ ...sampleComponent(), creditFactors }] });
  const found = read([{ percent: '50', where: [renewal] }, { percent: '80' }]);
  expect(found.ok && found.value.components[0]?.creditFactors).toEqual([factor('50', renewal), factor('80')]);
  const wrong = read([{ percent: 50 }, { where: [] }, { percent: '5', where: [{ field: 'size', in: [] }] }]);
  expect(wrong.ok ? [] : wrong.problems.map(({ path }) => path)).toEqual([
    'components[0].creditFactors[0].percent',
    'components[0].creditFactors[1].percent',
    'components[0].creditFactors[2].where[0].field',
    'components[0].creditFactors[2].where[0].in',
  ]);
  const more = read([{ percent: '5', where: [{ ...renewal, window: { kind: 'rolling' } }] }]);
  expect(more.ok ? [] : more.problems.map(({ path }) => path)).toEqual([
    'components[0].creditFactors[0].where[0].window',
  ]);
  expect(parsePlan(samplePlan())).toEqual({ ok: true, value: samplePlan() });
});
